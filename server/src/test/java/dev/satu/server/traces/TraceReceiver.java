package dev.satu.server.traces;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A collector of spans as small as can be: it takes what OTLP sends by gRPC, and answers with the
 * bytes of all that to whoever gets {@code /received}. Spans are not parsed: names and values stand
 * in protobuf as they are.
 */
public final class TraceReceiver implements QuarkusTestResourceLifecycleManager {
  private static final String EXPORT =
      "/opentelemetry.proto.collector.trace.v1.TraceService/Export";

  /** An empty message: not compressed, of length 0. */
  private static final Buffer DONE = Buffer.buffer(new byte[5]);

  private @Nullable Vertx vertx;
  private final Buffer received = Buffer.buffer();

  @Override
  public Map<String, String> start() {
    vertx = Vertx.vertx();
    HttpServer server =
        vertx
            .createHttpServer()
            .requestHandler(this::handle)
            .listen(0, "127.0.0.1")
            .toCompletionStage()
            .toCompletableFuture()
            .join();
    return Map.of(
        // What serve makes of SATU_TRACES_URL.
        "quarkus.otel.sdk.disabled",
        "false",
        "quarkus.otel.exporter.otlp.traces.endpoint",
        "http://127.0.0.1:" + server.actualPort(),
        "quarkus.otel.bsp.schedule.delay",
        "100ms");
  }

  // All on the one event loop of the one server.
  private void handle(HttpServerRequest request) {
    if (EXPORT.equals(request.path())) {
      request.bodyHandler(body -> {
        received.appendBuffer(body);
        request
            .response()
            .putHeader("content-type", "application/grpc")
            .putTrailer("grpc-status", "0")
            .end(DONE);
      });
    } else {
      request.response().end(received.copy());
    }
  }

  @Override
  public void stop() {
    if (vertx != null) {
      vertx.close().toCompletionStage().toCompletableFuture().join();
    }
  }
}
