@NullMarked
package dev.satu.faults.check;

import org.jspecify.annotations.NullMarked;
