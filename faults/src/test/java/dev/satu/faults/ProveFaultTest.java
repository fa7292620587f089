package dev.satu.faults;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The prover in its short form, with a seed of its own each time; the long form is a command. */
class ProveFaultTest {
  @TempDir Path folder;

  @Test
  void every_promise_holds_while_everything_is_broken_and_healed() throws Exception {
    Path report = folder.resolve("report.md");
    var said = new ByteArrayOutputStream();

    int exit =
        Prove.run(
            new String[] {
              "--minutes",
              "1",
              "--server",
              DemoProcess.JAR.toString(),
              "--report",
              report.toString()
            },
            new PrintStream(said, true, UTF_8));

    System.out.println(said.toString(UTF_8));
    assertThat(exit).as(said.toString(UTF_8)).isZero();
    assertThat(Files.readString(report)).contains("| none |");
  }

  @Test
  void what_it_does_not_understand_is_not_run() {
    var said = new ByteArrayOutputStream();
    int exit = Prove.run(new String[] {"--minuets", "1"}, new PrintStream(said, true, UTF_8));

    assertThat(exit).isEqualTo(2);
    assertThat(said.toString(UTF_8)).contains("unknown option --minuets", "usage:");
  }
}
