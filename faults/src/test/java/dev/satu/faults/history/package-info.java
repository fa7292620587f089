@NullMarked
package dev.satu.faults.history;

import org.jspecify.annotations.NullMarked;
