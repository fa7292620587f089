package dev.satu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.LifecycleModel.Hold;
import dev.satu.LifecycleModel.Item;
import dev.satu.LifecycleModel.Limits;
import dev.satu.LifecycleModel.Time;
import dev.satu.asset.CreateCommand;
import dev.satu.hold.Reservation;
import dev.satu.idempotency.Reply;
import dev.satu.reservation.BuyerLimits;
import dev.satu.reservation.CommitCommand;
import dev.satu.reservation.CommitOutcome;
import dev.satu.reservation.ExtendCommand;
import dev.satu.reservation.ExtendOutcome;
import dev.satu.reservation.OwnHold;
import dev.satu.reservation.PlaceCommand;
import dev.satu.reservation.PlaceOutcome;
import dev.satu.reservation.ReleaseCommand;
import dev.satu.reservation.ReleaseOutcome;
import dev.satu.value.AccountId;
import dev.satu.value.AssetId;
import dev.satu.value.BuyerId;
import dev.satu.value.Caller;
import dev.satu.value.Gateway;
import dev.satu.value.Money;
import dev.satu.value.PaymentRef;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One random sequence of commands, on assets and with buyers of its own. */
final class LifecycleSequence {
  private static final int STEPS = 50;
  private static final int EXTENSIONS = SatuConfig.DEFAULT.extensions();
  static final Money PRICE = new Money(500, "CHF");
  private static final AccountId ELSEWHERE = new AccountId("elsewhere");

  private final Installed satu;
  private final String name;
  private final Random random;
  private final LifecycleModel model = new LifecycleModel();
  private final List<String> story = new ArrayList<>();
  // Names of this sequence alone: a buyer's cap counts over all sequences.
  private final List<String> buyers;
  private final Map<Hold, Reservation> reservations = new HashMap<>();
  private final List<Replayable> answered = new ArrayList<>();
  private final List<String> payments = new ArrayList<>();

  private final LifecycleOperator operator;
  private final Consumer<String> met;

  /** A call whose answer was stored, and the hold whose status its replay shows, if any. */
  private record Replayable(
      String what, Supplier<Reply<?>> call, Object outcome, @Nullable Hold about) {}

  /**
   * @param met is told the name of every outcome
   */
  LifecycleSequence(Installed satu, long seed, int number, Consumer<String> met) {
    this.met = met;
    this.satu = satu;
    this.buyers = List.of(satu.newName("ann"), satu.newName("bob"));
    this.name = "seed " + seed + ", sequence " + number;
    this.random = new Random(seed + number);
    this.operator = new LifecycleOperator(satu, this, random);
  }

  void run() {
    try {
      create();
      create();
      for (int i = 0; i < STEPS; i++) {
        step();
        assertThat(rows()).isEqualTo(model.rows(hold -> reservation(hold).id().text()));
      }
      // The sweep is over all sequences: none leaves a hold that could end during a later one.
      model.holds.stream().filter(Hold::isLive).toList().forEach(this::expire);
      sweep();
      assertThat(rows()).isEqualTo(model.rows(hold -> reservation(hold).id().text()));
    } catch (RuntimeException | AssertionError failure) {
      throw new AssertionError(
          name + " failed at its last step:\n  " + String.join("\n  ", story), failure);
    }
  }

  private void step() {
    switch (random.nextInt(26)) {
      case 0 -> {
        if (model.items.size() < 4) {
          create();
        }
      }
      case 1, 2, 3, 4, 5, 6 -> place();
      case 7, 8, 9 -> commit();
      case 10, 11 -> release();
      case 12, 13 -> extend();
      case 14 -> sweep();
      case 15, 16, 17 -> letTimePass();
      case 18, 19 -> replay();
      default -> operator.step();
    }
  }

  LifecycleModel model() {
    return model;
  }

