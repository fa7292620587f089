package dev.satu.sale;

/** The states of a payment. The schema's {@code payment_state} constraint lists the same. */
public enum PaymentState {
  /**
   * It paid for exactly one committed reservation. Set by the commit; ended by an operator who
   * cancels the sale, and by nothing else.
   */
  SALE,
  /**
   * It met no live hold, or its sale was cancelled. Waits for the check with its gateway, and then
   * for a refund or a human.
   */
  UNMATCHED
}
