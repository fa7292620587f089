/** Who may call: accounts, and the API keys that act for them. */
@NullMarked
package dev.satu.account;

import org.jspecify.annotations.NullMarked;
