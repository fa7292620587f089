package dev.satu.bench;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** One of the many: a connection, an id and an idempotency key of their own. */
final class Buyer implements AutoCloseable {
  private final SatuClient api;
  private final String buyerId;
  private final String idempotencyKey;

  Buyer(SatuClient api, String buyerId, String idempotencyKey) {
    this.api = api;
    this.buyerId = buyerId;
    this.idempotencyKey = idempotencyKey;
  }

  void connect() throws NotStarted, IOException, InterruptedException {
    api.connect();
  }

  Answer claim(Lot lot, Barrier barrier) throws InterruptedException {
    var body = new HeldBackBody(SatuClient.json(Map.of("buyer_id", buyerId)));
    var pending = api.reserve(lot.assetId(), idempotencyKey, body);
    // A connection that is lost here must not keep everybody waiting at the barrier.
    CompletableFuture.anyOf(body.wanted(), pending).exceptionally(_ -> null).join();
    barrier.await();
    body.letGo();
    try {
      var answer = pending.get();
      return read(answer, barrier.sinceFall());
    } catch (ExecutionException lost) {
      // Unknown, not refused: the server may have granted it.
      return new Answer.Other("no answer (%s)".formatted(lost.getCause()), barrier.sinceFall());
    }
  }

  @Override
  public void close() {
    api.close();
  }

  private Answer read(HttpResponse<String> answer, Duration after) {
    var body = SatuClient.json(answer);
    var status = answer.statusCode();
    var errorCode = body.path("error_code").asText("without error_code");
    return switch (status) {
      case 201 ->
          new Answer.Won(
              buyerId,
              body.path("reservation_id").asText("without id"),
              body.path("expires_at").asText("an unknown time"),
              after);
      case 409 -> new Answer.Refused("409 " + errorCode, after);
      case 200 -> new Answer.Other("200 without a new hold", after);
      default -> new Answer.Other(status + " " + errorCode, after);
    };
  }
}
