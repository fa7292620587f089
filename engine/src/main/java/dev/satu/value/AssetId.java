package dev.satu.value;

/** The name of an asset, given by whoever lists it. */
public record AssetId(String text) {
  /**
   * @throws InvalidValue unless the text is 1 to 64 characters of {@code [A-Za-z0-9._~:-]}
   */
  public AssetId {
    Shapes.id("asset_id", text);
  }

  @Override
  public String toString() {
    return text;
  }
}
