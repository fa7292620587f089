@NullMarked
package dev.satu.testkit;

import org.jspecify.annotations.NullMarked;
