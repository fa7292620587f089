package dev.satu.bench;

import java.io.IOException;
import java.util.Optional;
import java.util.UUID;

/** Decides which lot is raced for: the one asked for, else the first free one, else a new one. */
final class LotChoice {
  private final SatuClient api;

  LotChoice(SatuClient api) {
    this.api = api;
  }

  Lot choose(Optional<String> assetId) throws NotStarted, IOException, InterruptedException {
    if (assetId.isPresent()) {
      return api.lot(assetId.get());
    }
    var free = firstAvailable();
    return free.isPresent() ? free.get() : addOne();
  }

  private Optional<Lot> firstAvailable() throws NotStarted, IOException, InterruptedException {
    var cursor = Optional.<String>empty();
    do {
      var page = api.lots(cursor);
      var free = page.lots().stream().filter(Lot::isAvailable).findFirst();
      if (free.isPresent()) {
        return free;
      }
      cursor = page.nextCursor();
    } while (cursor.isPresent());
    return Optional.empty();
  }

  private Lot addOne() throws NotStarted, IOException, InterruptedException {
    var assetId = "RACE-" + UUID.randomUUID().toString().substring(0, 8);
    api.addLot(assetId, "Lot made for a race");
    return new Lot(assetId, "Lot made for a race", "AVAILABLE");
  }
}
