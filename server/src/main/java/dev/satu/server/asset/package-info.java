/** The catalogue over HTTP. */
@NullMarked
package dev.satu.server.asset;

import org.jspecify.annotations.NullMarked;
