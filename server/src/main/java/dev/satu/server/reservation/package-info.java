/** Holds over HTTP: JSON to command, outcome to answer. */
@NullMarked
package dev.satu.server.reservation;

import org.jspecify.annotations.NullMarked;
