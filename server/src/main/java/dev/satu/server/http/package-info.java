/**
 * The shape of every answer: problem details, strict JSON, request ids and the idempotency header.
 */
@NullMarked
package dev.satu.server.http;

import org.jspecify.annotations.NullMarked;
