/**
 * Many clients who want the same few things: what is done to a cluster while it is being hurt.
 *
 * <p>Each client chooses its acts by a random generator of its own, seeded from the run's seed, and
 * by what it has been told; clients share nothing but the names of lots, buyers and payments, which
 * are few, so that they collide. An {@link dev.satu.faults.workload.Act} is one thing that a client
 * does; a new kind of thing to claim is some more of them, each a class and a line in {@link
 * dev.satu.faults.workload.Acts}. Everything goes over HTTP and into the history.
 *
 * <p>Lots, keys and payments carry the seed in their names: the same seed needs another database.
 */
@NullMarked
package dev.satu.faults.workload;

import org.jspecify.annotations.NullMarked;
