package dev.satu.faults.check;

import dev.satu.faults.history.Answer.Told;
import dev.satu.faults.history.Call;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** All that is known of one item: its calls, its rows, its events. */
final class ItemCase {
  private final String id;
  private final List<Call> calls = new ArrayList<>();
  private final List<Telling> listed = new ArrayList<>();
  private final Map<String, ReservationRow> reservations = new HashMap<>();
  private final List<PaymentRow> payments = new ArrayList<>();
  private final List<EventRow> events = new ArrayList<>();
  private final List<EventRow> paymentEvents = new ArrayList<>();
  private final List<KeyEffect> keys = new ArrayList<>();
  private final Set<String> keysByName = new HashSet<>();
  private @Nullable AssetRow asset;
  private @Nullable Timeline timeline;
  private @Nullable List<Telling> tellings;

  ItemCase(String id) {
    this.id = id;
  }

  void add(Call call) {
    calls.add(call);
  }

  void add(Telling telling) {
    listed.add(telling);
  }

  void add(AssetRow row) {
    asset = row;
  }

  void add(ReservationRow row) {
    reservations.put(row.id(), row);
  }

  void add(PaymentRow row) {
    payments.add(row);
  }

  void add(EventRow row) {
    (row.isOfAsset() ? events : paymentEvents).add(row);
  }

  void add(KeyEffect key) {
    keys.add(key);
    keysByName.add(key.row().key());
  }

  /**
   * Reads the answers; they are kept until {@link #close}.
   *
   * @param since from when on a server may have looked for a call's answer
   */
  void open(ToLongFunction<Call> since) {
    events.sort(Comparator.comparingLong(EventRow::version).thenComparingLong(EventRow::id));
    List<Telling> all = new ArrayList<>(listed);
    for (Call call : calls) {
      if (call.answer() instanceof Told told) {
        all.add(Telling.of(call, told, since.applyAsLong(call)));
      }
    }
    tellings = all;
    timeline = new Timeline(events);
  }

  void close() {
    tellings = null;
    timeline = null;
  }

  String id() {
    return id;
  }

  List<Call> calls() {
    return calls;
  }

  Optional<AssetRow> asset() {
    return Optional.ofNullable(asset);
  }

  /** The version at which it stands now; 0 if there is none of it. */
  long lastVersion() {
    AssetRow row = asset;
    return row == null ? 0 : row.version();
  }

  Iterable<ReservationRow> reservations() {
    return reservations.values();
  }

  Optional<ReservationRow> reservation(@Nullable String reservation) {
    return Optional.ofNullable(reservation).map(reservations::get);
  }

  List<PaymentRow> payments() {
    return payments;
  }

  /** Events of the asset, in the order of versions. */
  List<EventRow> events() {
    return events;
  }

  /** The event of this version, if there is exactly one where it belongs. */
  Optional<EventRow> event(long version) {
    return version >= 1 && version <= events.size()
        ? Optional.of(events.get((int) version - 1)).filter(event -> event.version() == version)
        : Optional.empty();
  }

  List<EventRow> paymentEvents() {
    return paymentEvents;
  }

  /** What the keys whose requests were about it did. */
  List<KeyEffect> keys() {
    return keys;
  }

  /** Whether the row of a key is there that says what a request about it did. */
  boolean hasKey(@Nullable String key) {
    return key != null && keysByName.contains(key);
  }

  /** The commands that were told of a version, or of the one before or after. */
  List<Call> commandsAt(long version) {
    return tellings().stream()
        .filter(telling -> telling.isFresh() && telling.isSuccess())
        .filter(telling -> Math.abs(telling.version() - version) <= 1)
        .map(Telling::call)
        .filter(call -> call.request().isCommand())
        .toList();
  }

  Timeline timeline() {
    Timeline read = timeline;
    if (read == null) {
      throw new IllegalStateException("the case of " + id + " is not open");
    }
    return read;
  }

  /** What answers tell of it. */
  List<Telling> tellings() {
    List<Telling> read = tellings;
    if (read == null) {
      throw new IllegalStateException("the case of " + id + " is not open");
    }
    return read;
  }
}
