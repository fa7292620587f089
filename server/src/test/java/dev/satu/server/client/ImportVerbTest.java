package dev.satu.server.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the verb says and exits with, by what a service answers that is not there. */
final class ImportVerbTest {
  private static final String DONE =
      "{\"import_id\":\"imp_1\",\"rows\":3,\"created\":1,\"updated\":1,\"skipped\":1}";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Queue<String> seen = new ConcurrentLinkedQueue<>();
  private HttpServer service;
  private Path file;

  @BeforeEach
  void a_service_and_a_file(@TempDir Path folder) throws IOException {
    service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    service.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    service.start();
    file = Files.writeString(folder.resolve("lots.csv"), "asset_id,name\n");
  }

  @AfterEach
  void the_service_ends() {
    service.stop(0);
  }

  @Test
  void an_import_is_told_in_one_line_and_exits_with_0() {
    answering(200, DONE);

    assertThat(run()).isZero();
    assertThat(out.toString(UTF_8))
        .isEqualTo(
            file + ": 3 rows: 1 listed, 1 updated, 1 there already" + System.lineSeparator());
    assertThat(err.toString(UTF_8)).isEmpty();
    assertThat(seen).containsExactly("POST /v1/assets/import Bearer satu_k text/csv");
  }

  @Test
  void with_update_it_asks_for_that_mode() {
    answering(200, DONE);

    assertThat(run("--update")).isZero();
    assertThat(seen).containsExactly("POST /v1/assets/import?mode=update Bearer satu_k text/csv");
  }

  @Test
  void bad_rows_are_told_as_compilers_tell_them_and_it_exits_with_1() {
    answering(
        422,
        """
        {"message": "The file has bad rows.",
         "bad_rows": [{"line": 3, "column": "name", "why": "must be given"}, {"line": 9, "why": "has 2 cells"}]}
        """);

    assertThat(run()).isEqualTo(1);
    assertThat(err.toString(UTF_8).lines())
        .containsExactly(
            file + ":3: name must be given",
            file + ":9: has 2 cells",
            "import: 422 The file has bad rows.");
  }

  @ParameterizedTest
  @CsvSource({"401, 1", "413, 1", "500, 2"})
  void other_refusals_exit_with_1_and_faults_with_2(int status, int code) {
    answering(status, "{\"message\": \"No.\"}");

    assertThat(run()).isEqualTo(code);
    assertThat(err.toString(UTF_8).strip()).isEqualTo("import: " + status + " No.");
  }

  @Test
  void where_nothing_answers_it_says_so_and_exits_with_2() {
    service.stop(0);

    assertThat(run()).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("nothing answers at " + url());
  }

  @Test
  void a_file_that_is_not_there_is_named_and_it_exits_with_2() throws IOException {
    Files.delete(file);

    assertThat(run()).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("lots.csv");
  }

  @Test
  void with_progress_it_tells_how_far_it_is_until_the_answer_comes() {
    CountDownLatch asked = new CountDownLatch(1);
    service.createContext(
        "/v1/assets/import",
        exchange -> {
          await(asked);
          answer(exchange, 200, DONE);
        });
    service.createContext(
        "/v1/imports",
        exchange -> {
          seen.add(exchange.getRequestURI().toString());
          answer(
              exchange,
              200,
              "{\"items\":[{\"phase\":\"STAGING\",\"size\":200,\"bytes_read\":50,\"rows\":1234}]}");
          asked.countDown();
        });

    assertThat(run("--progress")).isZero();
    assertThat(err.toString(UTF_8)).isEqualTo(file + ": reading 25 %, 1,234 rows\n");
    assertThat(seen.element()).startsWith("/v1/imports?limit=1&idempotency_key=import-");
  }

  @ParameterizedTest(name = "{1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"phase":"RECEIVING","size":9,"bytes_received":3}  | sending 33 %
          {"phase":"RECEIVING","bytes_received":3}           | sending
          {"phase":"PUBLISHING","rows":1000000}              | publishing 1,000,000 rows
          {"phase":"DONE","rows":1}                          | ''
          {}                                                 | ''
          """)
  void each_phase_has_its_words(String seenJson, String line) throws JsonProcessingException {
    assertThat(ImportWatch.line(new ObjectMapper().readTree(seenJson))).isEqualTo(line);
  }

  private void answering(int status, String json) {
    service.createContext(
        "/v1/assets/import",
        exchange -> {
          seen.add(
              exchange.getRequestMethod()
                  + " "
                  + exchange.getRequestURI()
                  + " "
                  + exchange.getRequestHeaders().getFirst("Authorization")
                  + " "
                  + exchange.getRequestHeaders().getFirst("Content-Type"));
          answer(exchange, status, json);
        });
  }

  private static void answer(HttpExchange exchange, int status, String json) throws IOException {
    exchange.getRequestBody().readAllBytes();
    byte[] body = json.getBytes(UTF_8);
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private int run(String... options) {
    List<String> words = new ArrayList<>(List.of(options));
    words.addAll(List.of(file.toString(), "--url", url(), "--key", "satu_k"));
    return ImportVerb.run(
        ImportArguments.parse(words),
        Map.of(),
        new PrintStream(out, true, UTF_8),
        new PrintStream(err, true, UTF_8));
  }

  private String url() {
    return "http://127.0.0.1:" + service.getAddress().getPort();
  }
}
