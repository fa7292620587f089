@NullMarked
package dev.satu.bench;

import org.jspecify.annotations.NullMarked;
