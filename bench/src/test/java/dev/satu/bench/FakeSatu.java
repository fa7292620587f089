package dev.satu.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A Satu without rules: it grants the first {@code grants} claims, whoever they are for.
 *
 * <p>Two pages of lots; the second begins with {@code EQ-2}, the only free one. {@code soldOut}
 * leaves none free. It can hang up on the first callers before it reads who they are.
 */
final class FakeSatu implements AutoCloseable {
  static final String KEY = "satu_fake";

  private static final ObjectMapper JSON = new ObjectMapper();

  private final int grants;
  private final boolean soldOut;
  private final int hangUps;
  private final HttpServer server;
  private final AtomicInteger calls = new AtomicInteger();
  private final AtomicInteger claims = new AtomicInteger();
  final Set<String> buyers = ConcurrentHashMap.newKeySet();
  final Set<String> idempotencyKeys = ConcurrentHashMap.newKeySet();
  final Set<String> claimedAssets = ConcurrentHashMap.newKeySet();
  final Set<InetSocketAddress> connections = ConcurrentHashMap.newKeySet();
  final Set<InetSocketAddress> claimingConnections = ConcurrentHashMap.newKeySet();

  private FakeSatu(int grants, boolean soldOut, int hangUps) {
    this.grants = grants;
    this.soldOut = soldOut;
    this.hangUps = hangUps;
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1_024);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::answer);
    server.start();
  }

  static FakeSatu granting(int grants) {
    return new FakeSatu(grants, false, 0);
  }

  static FakeSatu soldOut() {
    return new FakeSatu(1, true, 0);
  }

  static FakeSatu hangingUpOn(int callers) {
    return new FakeSatu(1, false, callers);
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      var path = exchange.getRequestURI().getPath();
      if (path.equals("/q/health/live")) {
        connections.add(exchange.getRemoteAddress());
        write(exchange, 200, "{\"status\":\"UP\"}");
      } else if (!("Bearer " + KEY)
          .equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
        write(exchange, 401, "{\"error_code\":\"UNAUTHENTICATED\"}");
      } else if (path.endsWith("/reservations")) {
        claim(exchange, path.substring("/v1/assets/".length(), path.lastIndexOf('/')));
      } else if (exchange.getRequestMethod().equals("POST")) {
        exchange.getRequestBody().readAllBytes();
        write(exchange, 201, "{}");
      } else if (path.equals("/v1/assets")) {
        write(exchange, 200, page(exchange.getRequestURI().getQuery().contains("cursor=second")));
      } else {
        write(exchange, 404, "{\"error_code\":\"ASSET_NOT_FOUND\"}");
      }
    }
  }

  private String page(boolean second) {
    var lot = "{\"asset_id\":\"%s\",\"name\":\"Zürich clock\",\"status\":\"%s\"}";
    return second
        ? "{\"items\":[%s],\"next_cursor\":null}"
            .formatted(lot.formatted("EQ-2", soldOut ? "SOLD" : "AVAILABLE"))
        : "{\"items\":[%s],\"next_cursor\":\"second\"}".formatted(lot.formatted("EQ-1", "HELD"));
  }

  private void claim(HttpExchange exchange, String assetId) throws IOException {
    if (calls.incrementAndGet() <= hangUps) {
      return;
    }
    var buyerId = JSON.readTree(exchange.getRequestBody().readAllBytes()).path("buyer_id").asText();
    buyers.add(buyerId);
    claimedAssets.add(assetId);
    idempotencyKeys.add(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
    claimingConnections.add(exchange.getRemoteAddress());
    if (claims.incrementAndGet() <= grants) {
      var hold =
          Map.of(
              "reservation_id", "res_1", "buyer_id", buyerId, "expires_at", "2026-12-01T10:00:00Z");
      write(exchange, 201, JSON.writeValueAsString(hold));
    } else {
      write(exchange, 409, "{\"error_code\":\"ASSET_UNAVAILABLE\"}");
    }
  }

  private static void write(HttpExchange exchange, int status, String body) throws IOException {
    var bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }
}
