package dev.satu.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.satu.Answers;
import dev.satu.Installed;
import dev.satu.Snapshot;
import dev.satu.account.ChangeAccountCommand.Change;
import dev.satu.reservation.BuyerLimits;
import dev.satu.reservation.OwnHold;
import dev.satu.testkit.Race;
import dev.satu.value.AccountId;
import dev.satu.value.InvalidValue;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class AccountsTest {
  @RegisterExtension static final Installed satu = new Installed(8);

  private static final Change NOTHING = new Change(null, null, null, null);

  private static Account account(String name) {
    CreateAccountCommand command = create(new AccountId(satu.newName("acc")), name);
    return Answers.first(satu.satu().accounts().create(command), CreateAccountOutcome.Created.class)
        .account();
  }

  private static CreateAccountCommand create(AccountId id, String name) {
    return new CreateAccountCommand(
        Installed.SERVER, satu.newKey(), id, name, AccountRules.DEFAULT);
  }

  private static ChangeAccountCommand change(Account account, Change change) {
    return new ChangeAccountCommand(
        Installed.SERVER, satu.newKey(), account.id(), account.version(), change);
  }

  @Test
  void the_account_of_the_configured_key_is_there_from_the_beginning() {
    Account operator = satu.satu().accounts().find(new AccountId("operator")).orElseThrow();

    assertThat(operator.rules()).isEqualTo(AccountRules.DEFAULT);
  }

  @Test
  void a_new_account_shows_what_was_given_and_replays_to_the_letter() {
    AccountRules rules =
        new AccountRules(OwnHold.REFUSE, Optional.of(3), Optional.of(Duration.ofSeconds(90)));
    CreateAccountCommand command =
        new CreateAccountCommand(
            Installed.SERVER,
            satu.newKey(),
            new AccountId(satu.newName("acc")),
            "Bahn & Söhne",
            rules);

    Account made =
        Answers.first(satu.satu().accounts().create(command), CreateAccountOutcome.Created.class)
            .account();

    assertThat(made.rules()).isEqualTo(rules);
    assertThat(made.name()).isEqualTo("Bahn & Söhne");
    assertThat(made.version()).isEqualTo(1);
    assertThat(satu.satu().accounts().find(made.id())).contains(made);
    assertThat(Answers.replay(satu.satu().accounts().create(command)).outcome())
        .isEqualTo(new CreateAccountOutcome.Created(made));
  }

  @Test
  void an_id_that_is_taken_is_refused_and_nothing_changed() {
    Account there = account("First");

    Snapshot.assertUnchangedBy(
        satu,
        () ->
            assertThat(Answers.first(satu.satu().accounts().create(create(there.id(), "Second"))))
                .isEqualTo(new CreateAccountOutcome.AlreadyExists()));
  }

  @Test
  void a_change_leaves_alone_what_it_does_not_name() {
    Account before = account("Before");
    Account limited =
        changed(
            change(
                before,
                new Change(
                    null, OwnHold.REFUSE, Optional.of(2), Optional.of(Duration.ofMinutes(1)))));

    Account after = changed(change(limited, new Change("After", null, Optional.empty(), null)));

    assertThat(after.name()).isEqualTo("After");
    assertThat(after.rules())
        .isEqualTo(
            new AccountRules(OwnHold.REFUSE, Optional.empty(), Optional.of(Duration.ofMinutes(1))));
    assertThat(after.version()).isEqualTo(3);
  }

  @Test
  void a_change_for_an_older_version_is_told_the_present_one_and_changes_nothing() {
    Account first = account("First");
    Account second = changed(change(first, new Change("Second", null, null, null)));
    ChangeAccountCommand late = change(first, new Change("Late", null, null, null));

    Snapshot.assertUnchangedBy(
        satu,
        () ->
            assertThat(Answers.first(satu.satu().accounts().change(late)))
                .isEqualTo(new ChangeAccountOutcome.OtherVersion(second)));
  }

  @Test
  void a_change_sent_again_with_its_key_replays_although_the_version_has_moved_on() {
    ChangeAccountCommand command = change(account("First"), new Change("Second", null, null, null));
    Account second = changed(command);

    assertThat(Answers.replay(satu.satu().accounts().change(command)).outcome())
        .isEqualTo(new ChangeAccountOutcome.Changed(second));
  }

  @Test
  void of_many_changes_for_one_version_exactly_one_is_made() {
    Account before = account("Before");

    var finish =
        Race.of(20)
            .run(n ->
                Answers.first(
                    satu.satu()
                        .accounts()
                        .change(change(before, new Change("By " + n, null, null, null)))));

    assertThat(finish.withoutFailures().count(ChangeAccountOutcome.Changed.class)).isEqualTo(1);
    assertThat(finish.count(ChangeAccountOutcome.OtherVersion.class)).isEqualTo(19);
    assertThat(satu.satu().accounts().find(before.id()).orElseThrow().version()).isEqualTo(2);
  }

  @Test
  void an_unknown_account_cannot_be_changed() {
    ChangeAccountCommand command =
        new ChangeAccountCommand(
            Installed.SERVER, satu.newKey(), new AccountId("nobody"), 1, NOTHING);

    assertThat(Answers.first(satu.satu().accounts().change(command)))
        .isEqualTo(new ChangeAccountOutcome.NotFound());
  }

  @Test
  void values_that_break_their_rule_are_named() {
    assertThatThrownBy(() -> create(new AccountId("x"), " "))
        .isInstanceOfSatisfying(InvalidValue.class, e -> assertThat(e.field()).isEqualTo("name"));
    assertThatThrownBy(() -> new AccountRules(OwnHold.RETURN, Optional.of(0), Optional.empty()))
        .isInstanceOfSatisfying(
            InvalidValue.class, e -> assertThat(e.field()).isEqualTo("live_holds"));
    assertThatThrownBy(() ->
            new AccountRules(OwnHold.RETURN, Optional.empty(), Optional.of(Duration.ofHours(25))))
        .isInstanceOfSatisfying(
            InvalidValue.class, e -> assertThat(e.field()).isEqualTo("pause_after_expiry"));
  }

  @Test
  void what_the_account_chose_goes_before_the_defaults_of_the_credential() {
    AccountRules three = new AccountRules(OwnHold.RETURN, Optional.of(3), Optional.empty());

    assertThat(AccountRules.DEFAULT.limits(BuyerLimits.NONE)).isEqualTo(BuyerLimits.NONE);
    assertThat(three.limits(BuyerLimits.FOR_BUYER_TOKENS))
        .isEqualTo(BuyerLimits.of(3, Duration.ofMinutes(1)));
  }

  @Test
  void pages_show_every_account_once_in_order() {
    List<AccountId> made = List.of(account("a").id(), account("b").id(), account("c").id());

    AccountPage first = satu.satu().accounts().list(Optional.empty(), 1);
    AccountPage all = satu.satu().accounts().list(Optional.empty(), Accounts.LARGEST_PAGE);

    assertThat(first.next()).contains(first.items().getFirst().id());
    assertThat(all.next()).isEmpty();
    assertThat(all.items().stream().map(Account::id)).containsAll(made);
    assertThat(satu.satu().accounts().list(first.next(), Accounts.LARGEST_PAGE).items())
        .isEqualTo(all.items().subList(1, all.items().size()));
  }

  private static Account changed(ChangeAccountCommand command) {
    return Answers.first(satu.satu().accounts().change(command), ChangeAccountOutcome.Changed.class)
        .account();
  }
}
