package dev.satu.server.serve;

import dev.satu.SatuConfig;
import dev.satu.server.security.ApiKey;
import dev.satu.server.start.EngineSettings;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The settings of one start, all of them right. Read once, from the environment, and refused as a
 * whole: whoever starts it sees everything that is wrong at once.
 */
final class ServeSettings {
  private static final String OURS = "SATU_";
  private static final String JDBC = "jdbc:postgresql:";

  /** What the tests read, and what Kubernetes sets in every pod beside a service called satu. */
  private static final Pattern NOT_SETTINGS =
      Pattern.compile(
          "SATU_(TEST_.*|SERVICE_(HOST|PORT.*)|PORT(_\\d+_(TCP|UDP).*)?"
              + "|TOKENS_[A-Z0-9]+_(ISSUER|AUDIENCE|ALGORITHM|ACCOUNT|KEY_FILE|JWKS_URL))");

  /** The session settings are Satu's own, and a login in the address would stand in messages. */
  private static final List<String> NOT_IN_URL =
      List.of("options", "socketTimeout", "user", "password");

  private static final List<String> LEVELS = List.of("ERROR", "WARN", "INFO", "DEBUG");
  private static final Pattern CAMEL = Pattern.compile("^([a-zA-Z]+) is ");
  private static final int HIGHEST_PORT = 65_535;
  private static final Duration LONGEST_DRAIN = Duration.ofMinutes(10);

  private final Map<Setting, String> values;

  private ServeSettings(Map<Setting, String> values) {
    this.values = values;
  }

  /**
   * Reads and checks all settings.
   *
   * @throws Refused with every fault
   */
  static ServeSettings read(Map<String, String> environment) throws Refused {
    return read(environment, EnumSet.allOf(Setting.class));
  }

  /**
   * Reads and checks only these settings, for a verb that needs no others.
   *
   * @throws Refused with every fault
   */
  static ServeSettings read(Map<String, String> environment, Set<Setting> wanted) throws Refused {
    List<String> faults = new ArrayList<>();
    Map<Setting, String> values = new EnumMap<>(Setting.class);
    for (Setting setting : wanted) {
      Optional<String> given =
          Optional.ofNullable(environment.get(setting.variable()))
              .map(String::strip)
              .filter(text -> !text.isEmpty())
              .or(setting::otherwise);
      if (given.isEmpty()) {
        faults.add(setting.variable() + " is not set.");
        continue;
      }
      values.put(setting, given.get());
      faultOf(setting, given.get()).ifPresent(fault -> faults.add(fault + "."));
    }
    for (String name : new TreeSet<>(environment.keySet())) {
      if (name.startsWith(OURS) && !isKnown(name)) {
        faults.add(name + " is no setting of Satu.");
      }
    }
    if (faults.isEmpty() && wanted.size() == Setting.values().length) {
      faults.addAll(faultsTogether(values));
    }
    if (!faults.isEmpty()) {
      throw new Refused(faults);
    }
    return new ServeSettings(values);
  }

  static boolean isKnown(String name) {
    return NOT_SETTINGS.matcher(name).matches()
        || Arrays.stream(Setting.values()).anyMatch(setting -> setting.variable().equals(name));
  }

  private static Optional<String> faultOf(Setting setting, String value) {
    String rule =
        switch (setting.kind()) {
          case TEXT, SECRET -> "";
          case KEY -> faultOfKey(value);
          case URL -> faultOfUrl(value);
          case NUMBER -> isNumber(value, Integer.MAX_VALUE) ? "" : "must be a whole number";
          case PORT -> isNumber(value, HIGHEST_PORT) ? "" : "must be a number from 1 to 65535";
          case DURATION -> isDuration(value) ? "" : "must be an ISO 8601 duration such as PT10M";
          case LOG_FORMAT ->
              value.equals("text") || value.equals("json") ? "" : "must be text or json";
          case LOG_LEVEL -> LEVELS.contains(value) ? "" : "must be one of " + LEVELS;
          case TRACES -> value.isEmpty() || isHttp(value) ? "" : "must be an http or https address";
        };
    if (rule.isEmpty()) {
      return Optional.empty();
    }
    boolean repeat = !setting.isSecret() && setting.kind() != Setting.Kind.URL;
    return Optional.of(setting.variable() + (repeat ? " is " + value + ", but " : " ") + rule);
  }

  private static String faultOfKey(String value) {
    try {
      ApiKey.check(value);
      return "";
    } catch (IllegalArgumentException refused) {
      return "is refused: " + refused.getMessage();
    }
  }

