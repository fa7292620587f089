/** Hold and commit: place, commit, release, extend, and the sweep of overdue holds. */
@NullMarked
package dev.satu.reservation;

import org.jspecify.annotations.NullMarked;
