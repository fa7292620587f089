package dev.satu.bench;

/** The one thing that everybody wants. */
record Lot(String assetId, String name, String status) {
  boolean isAvailable() {
    return status.equals("AVAILABLE");
  }
}
