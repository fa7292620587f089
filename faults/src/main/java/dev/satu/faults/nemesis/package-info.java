/**
 * Breaks a cluster and heals it, by a plan that is drawn from a seed.
 *
 * <p>A {@link dev.satu.faults.nemesis.Fault} is one way to break one thing; all of them stand in
 * one list, {@link dev.satu.faults.nemesis.Faults}. A {@link dev.satu.faults.nemesis.Plan} says
 * which of them strike when and for how long: the same seed, length and list give the same plan.
 * The {@link dev.satu.faults.nemesis.Nemesis} carries it out. What it does is the plan's; when a
 * process comes back is not, so two runs of a plan are alike and never the same.
 *
 * <p>Faults overlap only if they touch different {@linkplain dev.satu.faults.nemesis.Part parts}.
 * That keeps one node reachable while the other is struck, and keeps a primary from being lost
 * while its standby is: data that nobody promised to keep.
 */
@NullMarked
package dev.satu.faults.nemesis;

import org.jspecify.annotations.NullMarked;
