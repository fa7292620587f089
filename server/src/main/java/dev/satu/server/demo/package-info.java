/** The {@code demo} verb: a database, an operator key and a server, ready to be tried. */
@NullMarked
package dev.satu.server.demo;

import org.jspecify.annotations.NullMarked;
