package dev.satu.server.security;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Every route, and what it answers to each kind of credential in force. */
final class AccessTable {
  /** "other" is another account's key with claim, settle and read. */
  private static final String TABLE =
      """
      route                                             | claim | settle | read | operator | buyer A | buyer B | other
      GET /v1/assets                                    | 403   | 403    | 200  | 403      | 200     | 200     | 200
      GET /v1/assets/{asset_id}                         | 403   | 403    | 200  | 403      | 200     | 200     | 200
      GET /v1/assets/{asset_id}/history                 | 403   | 403    | 200  | 403      | 200     | 200     | 200
      POST /v1/assets                                   | 403   | 403    | 403  | 201      | 403     | 403     | 403
      POST /v1/assets/import                            | 403   | 403    | 403  | 200      | 403     | 403     | 403
      GET /v1/imports                                   | 403   | 403    | 403  | 200      | 403     | 403     | 403
      GET /v1/imports/{import_id}                       | 403   | 403    | 403  | 200      | 403     | 403     | 403
      PATCH /v1/assets/{asset_id}                       | 403   | 403    | 403  | 200      | 403     | 403     | 403
      POST /v1/assets/{asset_id}/withdraw               | 403   | 403    | 403  | 200      | 403     | 403     | 403
      POST /v1/assets/{asset_id}/relist                 | 403   | 403    | 403  | 200      | 403     | 403     | 403
      POST /v1/assets/{asset_id}/cancel-sale            | 403   | 403    | 403  | 200      | 403     | 403     | 403
      POST /v1/assets/{asset_id}/release                | 403   | 403    | 403  | 200      | 403     | 403     | 403
      POST /v1/assets/{asset_id}/reservations           | 201   | 403    | 403  | 403      | 201     | 403     | 201
      GET /v1/reservations/{reservation_id}             | 200   | 403    | 403  | 403      | 200     | 404     | 404
      POST /v1/reservations/{reservation_id}/commit     | 403   | 200    | 403  | 403      | 403     | 403     | 404
      POST /v1/reservations/{reservation_id}/extend     | 200   | 403    | 403  | 403      | 200     | 404     | 404
      POST /v1/reservations/{reservation_id}/release    | 200   | 403    | 403  | 403      | 200     | 404     | 404
      GET /v1/accounts                                  | 403   | 403    | 403  | 200      | 403     | 403     | 403
      POST /v1/accounts                                 | 403   | 403    | 403  | 201      | 403     | 403     | 403
      GET /v1/accounts/{account_id}                     | 403   | 403    | 403  | 200      | 403     | 403     | 403
      PATCH /v1/accounts/{account_id}                   | 403   | 403    | 403  | 200      | 403     | 403     | 403
      GET /v1/keys                                      | 403   | 403    | 403  | 200      | 403     | 403     | 403
      POST /v1/keys                                     | 403   | 403    | 403  | 201      | 403     | 403     | 403
      GET /v1/keys/{key_id}                             | 403   | 403    | 403  | 200      | 403     | 403     | 403
      POST /v1/keys/{key_id}/rotate                     | 403   | 403    | 403  | 201      | 403     | 403     | 403
      POST /v1/keys/{key_id}/revoke                     | 403   | 403    | 403  | 200      | 403     | 403     | 403
      """;

  private AccessTable() {}

  record Row(String route, Map<String, Integer> expected) {
    @Override
    public String toString() {
      return route;
    }
  }

  static Stream<Row> rows() {
    List<List<String>> lines =
        TABLE
            .lines()
            .map(line -> Arrays.stream(line.split("\\|", -1)).map(String::strip).toList())
            .toList();
    List<String> heads = lines.getFirst();
    return lines.stream()
        .skip(1)
        .map(cells -> {
          Map<String, Integer> expected = new LinkedHashMap<>();
          for (int i = 1; i < heads.size(); i++) {
            expected.put(heads.get(i), Integer.valueOf(cells.get(i)));
          }
          return new Row(cells.getFirst(), expected);
        });
  }

  /** The routes whose path names a thing, which may be unknown. */
  static Stream<Row> rowsAboutOneThing() {
    return rows().filter(row -> row.route().contains("{"));
  }
}
