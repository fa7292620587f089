package dev.satu.idempotency;

import dev.satu.value.Caller;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A command that has its effect once per key. */
public interface KeyedCommand {
  /** Who acts; the key belongs to its account. */
  Caller caller();

  /** The key of this attempt. */
  IdempotencyKey key();

  /**
   * All that makes it this request and no other, in a fixed order: the command's name, the ids, the
   * values. Two requests with equal parts are the same request, however their JSON was spaced or
   * ordered.
   */
  List<@Nullable String> fingerprintParts();
}
