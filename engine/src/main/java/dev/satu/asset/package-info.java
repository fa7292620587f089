/** The catalogue of things that exist once. */
@NullMarked
package dev.satu.asset;

import org.jspecify.annotations.NullMarked;
