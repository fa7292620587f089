/** One measurement per row of the performance page. */
@NullMarked
package dev.satu.bench.measure;

import org.jspecify.annotations.NullMarked;
