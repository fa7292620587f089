/**
 * The {@code serve} verb: Satu on a PostgreSQL of yours, refused loudly if something is not right.
 */
@NullMarked
package dev.satu.server.serve;

import org.jspecify.annotations.NullMarked;
