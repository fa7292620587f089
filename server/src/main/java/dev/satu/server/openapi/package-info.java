/** What the description of the API says of all calls alike, added to it once while it is built. */
@NullMarked
package dev.satu.server.openapi;

import org.jspecify.annotations.NullMarked;
