@NullMarked
package dev.satu;

import org.jspecify.annotations.NullMarked;
