package dev.satu.bench.measure;

import dev.satu.bench.rig.Rig;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** Where and when a number was measured: it is worth nothing without. */
public final class Machine {
  private Machine() {}

  /** How many wanted a processor in the last minute, others included. */
  public static double load() {
    return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
  }

  public static Map<String, Object> facts(Rig rig, Instant began, double loadBefore)
      throws IOException, SQLException {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("began", began.toString());
    facts.put("load_before", loadBefore);
    facts.put("processors", Runtime.getRuntime().availableProcessors());
    facts.put("processor", processor());
    facts.put("java", System.getProperty("java.vm.version"));
    facts.put("postgresql", rig.postgres().text("SHOW server_version"));
    facts.put("settings", rig.postgres().settings());
    facts.put("jvm", rig.jvm());
    return facts;
  }

  private static String processor() throws IOException {
    return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
        .filter(line -> line.startsWith("model name"))
        .map(line -> line.substring(line.indexOf(':') + 2))
        .findFirst()
        .orElse("unknown");
  }
}
