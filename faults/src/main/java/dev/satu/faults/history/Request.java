package dev.satu.faults.history;

import org.jspecify.annotations.Nullable;

/**
 * A request as it is sent; sent again, it is the same bytes.
 *
 * @param act what the client means by it, such as {@code hold}: the kind under which it is judged
 * @param item the asset that it is about, if it is about one
 * @param key its {@code Idempotency-Key}, if it has one
 * @param ifMatch its {@code If-Match}, if it has one
 * @param body its body, JSON or not, if it has one
 */
public record Request(
    String act,
    @Nullable String item,
    String method,
    String path,
    @Nullable String key,
    @Nullable String ifMatch,
    Credential credential,
    @Nullable String body) {

  /** A read. */
  public static Request get(String act, @Nullable String item, String path) {
    return new Request(act, item, "GET", path, null, null, Credential.OPERATOR, null);
  }

  /** A command. */
  public static Request post(
      String act, @Nullable String item, String path, String key, @Nullable String body) {
    return new Request(act, item, "POST", path, key, null, Credential.OPERATOR, body);
  }

  /** A change of what was seen at this version. */
  public static Request patch(
      String act, String item, String path, String key, long version, String body) {
    return new Request(
        act,
        item,
        "PATCH",
        path,
        key,
        '"' + Long.toString(version) + '"',
        Credential.OPERATOR,
        body);
  }

  /** The same with another body. */
  public Request withBody(@Nullable String other) {
    return new Request(act, item, method, path, key, ifMatch, credential, other);
  }

  /** The same, meant as something else. */
  public Request meantAs(String otherAct) {
    return new Request(otherAct, item, method, path, key, ifMatch, credential, body);
  }

  /** The same with another key, or none. */
  public Request withKey(@Nullable String other) {
    return new Request(act, item, method, path, other, ifMatch, credential, body);
  }

  /** The same with another credential. */
  public Request withCredential(Credential other) {
    return new Request(act, item, method, path, key, ifMatch, other, body);
  }

  /** Whether it asks for a change. */
  public boolean isCommand() {
    return !method.equals("GET");
  }

  /** Whether the other one is the same request to the server: it may be meant as something else. */
  public boolean isSameAs(Request other) {
    return equals(other.meantAs(act));
  }
}
