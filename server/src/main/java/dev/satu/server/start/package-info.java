/** What every way of starting the service shares. */
@NullMarked
package dev.satu.server.start;

import org.jspecify.annotations.NullMarked;
