package dev.satu.faults.cluster;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The programs of a PostgreSQL.
 *
 * @param folder where they are
 * @param canReplicate whether those that make and rewind a standby are among them
 */
record PostgresBinaries(Path folder, boolean canReplicate) {
  private static final Duration INSTALLING = Duration.ofMinutes(5);

  /** The oldest that Satu runs on, and Debian 12's own. */
  private static final String VERSION = "15";

  private static final List<Path> FOLDERS =
      List.of(
          Path.of("/usr/lib/postgresql", VERSION, "bin"),
          Path.of("/usr/pgsql-" + VERSION, "bin"),
          Path.of("/opt/homebrew/opt/postgresql@" + VERSION, "bin"),
          Path.of("/usr/local/opt/postgresql@" + VERSION, "bin"));

  /**
   * Those that are installed, else Debian's, installed now, else the embedded ones, unpacked into
   * the folder.
   */
  static PostgresBinaries find(Path unpackInto) throws IOException {
    Optional<PostgresBinaries> installed = installed();
    if (installed.isEmpty() && install()) {
      installed = installed();
    }
    return installed.isPresent() ? installed.get() : unpack(unpackInto);
  }

  private static Optional<PostgresBinaries> installed() {
    return FOLDERS.stream()
        .filter(folder -> Files.isExecutable(folder.resolve("initdb")))
        .map(PostgresBinaries::of)
        .findFirst();
  }

  private static PostgresBinaries of(Path folder) {
    return new PostgresBinaries(
        folder,
        Files.isExecutable(folder.resolve("pg_basebackup"))
            && Files.isExecutable(folder.resolve("pg_rewind")));
  }

  /** Debian's package makes a cluster of its own unless it is told beforehand not to. */
  private static boolean install() throws IOException {
    return Apt.install("postgresql-common")
        && Command.run(
                    INSTALLING,
                    List.of(
                        "sh",
                        "-c",
                        """
                        settings=/etc/postgresql-common/createcluster.conf
                        cp -p "$settings" "$settings.before-satu"
                        echo 'create_main_cluster = false' >>"$settings"
                        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$1"
                        code=$?
                        mv "$settings.before-satu" "$settings"
                        exit $code
                        """,
                        "install",
                        "postgresql-" + VERSION))
                .exit()
            == 0;
  }

  /** The embedded ones. */
  static PostgresBinaries unpack(Path into) throws IOException {
    // The library unpacks before it starts; what it started is of no use here.
    EmbeddedPostgres.builder().setOverrideWorkingDirectory(into.toFile()).start().close();
    try (Stream<Path> files = Files.walk(into)) {
      Path folder =
          files
              .filter(file -> file.endsWith("bin/initdb"))
              .map(Path::getParent)
              .findFirst()
              .orElseThrow(() -> new IOException("no programs in the embedded PostgreSQL"));
      openToAll(into);
      return of(folder);
    }
  }

  private static void openToAll(Path folder) throws IOException {
    try (Stream<Path> folders = Files.walk(folder)) {
      for (Path each : folders.filter(Files::isDirectory).toList()) {
        Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("rwxr-xr-x"));
      }
    }
  }

  String program(String name) {
    return folder.resolve(name).toString();
  }

  /** What the server says of its version. */
  String version() throws IOException {
    return Command.demand(Duration.ofSeconds(10), List.of(program("postgres"), "--version"))
        .strip();
  }
}