  private void create() {
    AssetId id = new AssetId(satu.newName("item"));
    Item item =
        new Item(id, "An item", random.nextBoolean() ? Optional.of(PRICE) : Optional.empty());
    CreateCommand command =
        new CreateCommand(
            Installed.SERVER,
            satu.newKey(),
            id,
            item.name,
            Optional.empty(),
            item.price,
            Optional.empty(),
            "{}");
    compare("create " + id, "Created", Answers.first(satu.satu().assets().create(command)));
    model.items.add(item);
  }

  private void place() {
    Item item = any(model.items);
    String buyer = any(buyers);
    Caller caller = anyCaller(buyer);
    boolean refuseOwn = random.nextInt(4) == 0;
    Limits limits =
        new Limits(random.nextInt(3) == 0 ? 1 + random.nextInt(2) : null, random.nextInt(3) == 0);
    PlaceCommand plain =
        PlaceCommand.of(caller, satu.newKey(), item.id, new BuyerId(buyer))
            .limitedTo(
                new BuyerLimits(
                    Optional.ofNullable(limits.liveHolds()),
                    limits.pause() ? Optional.of(Duration.ofHours(1)) : Optional.empty()))
            .whenOwn(refuseOwn ? OwnHold.REFUSE : OwnHold.RETURN);
    PlaceCommand command =
        random.nextBoolean() ? plain : plain.holdingFor(Duration.ofMinutes(5 + random.nextInt(6)));
    String what =
        "%s places on %s, %s%s"
            .formatted(told(caller, buyer), item.id, limits, refuseOwn ? ", not if own" : "");
    Supplier<Reply<?>> call = () -> satu.satu().reservations().place(command);
    Object outcome = Answers.first(call.get());
    compare(what, model.place(item, caller, buyer, limits, refuseOwn), outcome);
    if (outcome instanceof PlaceOutcome.Held held) {
      Hold hold = model.holds.getLast();
      reservations.put(hold, held.reservation());
      answered(what, call, outcome, hold);
    } else if (outcome instanceof PlaceOutcome.AlreadyHeld already) {
      Hold hold =
          model.holds.stream().filter(h -> h.item == item && h.isLive()).findFirst().orElseThrow();
      assertThat(already.reservation().id()).isEqualTo(reservation(hold).id());
      answered(what, call, outcome, hold);
    }
  }

  private void commit() {
    if (model.holds.isEmpty()) {
      return;
    }
    Hold hold = aHold();
    Caller caller = Caller.of(random.nextInt(8) == 0 ? ELSEWHERE : hold.owner.account());
    String payment =
        payments.isEmpty() || random.nextInt(4) > 0 ? satu.newName("pi") : any(payments);
    payments.add(payment);
    Optional<Money> money =
        switch (random.nextInt(6)) {
          case 0 -> Optional.empty();
          case 1 -> Optional.of(new Money(499, "CHF"));
          default -> Optional.of(PRICE);
        };
    CommitCommand command =
        new CommitCommand(
            caller,
            satu.newKey(),
            reservation(hold).id(),
            new Gateway("external"),
            new PaymentRef(payment),
            money);
    String what = "%s commits %s by %s of %s".formatted(caller.actor(), told(hold), payment, money);
    Supplier<Reply<?>> call = () -> satu.satu().reservations().commit(command);
    Object outcome = Answers.first(call.get());
    compare(what, model.commit(hold, caller, payment, money), outcome);
    if (outcome instanceof CommitOutcome.Committed) {
      answered(what, call, outcome, hold);
    }
  }

  private void release() {
    if (model.holds.isEmpty()) {
      return;
    }
    Hold hold = aHold();
    Caller caller = anyCaller(any(buyers));
    ReleaseCommand command = new ReleaseCommand(caller, satu.newKey(), reservation(hold).id());
    String what = caller + " releases " + told(hold);
    Supplier<Reply<?>> call = () -> satu.satu().reservations().release(command);
    Object outcome = Answers.first(call.get());
    compare(what, model.release(hold, caller), outcome);
    if (outcome instanceof ReleaseOutcome.Released) {
      answered(what, call, outcome, hold);
    }
  }

