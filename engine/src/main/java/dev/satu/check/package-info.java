/** Looks on a live system whether rows and events agree, and tells what does not. */
@NullMarked
package dev.satu.check;

import org.jspecify.annotations.NullMarked;
