/** Reservation rows without rules: what every kind of item needs from below. */
@NullMarked
package dev.satu.hold;

import org.jspecify.annotations.NullMarked;
