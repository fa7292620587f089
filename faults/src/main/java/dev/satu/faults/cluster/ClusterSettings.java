package dev.satu.faults.cluster;

import java.nio.file.Path;

/**
 * What a cluster is made of.
 *
 * @param jar the server's {@code quarkus-run.jar}
 * @param home an empty folder, which PostgreSQL's user can reach
 * @param operatorKey the key of the account {@code operator}
 * @param keep whether the folder stays when the cluster is closed
 * @param embedded whether the embedded PostgreSQL is used, without a standby, even where another is
 *     installed
 */
public record ClusterSettings(
    Path jar, Path home, String operatorKey, boolean keep, boolean embedded) {}
