package dev.satu.faults.workload;

import dev.satu.faults.history.Credential;
import dev.satu.faults.history.Request;
import java.util.List;

/** Sends what must be refused, whatever the state of things is. */
final class SendGarbage implements Act {
  static final String NAME = "garbage";

  private static final String NOBODYS_RESERVATION = "res_01ARZ3NDEKTSV4RRFFQ69G5FAV";

  private static final List<String> BAD_HOLDS =
      List.of(
          "{\"buyer_id\":",
          "{\"buyer_id\":7}",
          "{\"buyer_id\":null}",
          "{\"buyer_id\":\"b\",\"colour\":\"red\"}",
          "{\"buyer_id\":\"b\",\"buyer_id\":\"c\"}",
          "{\"buyer_id\":\"with space\"}",
          "{\"buyer_id\":\"b\",\"hold_for\":\"PT-5M\"}",
          "{\"buyer_id\":\"b\",\"hold_for\":\"PT0S\"}",
          "{\"buyer_id\":\"b\",\"hold_for\":\"PT48H\"}",
          "{\"buyer_id\":\"b\",\"hold_for\":\"5m\"}",
          "{\"buyer_id\":\"b\"} {\"buyer_id\":\"c\"}",
          "{}",
          "[]",
          "7",
          "null");

  private static final List<String> BAD_COMMITS =
      List.of(
          "{\"payment_ref\":\"p\",\"amount\":\"3\",\"currency\":\"CHF\"}",
          "{\"payment_ref\":\"p\",\"amount\":1.5,\"currency\":\"CHF\"}",
          "{\"payment_ref\":\"p\",\"amount\":-5,\"currency\":\"CHF\"}",
          "{\"payment_ref\":\"p\",\"amount\":0,\"currency\":\"CHF\"}",
          "{\"payment_ref\":\"p\",\"amount\":9223372036854775808,\"currency\":\"CHF\"}",
          "{\"payment_ref\":\"p\",\"amount\":5}",
          "{\"payment_ref\":\"p\",\"amount\":5,\"currency\":\"francs\"}",
          "{\"payment_ref\":\"\"}",
          "{\"payment_ref\":\"a b\"}",
          "{\"amount\":5,\"currency\":\"CHF\"}",
          "{\"payment_ref\":{}}");

  private static final List<String> BAD_READS =
      List.of(
          "/v1/nothing",
          "/v1/assets?limit=0",
          "/v1/assets?limit=many",
          "/v1/assets?sort=colour",
          "/v1/assets?cursor=garbage",
          "/v1/assets?status=GONE",
          "/v1/assets/no%20id",
          "/v1/reservations/" + NOBODYS_RESERVATION,
          "/v1/reservations/res_nonsense");

  @Override
  public void perform(Client client) {
    client.send(any(client, client.memory().anyLot(client.dice()).id()).meantAs(NAME));
  }

  private static Request any(Client client, String lot) {
    Request hold = HoldLot.request(client, lot);
    return switch (client.dice().nextInt(13)) {
      case 0, 1 -> hold.withBody(client.oneOf(BAD_HOLDS));
      case 2, 3 -> commit(client, lot).withBody(client.oneOf(BAD_COMMITS));
      case 4, 5 -> Request.get(NAME, null, client.oneOf(BAD_READS));
      case 6 -> hold.withKey(null);
      case 7 -> hold.withKey("k".repeat(129));
      case 8 -> hold.withCredential(client.onceIn(2) ? Credential.WRONG : Credential.NONE);
      case 9 -> HoldLot.request(client, "nothing-" + client.dice().nextInt(100));
      case 10 -> ofNobody(client, lot);
      case 11 ->
          Request.post(
              NAME,
              "bad-" + lot,
              "/v1/assets",
              client.newKey(),
              "{\"asset_id\":\"bad-" + lot + "\",\"name\":\"A lot\",\"hold_for\":\"PT0.1S\"}");
      default -> withoutVersion(client, lot);
    };
  }

  /** A commit of a hold of its own if it has one: only the body is wrong. */
  private static Request commit(Client client, String lot) {
    return client
        .memory()
        .holds()
        .latest(Held::isHeld)
        .map(held -> CommitHold.request(client, held, "never-used"))
        .orElseGet(() -> ofNobody(client, lot));
  }

  private static Request ofNobody(Client client, String lot) {
    Held nobodys = new Held(NOBODYS_RESERVATION, lot, "nobody", "HELD", null);
    return switch (client.dice().nextInt(3)) {
      case 0 -> Commits.request(client.newKey(), nobodys, "never-used", null);
      case 1 -> ReleaseHold.request(client, nobodys);
      default -> ExtendHold.request(client, nobodys);
    };
  }

  private static Request withoutVersion(Client client, String lot) {
    String ifMatch = client.onceIn(2) ? null : "*";
    return new Request(
        NAME,
        lot,
        "PATCH",
        "/v1/assets/" + lot,
        client.newKey(),
        ifMatch,
        Credential.OPERATOR,
        "{\"name\":\"Changed without looking\"}");
  }
}
