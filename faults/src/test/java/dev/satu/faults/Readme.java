package dev.satu.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The commands of the README, and what it claims of them. */
final class Readme {
  private static final Path PAGE = Path.of("../README.md");
  private static final Pattern BLOCK =
      Pattern.compile("^```(console|sh)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

  /** What differs from run to run; the rest of a claimed line must come to the letter. */
  private static final Pattern VARIES =
      Pattern.compile(
          "(?<key>satu_[0-9a-z]{32})|(?<reservation>res_[0-9A-Z]{26})"
              + "|(?<time>\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z)|(?<buyer>buyer-\\d{4})|(?<port>:8080)");

  private final List<String> consoles;
  private final String sh;

  private Readme(List<String> consoles, String sh) {
    this.consoles = consoles;
    this.sh = sh;
  }

  /** A command at a prompt, and the lines that are said to come back. */
  record Shown(String command, List<String> claimed) {}

  /** What the comments before a command say of it; without a command: of the one before. */
  record Step(String comment, String command) {}

  static Readme read() throws IOException {
    List<String> consoles = new ArrayList<>();
    StringBuilder sh = new StringBuilder();
    Matcher block = BLOCK.matcher(Files.readString(PAGE, UTF_8));
    while (block.find()) {
      if (block.group(1).equals("console")) {
        consoles.add(block.group(2));
      } else if (block.group(2).contains("curl")) {
        sh.append(block.group(2));
      }
    }
    return new Readme(consoles, sh.toString());
  }

  /** All commands at a prompt whose text begins so, in the order of the page. */
  List<Shown> shown(String begin) {
    return consoles.stream()
        .flatMap(Readme::prompts)
        .filter(shown -> shown.command().startsWith(begin))
        .toList();
  }

  private static Stream<Shown> prompts(String console) {
    List<Shown> all = new ArrayList<>();
    for (String prompt : console.split("(?m)^\\$ ", -1)) {
      List<String> lines = prompt.lines().toList();
      if (!lines.isEmpty()) {
        String command = lines.getFirst().replaceFirst("\\s+# .*", "");
        all.add(new Shown(command, lines.subList(1, lines.size())));
      }
    }
    return all.stream();
  }

  /** The steps of the life of a hold, in the order of the page. */
  List<Step> lifeOfAHold() {
    List<Step> steps = new ArrayList<>();
    for (String paragraph : sh.split("\\n\\n", -1)) {
      List<String> comments = paragraph.lines().filter(line -> line.startsWith("#")).toList();
      List<String> commands = paragraph.lines().filter(line -> !line.startsWith("#")).toList();
      steps.add(new Step(String.join("\n", comments), String.join("\n", commands)));
    }
    return steps;
  }

  /** What is missing of the claimed lines in what was said, or nothing. */
  static String missing(List<String> claimed, String said) {
    List<String> left = said.lines().toList();
    for (String line : claimed) {
      if (line.isBlank() || line.strip().startsWith("…")) {
        continue;
      }
      Pattern pattern = pattern(line);
      int at = 0;
      while (at < left.size() && !pattern.matcher(left.get(at)).matches()) {
        at++;
      }
      if (at == left.size()) {
        return line;
      }
      left = left.subList(at + 1, left.size());
    }
    return "";
  }

  private static Pattern pattern(String line) {
    StringBuilder regex = new StringBuilder();
    Matcher varies = VARIES.matcher(line);
    int from = 0;
    while (varies.find()) {
      regex.append(Pattern.quote(line.substring(from, varies.start()))).append(anyLike(varies));
      from = varies.end();
    }
    return Pattern.compile(regex + Pattern.quote(line.substring(from)));
  }

  private static String anyLike(Matcher varies) {
    if (varies.group("key") != null) {
      return "satu_[0-9a-z]{32}";
    }
    if (varies.group("reservation") != null) {
      return "res_[0-9A-HJKMNP-TV-Z]{26}";
    }
    if (varies.group("time") != null) {
      return "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,6})?Z";
    }
    return varies.group("buyer") != null ? "buyer-\\d{4}" : ":\\d+";
  }
}
