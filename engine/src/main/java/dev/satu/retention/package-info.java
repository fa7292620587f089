/** What goes when it is old enough: stored answers, events, ended reservations, buyers' rows. */
@NullMarked
package dev.satu.retention;

import org.jspecify.annotations.NullMarked;
