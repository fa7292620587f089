/** Sweeps, and the janitor that runs them by a fixed delay. */
@NullMarked
package dev.satu.janitor;

import org.jspecify.annotations.NullMarked;
