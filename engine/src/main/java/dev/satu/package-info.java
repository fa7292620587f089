/**
 * The entry: {@link dev.satu.Satu} opens the rooms, {@link dev.satu.SatuConfig} holds every limit.
 */
@NullMarked
package dev.satu;

import org.jspecify.annotations.NullMarked;
