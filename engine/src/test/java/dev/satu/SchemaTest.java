package dev.satu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.satu.asset.AssetStatus;
import dev.satu.event.EventKind;
import dev.satu.hold.ReservationStatus;
import dev.satu.imports.ImportPhase;
import dev.satu.reservation.OwnHold;
import dev.satu.sale.PaymentState;
import dev.satu.sale.UnmatchedReason;
import dev.satu.testkit.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.postgresql.util.PSQLException;

/** The schema refuses what the rules never write. */
class SchemaTest {
  @RegisterExtension static final Installed satu = new Installed(4);

  /** One legal row of each table; every illegal row below differs from it. */
  private static final Map<String, String> LEGAL =
      Map.ofEntries(
          Map.entry(
              "installation",
              """
              {"only_row": true, "fingerprint_key": "\\\\x%s", "created_at": "2026-01-01T00:00:00Z"}
              """
                  .formatted("00".repeat(32))),
          Map.entry(
              "asset",
              """
              {"slot": 1, "id": "a", "status": "AVAILABLE", "listed": true, "withdrawn": false, "version": 1, "name": "A lot",
               "attributes": {}, "created_at": "2026-01-01T00:00:00Z"}
              """),
          Map.entry(
              "reservation",
              """
              {"slot": 1, "id": "r", "asset_id": "a", "account_id": "shop", "buyer_id": "b", "status": "HELD",
               "extensions": 0, "created_at": "2026-01-01T00:00:00Z", "expires_at": "2026-01-01T00:10:00Z"}
              """),
          Map.entry(
              "buyer",
              """
              {"slot": 1, "account_id": "shop", "id": "b", "made_at": "2026-01-01T00:00:00Z"}
              """),
          Map.entry(
              "payment",
              """
              {"slot": 1, "gateway": "external", "payment_ref": "pi", "id": "pay", "state": "SALE", "version": 1,
               "account_id": "shop", "reservation_slot": 1, "reservation_id": "r", "recorded_at": "2026-01-01T00:00:00Z"}
              """),
          Map.entry(
              "idempotency_key",
              """
              {"slot": 1, "account_id": "shop", "key": "k", "fingerprint": "\\\\x%s", "outcome": "HELD", "answer": "{}",
               "created_at": "2026-01-01T00:00:00Z"}
              """
                  .formatted("00".repeat(16))),
          Map.entry(
              "event",
              """
              {"slot": 1, "item_kind": "asset", "item_id": "a", "version": 1, "id": 1, "kind": "asset.created",
               "actor": "account:shop", "at": "2026-01-01T00:00:00Z"}
              """),
          Map.entry(
              "story_floor",
              """
              {"only_row": true, "event_id": 1, "gone_until": "2026-01-01T00:00:00Z",
               "holds_gone_until": "2026-01-01T00:00:00Z"}
              """),
          Map.entry(
              "account",
              """
              {"slot": 1, "id": "shop", "name": "Shop", "own_hold": "RETURN", "version": 1,
               "created_at": "2026-01-01T00:00:00Z"}
              """),
          Map.entry(
              "import",
              """
              {"slot": 1, "id": "i", "account_id": "shop", "key": "k", "phase": "STAGING", "bytes_received": 0,
               "bytes_read": 0, "rows": 0, "bad_rows": 0, "started_at": "2026-01-01T00:00:00Z",
               "updated_at": "2026-01-01T00:00:00Z"}
              """),
          Map.entry(
              "api_key",
              """
              {"slot": 1, "id": "k", "hash": "\\\\x%s", "account_slot": 1, "account_id": "shop", "name": "Server",
               "scopes": ["claim"], "status": "ACTIVE", "created_at": "2026-01-01T00:00:00Z", "created_by": "account:a",
               "version": 1}
              """
                  .formatted("00".repeat(32))));

