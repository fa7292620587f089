/** The event row, written in the transaction of the change it tells of. */
@NullMarked
package dev.satu.event;

import org.jspecify.annotations.NullMarked;
