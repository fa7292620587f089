package dev.satu.bench;

import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;

/**
 * A request body that stays here until it is let go, while the head is on its way to the server.
 *
 * <p>What is left to do at the fall of the barrier is one small write for each buyer. Whole
 * requests trickle out instead, because the client's work for each is longer than Satu's: of a
 * thousand they arrived spread over 200 ms, bodies over 50 ms (two cores).
 */
final class HeldBackBody implements Flow.Publisher<ByteBuffer> {
  private final ByteBuffer bytes;
  private final CompletableFuture<Flow.Subscriber<? super ByteBuffer>> taker =
      new CompletableFuture<>();

  HeldBackBody(byte[] bytes) {
    this.bytes = ByteBuffer.wrap(bytes);
  }

  BodyPublisher asBody() {
    return BodyPublishers.fromPublisher(this, bytes.remaining());
  }

  /** Done when the client has sent the head and wants the body. */
  CompletableFuture<?> wanted() {
    return taker;
  }

  /** Sends the body; nothing happens if nobody wants it, because the connection was lost before. */
  void letGo() {
    if (taker.isDone()) {
      var subscriber = taker.join();
      subscriber.onNext(bytes);
      subscriber.onComplete();
    }
  }

  @Override
  public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
    subscriber.onSubscribe(
        new Flow.Subscription() {
          @Override
          public void request(long chunks) {
            taker.complete(subscriber);
          }

          @Override
          public void cancel() {}
        });
  }
}
