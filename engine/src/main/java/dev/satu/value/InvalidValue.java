package dev.satu.value;

/** Says which value of a command breaks which rule; nothing was read or changed. */
public final class InvalidValue extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final String field;
  private final String rule;

  /**
   * @param field the name of the value as it stands in JSON, such as {@code asset_id} or {@code
   *     price.amount}
   * @param rule what must hold, to be read after the name: {@code must be positive}
   */
  public InvalidValue(String field, String rule) {
    super(field + " " + rule);
    this.field = field;
    this.rule = rule;
  }

  /** The name of the value as it stands in JSON. */
  public String field() {
    return field;
  }

  /** What must hold, to be read after the name. */
  public String rule() {
    return rule;
  }
}
