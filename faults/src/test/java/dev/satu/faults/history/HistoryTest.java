package dev.satu.faults.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.faults.history.Call.Effect;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryTest {
  private static final Request HOLD =
      Request.post("hold", "lot-1", "/v1/assets/lot-1/reservations", "k", "{\"buyer_id\":\"ä\"}");

  @TempDir Path folder;

  @Test
  void what_is_written_is_read_again() throws IOException {
    Path file = folder.resolve("history.ndjson");
    try (History history = History.open(file)) {
      Call told = history.sent(1, "http://one", HOLD);
      Call unknown = history.sent(2, "http://two", HOLD.withBody(null).withKey(null));
      history.answered(unknown, new Answer.Unknown("no answer"));
      history.answered(told, new Answer.Told(201, Map.of("Retry-After", "1"), "{\"a\":\"b\"}"));
      Call notSent = history.sent(1, "http://one", Request.get("read-lot", null, "/v1/assets"));
      history.answered(notSent, new Answer.NotSent("no connection"));

      assertThat(History.read(file).calls()).isEqualTo(history.calls());
    }
  }

  @Test
  void a_call_that_is_under_way_when_the_recorder_dies_is_unknown() throws IOException {
    Path file = folder.resolve("history.ndjson");
    try (History history = History.open(file)) {
      history.sent(1, "http://one", HOLD);
      Files.writeString(file, "{\"call\":2,\"cli", StandardOpenOption.APPEND);

      assertThat(History.read(file).calls())
          .singleElement()
          .satisfies(call -> {
            assertThat(call.request()).isEqualTo(HOLD);
            assertThat(call.effect()).isEqualTo(Effect.UNKNOWN);
            assertThat(call.endedAt()).isEqualTo(Call.NEVER);
          });
    }
  }

  @Test
  void what_is_known_of_a_call_follows_the_documented_outcomes() {
    assertThat(effect(503, "BUSY")).isEqualTo(Effect.NOTHING);
    assertThat(effect(503, "OUTCOME_UNKNOWN")).isEqualTo(Effect.UNKNOWN);
    assertThat(effect(503, "of a proxy")).isEqualTo(Effect.UNKNOWN);
    assertThat(effect(500, "INTERNAL_ERROR")).isEqualTo(Effect.UNKNOWN);
    assertThat(effect(409, "REQUEST_IN_PROGRESS")).isEqualTo(Effect.NOTHING);
    assertThat(effect(409, "ASSET_UNAVAILABLE")).isEqualTo(Effect.TOLD);
    assertThat(effect(201, "")).isEqualTo(Effect.TOLD);
  }

  private static Effect effect(int status, String code) {
    String body = "{\"status\":" + status + ",\"error_code\":\"" + code + "\"}";
    return new Call(1, 1, "http://one", HOLD, 0, 1, new Answer.Told(status, Map.of(), body))
        .effect();
  }
}
