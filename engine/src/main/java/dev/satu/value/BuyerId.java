package dev.satu.value;

/** The buyer as the calling application names them; unique within an account. */
public record BuyerId(String text) {
  /**
   * @throws InvalidValue unless the text is 1 to 64 characters of {@code [A-Za-z0-9._~:-]}
   */
  public BuyerId {
    Shapes.id("buyer_id", text);
  }

  @Override
  public String toString() {
    return text;
  }
}
