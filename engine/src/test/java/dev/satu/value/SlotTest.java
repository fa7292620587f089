package dev.satu.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Rows are found by their slot: what is pinned here can never change. */
class SlotTest {
  /** 0xE3069283 is the published check value of CRC-32C; its low ten bits are 643. */
  @Test
  void the_slot_of_an_asset_is_the_low_ten_bits_of_its_crc_32c() {
    assertThat(Slot.of(new AssetId("123456789"))).isEqualTo((short) 643);
  }

  @Test
  void slots_never_change() {
    assertThat(Slot.of(new AssetId("EQ-88392"))).isEqualTo((short) 696);
    assertThat(Slot.of(new AccountId("shop"), new BuyerId("usr_01HZX48K7N2A")))
        .isEqualTo((short) 642);
    assertThat(Slot.of(new Gateway("external"), new PaymentRef("pi_1"))).isEqualTo((short) 540);
    assertThat(Slot.ofKey(new AccountId("shop"), "7b84c798-289b-4b2a-a929-873d6b0bf5d2"))
        .isEqualTo((short) 455);
    // V010 writes the row of the configured key's account into this slot.
    assertThat(Slot.of(new AccountId("operator"))).isEqualTo((short) 876);
    assertThat(Slot.ofKeyHash(new byte[32])).isEqualTo(Slot.of(new AssetId("00".repeat(32))));
  }

  @Test
  void the_parts_of_an_identity_do_not_run_together() {
    assertThat(Slot.of(new AccountId("ab"), new BuyerId("c")))
        .isNotEqualTo(Slot.of(new AccountId("a"), new BuyerId("bc")));
  }

  @Test
  void every_slot_gets_about_its_share_of_ids() {
    int[] counts = new int[Slot.COUNT];
    for (int i = 0; i < 100_000; i++) {
      counts[Slot.of(new AssetId("lot-" + i))]++;
    }

    // On average 98; a fair hash stays within five standard deviations of 10.
    assertThat(IntStream.of(counts).min().orElseThrow()).isGreaterThan(48);
    assertThat(IntStream.of(counts).max().orElseThrow()).isLessThan(148);
  }

  @Test
  void an_id_that_we_make_carries_its_slot() {
    for (short slot = 0; slot < Slot.COUNT; slot++) {
      ReservationId reservation = ReservationId.create(slot);
      PaymentId payment = PaymentId.create(slot);

      assertThat(reservation.slot()).isEqualTo(slot);
      assertThat(payment.slot()).isEqualTo(slot);
      assertThat(ReservationId.parse(reservation.text())).contains(reservation);
      assertThat(PaymentId.parse(payment.text())).contains(payment);
      assertThat(ReservationId.parse(payment.text())).isEmpty();
      assertThat(KeyId.create(slot).slot()).isEqualTo(slot);
      assertThat(reservation.text()).hasSize(30).matches("res_[0-9A-HJKMNP-TV-Z]{26}");
    }
  }

  @Test
  void ids_that_we_make_are_all_different_also_within_one_slot() {
    Set<ReservationId> made = new HashSet<>();
    for (int i = 0; i < 100_000; i++) {
      made.add(ReservationId.create((short) 5));
    }

    assertThat(made).hasSize(100_000);
  }

  @Test
  void a_slot_is_read_from_the_last_two_digits() {
    assertThat(new ReservationId("res_01HZX49R8T39000000000000" + "00").slot()).isZero();
    assertThat(new ReservationId("res_01HZX49R8T39000000000000" + "0Z").slot())
        .isEqualTo((short) 31);
    assertThat(new ReservationId("res_01HZX49R8T39000000000000" + "10").slot())
        .isEqualTo((short) 32);
    assertThat(new ReservationId("res_01HZX49R8T39000000000000" + "ZZ").slot())
        .isEqualTo((short) 1023);
  }
}
