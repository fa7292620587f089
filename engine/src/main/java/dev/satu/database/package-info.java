/** Connections, transactions and errors of PostgreSQL: the only package that opens connections. */
@NullMarked
package dev.satu.database;

import org.jspecify.annotations.NullMarked;
