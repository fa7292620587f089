@NullMarked
package dev.satu.server;

import org.jspecify.annotations.NullMarked;
