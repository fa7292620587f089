package dev.satu.server.demo;

import java.security.SecureRandom;

/** The first text that somebody reads who tries Satu: three calls to paste. */
final class Welcome {
  private Welcome() {}

  static String newIdempotencyKey() {
    return "try-" + Long.toString(new SecureRandom().nextLong() >>> 1, 36);
  }

  static String text(String url, String key, String idempotencyKey) {
    String hold =
        """
          curl -i -X POST %s/v1/assets/EQ-88392/reservations \\
            -H 'Authorization: Bearer %s' \\
            -H 'Idempotency-Key: %s' \\
            -H 'Content-Type: application/json' \\
            -d '{"buyer_id":"usr_01HZX48K7N2A"}'
        """
            .formatted(url, key, idempotencyKey);
    return """
    Satu is running at %1$s. Ctrl-C ends it.
    Operator key: %2$s

    Hold a thing that exists once:

    %3$s
    Send the same again: the same answer, and still one hold.

    %3$s
    See what there is:

      curl -i '%1$s/v1/assets?limit=5' -H 'Authorization: Bearer %2$s'

    All calls: %1$s/q/swagger-ui
    """
        .formatted(url, key, hold);
  }
}
