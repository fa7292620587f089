package dev.satu.imports;

/** A detail of a lot that a file may leave unsaid. */
public enum LotDetail {
  CATEGORY,
  PRICE,
  HOLD_FOR,
  ATTRIBUTES
}
