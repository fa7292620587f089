/** Who calls, and what they may do: API keys, credentials and scopes. */
@NullMarked
package dev.satu.server.security;

import org.jspecify.annotations.NullMarked;
