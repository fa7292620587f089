/** Whether this process should get requests. */
@NullMarked
package dev.satu.server.health;

import org.jspecify.annotations.NullMarked;
