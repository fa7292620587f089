package dev.satu.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.restassured.RestAssured;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Sends a request to the service under test byte by byte as the test wrote it.
 *
 * <p>Clients mend what they are given: paths with dots, headers twice or out of place. REST Assured
 * does not get a 4xx of a GET through where letters are Turkish, and that is where our tests run.
 */
public final class Wire {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int LONGEST_CHUNK = 8_000;

  private final String requestLine;
  private final List<String> headers = new ArrayList<>();
  private byte[] body = {};

  private Wire(String requestLine) {
    this.requestLine = requestLine;
  }

  /** What came back. */
  public record Reply(int status, List<String> headers, String body) {
    /** The value of the header; empty if there is none. */
    public String header(String name) {
      String start = name.toLowerCase(Locale.ROOT) + ": ";
      return headers.stream()
          .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(start))
          .map(line -> line.substring(start.length()))
          .findFirst()
          .orElse("");
    }

    /** The body, which must be JSON. */
    public JsonNode json() {
      try {
        return JSON.readTree(body);
      } catch (IOException notJson) {
        throw new UncheckedIOException("no JSON: " + body, notJson);
      }
    }

    /** The text or number of a member of the body; empty if it is not there. */
    public String member(String name) {
      return json().path(name).asText();
    }
  }

  /** A request without a credential. */
  public static Wire open(String method, String path) {
    return new Wire(method + " " + path + " HTTP/1.1");
  }

  /** A request with the operator's key. */
  public static Wire keyed(String method, String path) {
    return open(method, path).header("Authorization", "Bearer " + TestDatabase.OPERATOR_KEY);
  }

  /** One more header line; the value may be anything that Latin-1 has. */
  public Wire header(String name, String value) {
    headers.add(name + ": " + value);
    return this;
  }

  /** A body of a known length. */
  public Wire body(byte[] bytes) {
    body = bytes.clone();
    return header("Content-Length", Integer.toString(bytes.length));
  }

  /** A JSON body of a known length. */
  public Wire json(String text) {
    return header("Content-Type", "application/json").body(text.getBytes(UTF_8));
  }

  /** A JSON body in pieces, whose length is not said. */
  public Wire jsonInPieces(String text) {
    ByteArrayOutputStream pieces = new ByteArrayOutputStream();
    byte[] bytes = text.getBytes(UTF_8);
    for (int from = 0; from < bytes.length; from += LONGEST_CHUNK) {
      int length = Math.min(LONGEST_CHUNK, bytes.length - from);
      pieces.writeBytes((Integer.toHexString(length) + "\r\n").getBytes(US_ASCII));
      pieces.write(bytes, from, length);
      pieces.writeBytes("\r\n".getBytes(US_ASCII));
    }
    pieces.writeBytes("0\r\n\r\n".getBytes(US_ASCII));
    body = pieces.toByteArray();
    return header("Content-Type", "application/json").header("Transfer-Encoding", "chunked");
  }

  // Quarkus tells the port of the service under test to REST Assured only.
  /** Sends it on a connection of its own and reads until the service closes that. */
  public Reply send() {
    StringBuilder head = new StringBuilder(requestLine).append("\r\nHost: test\r\n");
    headers.forEach(line -> head.append(line).append("\r\n"));
    head.append("Connection: close\r\n\r\n");
    try (Socket socket = new Socket("localhost", RestAssured.port)) {
      socket.getOutputStream().write(head.toString().getBytes(ISO_8859_1));
      socket.getOutputStream().write(body);
      socket.getOutputStream().flush();
      return reply(new String(socket.getInputStream().readAllBytes(), UTF_8));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static Reply reply(String text) {
    int end = text.indexOf("\r\n\r\n");
    List<String> head = text.substring(0, end).lines().toList();
    int status = Integer.parseInt(head.getFirst().split(" ", -1)[1]);
    return new Reply(status, head.subList(1, head.size()), text.substring(end + 4));
  }
}
