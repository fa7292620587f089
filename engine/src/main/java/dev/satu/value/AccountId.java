package dev.satu.value;

/** The account that acts: the owner of API keys, and the scope of idempotency keys. */
public record AccountId(String text) {
  /**
   * @throws InvalidValue unless the text is 1 to 64 characters of {@code [A-Za-z0-9._~:-]}
   */
  public AccountId {
    Shapes.id("account_id", text);
  }

  @Override
  public String toString() {
    return text;
  }
}
