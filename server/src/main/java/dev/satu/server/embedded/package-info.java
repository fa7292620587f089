/** The PostgreSQL that a demo brings along: durable settings, a kept data directory, one user. */
@NullMarked
package dev.satu.server.embedded;

import org.jspecify.annotations.NullMarked;
