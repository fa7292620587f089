package dev.satu.value;

/** The name of a payment gateway; {@code external} where none is configured. */
public record Gateway(String text) {
  /**
   * @throws InvalidValue unless the text is 1 to 64 characters of {@code [A-Za-z0-9._~:-]}
   */
  public Gateway {
    Shapes.id("gateway", text);
  }

  @Override
  public String toString() {
    return text;
  }
}
