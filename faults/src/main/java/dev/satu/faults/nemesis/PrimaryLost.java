package dev.satu.faults.nemesis;

import dev.satu.faults.cluster.PostgresCluster;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** The primary is lost with its disk, as far as clients can tell, and the standby takes over. */
final class PrimaryLost extends DatabaseFault {
  /** Its name, where the longest gap is told. */
  static final String NAME = "primary lost";

  PrimaryLost(PostgresCluster postgres) {
    super(NAME, postgres, Duration.ofSeconds(1), Duration.ofSeconds(4));
  }

  @Override
  public String what() {
    return "the primary is killed and the synchronous standby promoted; the old one rejoins by"
        + " `pg_rewind`, and commits wait for it again";
  }

  @Override
  public Optional<String> missing() {
    return Standbys.missing(postgres());
  }

  @Override
  public void strike(RandomGenerator random) throws Exception {
    postgres().failOver();
  }

  @Override
  public void heal() throws Exception {
    postgres().rejoin();
  }
}
