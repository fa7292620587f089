/** What is measured and what loads it: a durable PostgreSQL, {@code serve}, wrk and pgbench. */
@NullMarked
package dev.satu.bench.rig;

import org.jspecify.annotations.NullMarked;
