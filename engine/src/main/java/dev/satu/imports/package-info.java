/** Files of lots: imported whole or not at all, and watched while that takes its time. */
@NullMarked
package dev.satu.imports;

import org.jspecify.annotations.NullMarked;
