/** The race laboratory: many buyers at one lot of a running Satu, and a verdict. */
@NullMarked
package dev.satu.bench;

import org.jspecify.annotations.NullMarked;