  private static final String ILLEGAL =
      """
      installation_only_row             | {"only_row": false}
      installation_fingerprint_key      | {"fingerprint_key": "\\\\x00"}
      asset_slot                        | {"slot": 1024}
      asset_slot                        | {"slot": -1}
      asset_id                          | {"id": ""}
      asset_status                      | {"status": "GONE", "listed": false}
      asset_version                     | {"version": 0}
      asset_hold_for                    | {"hold_for": "0.999999 seconds"}
      asset_hold_for                    | {"hold_for": "24:00:00.000001"}
      asset_price_amount                | {"price_amount": 0, "price_currency": "CHF"}
      asset_price_currency              | {"price_amount": 1, "price_currency": "chf"}
      asset_name                        | {"name": ""}
      asset_category                    | {"category": ""}
      asset_attributes                  | {"attributes": []}
      asset_attributes                  | {"attributes": "text"}
      asset_held_has_expiry             | {"status": "HELD", "reservation_id": "r"}
      asset_held_has_expiry             | {"hold_expires_at": "2026-01-01T00:10:00Z"}
      asset_owned_has_reservation       | {"status": "SOLD", "listed": false}
      asset_owned_has_reservation       | {"reservation_id": "r"}
      asset_listed_while_for_sale       | {"status": "SOLD", "reservation_id": "r"}
      asset_listed_while_for_sale       | {"status": "WITHDRAWN", "withdrawn": true}
      asset_listed_while_for_sale       | {"listed": false}
      asset_withdrawn_while_withdrawn   | {"withdrawn": true}
      asset_price_whole                 | {"price_amount": 1}
      asset_price_whole                 | {"price_currency": "CHF"}
      reservation_slot                  | {"slot": 1024}
      reservation_id                    | {"id": ""}
      reservation_buyer_id              | {"buyer_id": ""}
      reservation_status                | {"status": "GONE", "ended_at": "2026-01-01T00:10:00Z", "ended_by": "x"}
      reservation_extensions            | {"extensions": -1}
      reservation_expires_after_start   | {"expires_at": "2026-01-01T00:00:00Z"}
      reservation_ended_or_held         | {"status": "EXPIRED"}
      reservation_ended_or_held         | {"ended_at": "2026-01-01T00:10:00Z", "ended_by": "x"}
      reservation_ended_or_held         | {"status": "RELEASED", "ended_at": "2026-01-01T00:10:00Z"}
      reservation_committed_has_payment | {"payment_slot": 1, "payment_id": "pay"}
      reservation_committed_has_payment | {"status": "COMMITTED", "ended_at": "2026-01-01T00:10:00Z", "ended_by": "x"}
      reservation_price_whole           | {"price_amount": 1}
      buyer_slot                        | {"slot": 1024}
      buyer_id                          | {"id": ""}
      payment_slot                      | {"slot": 1024}
      payment_gateway                   | {"gateway": ""}
      payment_payment_ref               | {"payment_ref": ""}
      payment_state                     | {"state": "GONE"}
      payment_reason                    | {"state": "UNMATCHED", "reason": "GONE", "check_due_at": "2026-01-01T00:00:00Z"}
      payment_amount                    | {"amount": 0, "currency": "CHF"}
      payment_currency                  | {"amount": 1, "currency": "C F"}
      payment_version                   | {"version": 0}
      payment_unmatched_has_reason      | {"state": "UNMATCHED", "check_due_at": "2026-01-01T00:00:00Z"}
      payment_unmatched_has_reason      | {"reason": "ALREADY_SOLD"}
      payment_unmatched_has_check       | {"state": "UNMATCHED", "reason": "ALREADY_SOLD"}
      payment_unmatched_has_check       | {"check_due_at": "2026-01-01T00:00:00Z"}
      payment_money_whole               | {"amount": 1}
      idempotency_key_slot              | {"slot": 1024}
      idempotency_key_key               | {"key": ""}
      idempotency_key_fingerprint       | {"fingerprint": "\\\\x00"}
      idempotency_key_reservation_whole | {"reservation_slot": 1}
      idempotency_key_reservation_whole | {"reservation_id": "r"}
      event_slot                        | {"slot": 1024}
      event_item_kind                   | {"item_kind": "code"}
      event_kind                        | {"kind": "asset.gone"}
      account_slot                      | {"slot": 1024}
      account_id                        | {"id": ""}
      account_name                      | {"name": ""}
      account_own_hold                  | {"own_hold": "KEEP"}
      account_live_holds                | {"live_holds": 0}
      account_pause_after_expiry        | {"pause_after_expiry": "0.5 seconds"}
      account_pause_after_expiry        | {"pause_after_expiry": "24:00:01"}
      account_version                   | {"version": 0}
      api_key_slot                      | {"slot": 1024}
      api_key_id                        | {"id": ""}
      api_key_hash                      | {"hash": "\\\\x00"}
      api_key_name                      | {"name": ""}
      api_key_scopes                    | {"scopes": []}
      api_key_scopes                    | {"scopes": ["claim", "root"]}
      api_key_status                    | {"status": "EXPIRED"}
      api_key_version                   | {"version": 0}
      api_key_revoked_whole             | {"status": "REVOKED"}
      api_key_revoked_whole             | {"revoked_at": "2026-01-01T00:00:00Z"}
      api_key_revoked_whole             | {"status": "REVOKED", "revoked_at": "2026-01-01T00:00:00Z", "revoked_by": "x"}
      api_key_replaced_expires          | {"replaced_by": "l"}
      story_floor_only_row              | {"only_row": false}
      story_floor_event_id              | {"event_id": -1}
      story_floor_holds_follow_events   | {"holds_gone_until": "2026-01-01T00:00:01Z"}
      event_changes                     | {"kind": "asset.updated"}
      event_changes                     | {"changes": {}}
      event_reason                      | {"reason": ""}
      import_slot                       | {"slot": 1024}
      import_phase                      | {"phase": "GONE"}
      import_ended_in_a_last_phase      | {"phase": "DONE"}
      import_ended_in_a_last_phase      | {"ended_at": "2026-01-01T00:00:00Z"}
      """;

