/**
 * What clients asked and what they were told: the evidence that the checker judges.
 *
 * <p>A {@link dev.satu.faults.history.Call} is one request that one client sent to one node, and
 * what came of it: an answer, or nothing known. Each is written to a file before it is sent and
 * again when it is answered, so a prover that is killed leaves a history that can still be checked:
 * what has no answer in it is unknown. One process records, so all times are of one monotonic
 * clock, in nanoseconds since the run began.
 */
@NullMarked
package dev.satu.faults.history;

import org.jspecify.annotations.NullMarked;
