package dev.satu.value;

import java.util.regex.Pattern;

/**
 * An amount of money in minor units (cents, rappen, yen) of a currency.
 *
 * @param amount in minor units; at least 1
 * @param currency three letters, ISO 4217; not checked against the list, since gateways have codes
 *     of their own
 */
public record Money(long amount, String currency) {
  /** Compiled once: a Money is made for every hold of a priced asset. */
  private static final Pattern CURRENCY = Pattern.compile("[A-Z]{3}");

  /**
   * @throws InvalidValue if the amount is not positive or the currency is not three letters A to Z
   */
  public Money {
    if (amount <= 0) {
      throw new InvalidValue("amount", "must be at least 1, in minor units");
    }
    if (!CURRENCY.matcher(currency).matches()) {
      throw new InvalidValue("currency", "must be three letters A to Z, as in ISO 4217");
    }
  }
}