  record Illegal(String constraint, String change) {
    String table() {
      return LEGAL.keySet().stream()
          .filter(table -> constraint.startsWith(table + "_"))
          .findFirst()
          .orElseThrow();
    }
  }

  static Stream<Illegal> illegalRows() {
    return ILLEGAL
        .lines()
        .map(line -> line.split("\\|", 2))
        .map(cells -> new Illegal(cells[0].strip(), cells[1].strip()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("illegalRows")
  void an_illegal_row_is_refused_by_the_constraint_of_its_rule(Illegal row) throws SQLException {
    try (Connection connection = satu.database().connect()) {
      connection.setAutoCommit(false);
      PSQLException refusal =
          catchThrowableOfType(
              PSQLException.class, () -> insert(connection, row.table(), row.change()));
      connection.rollback();

      assertThat((Throwable) refusal).isNotNull();
      assertThat(refusal.getSQLState()).isEqualTo("23514");
      assertThat(Objects.requireNonNull(refusal.getServerErrorMessage()).getConstraint())
          .isEqualTo(row.constraint());
    }
  }

  @Test
  void the_rows_from_which_they_differ_are_legal() throws SQLException {
    try (Connection connection = satu.database().connect()) {
      connection.setAutoCommit(false);
      Sql.execute(connection, "DELETE FROM installation");
      Sql.execute(connection, "DELETE FROM story_floor");
      for (String table : LEGAL.keySet()) {
        insert(connection, table, "{}");
      }
      connection.rollback();
    }
  }

  @Test
  void every_check_of_the_schema_is_in_that_table() {
    List<String> checks =
        satu
            .database()
            .queryRows(
                """
                SELECT conname FROM pg_constraint
                 WHERE contype = 'c' AND connamespace = current_schema()::regnamespace
                """)
            .stream()
            .map(row -> String.valueOf(row.get("conname")))
            .toList();

    assertThat(illegalRows().map(Illegal::constraint).distinct())
        .containsExactlyInAnyOrderElementsOf(checks);
  }

  @Test
  void the_enums_list_what_the_constraints_list() {
    assertThat(listedBy("asset_status"))
        .containsExactlyInAnyOrderElementsOf(names(AssetStatus.values()));
    assertThat(listedBy("reservation_status"))
        .containsExactlyInAnyOrderElementsOf(names(ReservationStatus.values()));
    assertThat(listedBy("payment_state"))
        .containsExactlyInAnyOrderElementsOf(names(PaymentState.values()));
    assertThat(listedBy("payment_reason"))
        .containsExactlyInAnyOrderElementsOf(names(UnmatchedReason.values()));
    assertThat(listedBy("account_own_hold"))
        .containsExactlyInAnyOrderElementsOf(names(OwnHold.values()));
    assertThat(listedBy("import_phase"))
        .containsExactlyInAnyOrderElementsOf(names(ImportPhase.values()));
    assertThat(listedBy("event_kind"))
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(EventKind.values()).map(EventKind::text).toList());
  }

  @Test
  void every_table_has_the_slot_first_in_its_primary_and_unique_keys() {
    long without =
        satu.database()
            .queryLong(
                """
                SELECT count(*)
                  FROM pg_constraint c
                  JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
                 WHERE c.contype IN ('p', 'u') AND c.connamespace = current_schema()::regnamespace
                   AND c.conrelid NOT IN ('installation'::regclass, 'story_floor'::regclass,
                                          'flyway_schema_history'::regclass)
                   AND a.attname <> 'slot'
                """);
    assertThat(without).isZero();
  }

  private static void insert(Connection connection, String table, String change)
      throws SQLException {
    Sql.execute(
        connection,
        "INSERT INTO %1$s SELECT * FROM jsonb_populate_record(NULL::%1$s, ?::jsonb || ?::jsonb)"
            .formatted(table),
        LEGAL.get(table),
        change);
  }

  private static List<String> listedBy(String constraint) {
    String definition =
        satu.database()
            .queryText(
                """
                SELECT pg_get_constraintdef(oid) FROM pg_constraint
                 WHERE conname = ? AND connamespace = current_schema()::regnamespace
                """,
                constraint);
    return Pattern.compile("'([^']+)'").matcher(definition).results().map(m -> m.group(1)).toList();
  }

  private static List<String> names(Enum<?>[] constants) {
    return Arrays.stream(constants).map(Enum::name).toList();
  }
}
