/** One effect per key: the key, the fingerprint of a request, and the stored answer. */
@NullMarked
package dev.satu.idempotency;

import org.jspecify.annotations.NullMarked;
