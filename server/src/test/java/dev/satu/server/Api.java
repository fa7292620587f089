package dev.satu.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.server.Wire.Reply;
import java.util.concurrent.atomic.AtomicLong;

/** The calls of the service as a seller's server makes them. Thread-safe. */
public final class Api {
  // The tests of a run share a database, and not always a class loader.
  private static final String RUN = Long.toString(System.nanoTime(), 36);
  private static final AtomicLong MADE = new AtomicLong();

  private Api() {}

  /** A name that no other test of this run uses; an id, a key, a payment_ref. */
  public static String newName(String prefix) {
    return prefix + "-" + RUN + "-" + MADE.incrementAndGet();
  }

  /** A call that changes something. */
  public static Reply post(String path, String key, String json) {
    return Wire.keyed("POST", path).header("Idempotency-Key", key).json(json).send();
  }

  /** A call that changes something and needs no body. */
  public static Reply post(String path, String key) {
    return Wire.keyed("POST", path)
        .header("Idempotency-Key", key)
        .header("Content-Length", "0")
        .send();
  }

  /** A call that only reads. */
  public static Reply get(String path) {
    return Wire.keyed("GET", path).send();
  }

  /** Lists an asset. */
  public static Reply create(String key, String json) {
    return post("/v1/assets", key, json);
  }

  /** A new asset without a price: its id. */
  public static String newAsset() {
    return newAsset("");
  }

  /** A new asset: its id. */
  public static String newAsset(String furtherMembers) {
    String asset = newName("lot");
    String further = furtherMembers.isEmpty() ? "" : ", " + furtherMembers;
    Reply reply =
        create(
            newName("key"),
            "{\"asset_id\": \"" + asset + "\", \"name\": \"A lot\"" + further + "}");
    assertThat(reply.status()).as(reply.body()).isEqualTo(201);
    return asset;
  }

  /** One asset, as it is now. */
  public static Reply asset(String asset) {
    return get("/v1/assets/" + asset);
  }

  /** Holds an asset for a buyer, with a new key. */
  public static Reply hold(String asset, String buyer) {
    return hold(asset, buyer, newName("key"));
  }

  /** Holds an asset for a buyer. */
  public static Reply hold(String asset, String buyer, String key) {
    return post(holds(asset), key, "{\"buyer_id\": \"" + buyer + "\"}");
  }

  /** Holds an asset for a buyer, which must be granted: the id of the reservation. */
  public static String held(String asset, String buyer) {
    Reply reply = hold(asset, buyer);
    assertThat(reply.status()).as(reply.body()).isEqualTo(201);
    return reply.member("reservation_id");
  }

  /** Where the holds of an asset are placed. */
  public static String holds(String asset) {
    return "/v1/assets/" + asset + "/reservations";
  }

  /** One reservation, as it is now. */
  public static Reply reservation(String reservation) {
    return get("/v1/reservations/" + reservation);
  }

  /** Sells to a reservation without a price, with a new key. */
  public static Reply commit(String reservation, String payment) {
    return commit(reservation, newName("key"), "{\"payment_ref\": \"" + payment + "\"}");
  }

  /** Sells to a reservation. */
  public static Reply commit(String reservation, String key, String json) {
    return post("/v1/reservations/" + reservation + "/commit", key, json);
  }

  /** Ends a hold early, with a new key. */
  public static Reply release(String reservation) {
    return release(reservation, newName("key"));
  }

  /** Ends a hold early. */
  public static Reply release(String reservation, String key) {
    return post("/v1/reservations/" + reservation + "/release", key);
  }

  /** Prolongs a hold, with a new key. */
  public static Reply extend(String reservation, String by) {
    return extend(reservation, newName("key"), "{\"extend_by\": \"" + by + "\"}");
  }

  /** Prolongs a hold. */
  public static Reply extend(String reservation, String key, String json) {
    return post("/v1/reservations/" + reservation + "/extend", key, json);
  }
}
