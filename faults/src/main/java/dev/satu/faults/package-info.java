/**
 * The prover: real processes, real faults, and a checker that reads every answer afterwards.
 *
 * <p>{@link dev.satu.faults.Prove} runs a {@linkplain dev.satu.faults.workload workload} against a
 * {@linkplain dev.satu.faults.cluster cluster} while the {@linkplain dev.satu.faults.nemesis
 * nemesis} breaks it, heals all, and lets the {@linkplain dev.satu.faults.check checker} judge the
 * {@linkplain dev.satu.faults.history history}.
 */
@NullMarked
package dev.satu.faults;

import org.jspecify.annotations.NullMarked;