  private void extend() {
    if (model.holds.isEmpty()) {
      return;
    }
    Hold hold = aHold();
    Caller caller = anyCaller(any(buyers));
    ExtendCommand command =
        new ExtendCommand(caller, satu.newKey(), reservation(hold).id(), Duration.ofMinutes(1));
    String what = caller + " extends " + told(hold);
    Supplier<Reply<?>> call = () -> satu.satu().reservations().extend(command);
    Object outcome = Answers.first(call.get());
    compare(what, model.extend(hold, caller, EXTENSIONS), outcome);
    if (outcome instanceof ExtendOutcome.Extended) {
      answered(what, call, outcome, hold);
    }
  }

  private void sweep() {
    story.add("the janitor sweeps");
    assertThat("swept " + satu.satu().overdueSweep().runOnce(1000)).isEqualTo(model.sweep());
  }

  private void letTimePass() {
    List<Hold> live = model.holds.stream().filter(Hold::isLive).toList();
    if (live.isEmpty()) {
      return;
    }
    expire(any(live));
  }

  private void expire(Hold hold) {
    hold.time = random.nextBoolean() ? Time.EXPIRED_JUST_NOW : Time.EXPIRED_LONG_AGO;
    story.add(told(hold) + " has " + hold.time);
    satu.letExpireIn(
        reservation(hold),
        hold.time == Time.EXPIRED_JUST_NOW ? Duration.ofSeconds(-1) : Duration.ofHours(-2));
  }

  /** An old call comes again: its answer of then, its status of now, and nothing happens. */
  private void replay() {
    if (answered.isEmpty()) {
      return;
    }
    Replayable old = any(answered);
    story.add("again: " + old.what());
    Reply.Replay<?> replay = Answers.replay(old.call().get());
    assertThat((Object) replay.outcome()).isEqualTo(old.outcome());
    Hold about = old.about();
    assertThat(replay.statusNow())
        .isEqualTo(Optional.ofNullable(about).map(hold -> hold.status().name()));
  }

  /** That this call was answered, and its answer kept. */
  void answered(String what, Supplier<Reply<?>> call, Object outcome, @Nullable Hold about) {
    answered.add(new Replayable(what, call, outcome, about));
  }

  void compare(String what, String expected, Object outcome) {
    story.add(what + " -> " + outcome);
    assertThat(Answers.named(outcome)).isEqualTo(expected);
    met.accept(expected);
  }

  private List<String> rows() {
    String ids = String.join(",", model.items.stream().map(item -> item.id.text()).toList());
    return satu
        .database()
        .queryRows(
            """
            SELECT id || ' ' || status || ' ' || version || ' ' || coalesce(reservation_id, '-')
                   || ' ' || coalesce(price_amount::text, '-') || ' ' || name AS line
              FROM asset WHERE id = ANY (?::text[])
            """,
            "{" + ids + "}")
        .stream()
        .map(row -> String.valueOf(row.get("line")))
        .sorted()
        .toList();
  }

  /** Mostly one of the latest: what happened long ago has little left to do. */
  Hold aHold() {
    int size = model.holds.size();
    return model.holds.get(
        random.nextInt(3) == 0 ? random.nextInt(size) : Math.max(0, size - 1 - random.nextInt(3)));
  }

  private Caller anyCaller(String buyer) {
    return switch (random.nextInt(8)) {
      case 0 -> Caller.of(ELSEWHERE);
      case 1, 2, 3 -> new Caller(Installed.SHOP, new BuyerId(buyer));
      default -> Installed.SERVER;
    };
  }

  Reservation reservation(Hold hold) {
    Reservation reservation = reservations.get(hold);
    if (reservation == null) {
      throw new AssertionError("the model has a hold that Satu did not grant");
    }
    return reservation;
  }

  String told(Hold hold) {
    return "%s of %s on %s".formatted(reservation(hold).id(), hold.buyer, hold.item.id);
  }

  private static String told(Caller caller, String buyer) {
    return caller.actor() + " for " + buyer;
  }

  <T> T any(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }
}
