@NullMarked
package dev.satu.examples;

import org.jspecify.annotations.NullMarked;
