/** The verbs that call a running Satu from the command line. */
@NullMarked
package dev.satu.server.client;

import org.jspecify.annotations.NullMarked;
