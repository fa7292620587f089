/** Who may call: accounts and their API keys, over HTTP. */
@NullMarked
package dev.satu.server.account;

import org.jspecify.annotations.NullMarked;
