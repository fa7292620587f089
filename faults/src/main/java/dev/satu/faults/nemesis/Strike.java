package dev.satu.faults.nemesis;

import java.time.Duration;

/**
 * One act of a plan.
 *
 * @param at when, since the run began
 * @param length how long until it is healed
 * @param fault which of the list
 * @param seed for the fault's details
 */
public record Strike(Duration at, Duration length, int fault, long seed) {
  Duration healedAt() {
    return at.plus(length);
  }
}
