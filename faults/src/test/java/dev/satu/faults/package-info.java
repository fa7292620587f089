@NullMarked
package dev.satu.faults;

import org.jspecify.annotations.NullMarked;
