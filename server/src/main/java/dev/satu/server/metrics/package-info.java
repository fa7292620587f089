/** What an operator's monitoring reads at {@code /q/metrics}. */
@NullMarked
package dev.satu.server.metrics;

import org.jspecify.annotations.NullMarked;