  private static String faultOfUrl(String value) {
    if (!value.startsWith(JDBC)) {
      return "must be an address such as jdbc:postgresql://host:5432/satu";
    }
    int question = value.indexOf('?');
    if (question < 0) {
      return "";
    }
    for (String parameter : value.substring(question + 1).split("&", -1)) {
      String name = parameter.split("=", 2)[0];
      if (NOT_IN_URL.contains(name)) {
        return "must not have the parameter "
            + name
            + ": "
            + (name.equals("user") || name.equals("password")
                ? "the login is SATU_DB_USER and SATU_DB_PASSWORD"
                : "Satu sets it itself");
      }
    }
    return "";
  }

  private static boolean isNumber(String value, int most) {
    try {
      int number = Integer.parseInt(value);
      return number >= 0 && number <= most && (most != HIGHEST_PORT || number > 0);
    } catch (NumberFormatException notANumber) {
      return false;
    }
  }

  private static boolean isDuration(String value) {
    try {
      return !Duration.parse(value).isNegative();
    } catch (DateTimeParseException notIso) {
      return false;
    }
  }

  private static boolean isHttp(String value) {
    try {
      URI address = new URI(value);
      return address.getHost() != null
          && ("http".equals(address.getScheme()) || "https".equals(address.getScheme()));
    } catch (URISyntaxException notAnAddress) {
      return false;
    }
  }

  // What only shows when each value alone is right.
  private static List<String> faultsTogether(Map<Setting, String> values) {
    List<String> faults = new ArrayList<>();
    try {
      SatuConfig config = engine(values);
      int pool = number(values, Setting.DB_POOL);
      if (pool <= config.waiting()) {
        faults.add(
            "SATU_DB_POOL is "
                + pool
                + ", but must be more than SATU_WAITING, which is "
                + config.waiting()
                + ": commands that wait for locks would leave no connection.");
      }
    } catch (IllegalArgumentException refused) {
      faults.add(variablesIn(String.valueOf(refused.getMessage())) + ".");
    }
    for (Setting drain : List.of(Setting.DRAIN_DELAY, Setting.DRAIN_TIMEOUT)) {
      if (Duration.parse(text(values, drain)).compareTo(LONGEST_DRAIN) > 0) {
        faults.add(drain.variable() + " must be at most " + LONGEST_DRAIN + ".");
      }
    }
    return faults;
  }

  /** The engine names its own values; whoever reads the message set a variable. */
  private static String variablesIn(String message) {
    Matcher name = CAMEL.matcher(message);
    if (!name.find()) {
      return message;
    }
    String spelled = name.group(1);
    return Arrays.stream(Setting.values())
        .filter(setting -> setting.name().replace("_", "").equalsIgnoreCase(spelled))
        .findFirst()
        .map(setting -> setting.variable() + message.substring(spelled.length()))
        .orElse(message);
  }

  private static SatuConfig engine(Map<Setting, String> values) {
    Map<String, String> properties =
        values.entrySet().stream()
            .collect(Collectors.toMap(entry -> entry.getKey().property(), Map.Entry::getValue));
    return EngineSettings.read(property -> Optional.ofNullable(properties.get(property)));
  }

  private static String text(Map<Setting, String> values, Setting setting) {
    String value = values.get(setting);
    if (value == null) {
      throw new IllegalStateException(setting + " was not read");
    }
    return value;
  }

  private static int number(Map<Setting, String> values, Setting setting) {
    return Integer.parseInt(text(values, setting));
  }

  /** The value of a setting, or its default. */
  String text(Setting setting) {
    return text(values, setting);
  }

  /** The value of a setting that is a number. */
  int number(Setting setting) {
    return number(values, setting);
  }

  /** What the server is started with. */
  Map<String, String> properties() {
    Map<String, String> properties = new java.util.TreeMap<>();
    values.forEach((setting, value) -> {
      switch (setting.kind()) {
        case LOG_FORMAT ->
            properties.put(setting.property(), Boolean.toString(value.equals("json")));
        case TRACES -> {
          properties.put("quarkus.otel.sdk.disabled", Boolean.toString(value.isEmpty()));
          if (!value.isEmpty()) {
            properties.put(setting.property(), value);
          }
        }
        default -> properties.put(setting.property(), value);
      }
    });
    return properties;
  }

  /** Settings that are not right, and all that is wrong with them. */
  static final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<String> faults;

    Refused(List<String> faults) {
      super(String.join("\n", faults));
      this.faults = List.copyOf(faults);
    }

    List<String> faults() {
      return faults;
    }
  }
}
