/**
 * Satu as it runs in earnest, on one machine: two nodes of {@code serve}, a PostgreSQL with its
 * synchronous standby, and between any two of them a proxy of ours that can cut, delay or swallow.
 *
 * <p>All are real processes. Each keeps its port for the whole run, so that what was killed comes
 * back where it was. The kernel kills them when the prover dies, however it dies, where it knows
 * how ({@code PR_SET_PDEATHSIG}, by Debian's {@code setpriv}); PostgreSQL's files lie on a small
 * disk of their own that only its processes see, so that it can be filled and nothing stays
 * mounted.
 *
 * <p>The rule of the cluster: a standby is promoted only if every answered commit is on it. So the
 * primary is given up only while the standby is {@linkplain
 * dev.satu.faults.cluster.PostgresCluster#isInSync() in sync}, and after a promotion nobody may
 * take the new primary away until the old one has rejoined and caught up.
 */
@NullMarked
package dev.satu.faults.cluster;

import org.jspecify.annotations.NullMarked;
