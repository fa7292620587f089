package dev.satu.faults;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.faults.Readme.Shown;
import dev.satu.faults.Readme.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * The README, done by the letter: its commands are read from it and run in its order, with the
 * launcher and with curl, and what it shows is compared with what comes.
 */
@TestMethodOrder(OrderAnnotation.class)
class ReadmeTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  /** Where the reader is: a folder in which {@code ./satu} works. */
  @TempDir static Path here;

  private static @Nullable Readme readme;
  private static @Nullable DemoProcess demo;
  private static int port;

  @BeforeAll
  static void the_demo_is_started_as_the_page_says() throws Exception {
    readme = Readme.read();
    port = DemoProcess.freePort();
    Files.createSymbolicLink(here.resolve("satu"), ROOT.resolve("satu"));
    Shown shown = page().shown("./satu demo").getFirst();
    List<String> command = new ArrayList<>(List.of(shown.command().split(" ", -1)));
    command.addAll(List.of("--port", Integer.toString(port), "--data", data().toString()));
    demo = DemoProcess.start(inTheFolder(command), data(), port);
  }

  @AfterAll
  static void it_ends() throws Exception {
    if (demo != null) {
      demo.terminate();
      demo.close();
    }
  }

  @Test
  @Order(1)
  void the_demo_says_what_the_page_shows() throws Exception {
    String said = running().said();

    assertThat(Readme.missing(page().shown("./satu demo").getFirst().claimed(), said))
        .as(said)
        .isEmpty();
    assertThat(calls(said)).as("three curl calls to try").hasSize(3);
  }

  @Test
  @Order(2)
  void the_three_calls_that_the_demo_prints_do_what_it_says_of_them() throws Exception {
    List<String> calls = calls(running().said());

    String first = sh(calls.get(0));
    String again = sh(calls.get(1));
    String list = sh(calls.get(2));

    assertThat(first).startsWith("HTTP/1.1 201 ");
    assertThat(again).startsWith("HTTP/1.1 200 ").containsIgnoringCase("Idempotent-Replayed: true");
    assertThat(body(again)).isEqualTo(body(first));
    assertThat(list).startsWith("HTTP/1.1 200 ").contains("\"next_cursor\"");
    assertThat(list.split("\"asset_id\"", -1)).hasSize(1 + 5);
  }

  @Test
  @Order(3)
  void the_race_looks_as_the_page_shows_it() throws Exception {
    Shown race = page().shown("./satu race").getFirst();

    String said = run(race.command() + " --url " + running().url() + " --data " + data());

    assertThat(Readme.missing(race.claimed(), said)).as(said).isEmpty();
  }

  @Test
  @Order(4)
  void the_life_of_a_hold_goes_as_the_page_tells_it() throws Exception {
    List<Step> steps = page().lifeOfAHold();
    assertThat(steps)
        .extracting(Step::command)
        .as("begins with its variables")
        .first()
        .asString()
        .startsWith("URL=");
    Step hold = steps.get(1);
    Step replay = steps.get(2);
    Step extend = steps.get(3);
    Step commit = steps.get(4);
    Step release = steps.get(5);
    assertThat(steps).hasSize(6);

    String held = curl(hold.command());
    assertThat(hold.comment()).contains("201", "409");
    assertThat(held).startsWith("HTTP/1.1 201 ");
    assertThat(curl(hold.command().replace("try-1", "try-2").replace("usr_", "other_")))
        .startsWith("HTTP/1.1 409 ");

    assertThat(replay.command()).isEmpty();
    assertThat(replay.comment()).contains("200", "the same bytes", "Idempotent-Replayed: true");
    String again = curl(hold.command());
    assertThat(again).startsWith("HTTP/1.1 200 ").containsIgnoringCase("Idempotent-Replayed: true");
    assertThat(body(again)).isEqualTo(body(held));

    String reservation = member("reservation_id", held);
    assertThat(curl(of(reservation, extend))).startsWith("HTTP/1.1 200 ");
    assertThat(extend.comment()).contains("once");
    assertThat(curl(of(reservation, extend).replace("more-1", "more-2")))
        .startsWith("HTTP/1.1 409 ");

    String sold = curl(of(reservation, commit));
    assertThat(sold).startsWith("HTTP/1.1 200 ");
    assertThat(member("status", sold)).isEqualTo("COMMITTED");

    String asset = member("asset_id", held);
    String other = hold.command().replace(asset, "EQ-88416").replace("try-1", "try-3");
    String changedMind = member("reservation_id", curl(other));
    assertThat(curl(of(changedMind, release))).startsWith("HTTP/1.1 200 ");
    assertThat(release.comment()).contains("free for others at once");
    assertThat(curl(other.replace("try-3", "try-4").replace("usr_", "other_")))
        .startsWith("HTTP/1.1 201 ");

    assertThat(commit.comment()).contains("Too late: 410", "on record");
    assertThat(curl(of(changedMind, commit).replace("pay-1", "pay-2").replace("pi_123", "pi_124")))
        .startsWith("HTTP/1.1 410 ")
        .contains("\"payment\"");
  }

  @Test
  @Order(5)
  void imports_say_what_the_page_shows() throws Exception {
    List<Shown> imports = page().shown("./satu import");
    assertThat(imports).hasSize(3);
    List<String> lots = new ArrayList<>();
    for (String line : Files.readAllLines(ROOT.resolve("samples/lots.csv"), UTF_8)) {
      lots.add(line.startsWith("asset_id,") ? line : "NEW-" + line);
    }
    Files.write(here.resolve("lots.csv"), lots, UTF_8);
    lots.set(249, "BAD-250,A lot,clocks,twelve,CHF,,");
    Files.write(here.resolve("broken.csv"), lots, UTF_8);

    for (Shown shown : imports) {
      String said = run(shown.command() + " --url " + running().url() + " --data " + data());
      assertThat(Readme.missing(shown.claimed(), said)).as(said).isEmpty();
    }
  }

  private static Readme page() {
    if (readme == null) {
      throw new IllegalStateException("not read");
    }
    return readme;
  }

  private static DemoProcess running() {
    if (demo == null) {
      throw new IllegalStateException("not started");
    }
    return demo;
  }

  private static Path data() {
    return here.resolve("data");
  }

  /** The calls that the demo prints, each as the reader would paste it. */
  private static List<String> calls(String said) {
    Matcher call = Pattern.compile("(?m)^  curl (?:.*\\\\\\n)*.*$").matcher(said);
    return call.results().map(found -> found.group().strip()).toList();
  }

  /** A call of the page, with what only the reader knows. */
  private static String curl(String command) throws Exception {
    String key = member("Operator key", running().said());
    return sh(
        "URL=" + running().url() + "; KEY=" + key + "\n" + command.replace("curl ", "curl -i "));
  }

  private static String of(String reservation, Step step) {
    assertThat(step.command()).contains("/res_…/");
    return step.command().replace("res_…", reservation);
  }

  private static String member(String name, String text) {
    Matcher member = Pattern.compile("\"?" + name + "\"?: ?\"?([A-Za-z0-9_.-]+)").matcher(text);
    if (!member.find()) {
      throw new AssertionError("no " + name + " in " + text);
    }
    return member.group(1);
  }

  private static String body(String answer) {
    return answer.substring(answer.indexOf("\r\n\r\n"));
  }

  private static String run(String command) throws Exception {
    return said(inTheFolder(List.of(command.split(" ", -1))));
  }

  private static String sh(String script) throws Exception {
    return said(inTheFolder(List.of("sh", "-c", script.replace("curl ", "curl -sS "))));
  }

  private static ProcessBuilder inTheFolder(List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command).directory(here.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("SATU_"));
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    return builder;
  }

  private static String said(ProcessBuilder command) throws IOException, InterruptedException {
    Process process = command.redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    process.waitFor();
    return said;
  }
}
