package dev.satu.value;

/** The name of a payment at its gateway. */
public record PaymentRef(String text) {
  /**
   * @throws InvalidValue unless the text is 1 to 64 characters of {@code [A-Za-z0-9._~:-]}
   */
  public PaymentRef {
    Shapes.id("payment_ref", text);
  }

  @Override
  public String toString() {
    return text;
  }
}
