package dev.satu.faults.workload;

import dev.satu.faults.history.Request;
import org.jspecify.annotations.Nullable;

/** Pays wrongly: too little, nothing, or with a payment that paid, or may pay, for another one. */
final class CommitOddly implements Act {
  @Override
  public void perform(Client client) {
    client.memory().holds().any(client.dice()).ifPresent(held -> client.send(odd(client, held)));
  }

  private static Request odd(Client client, Held held) {
    return switch (client.dice().nextInt(4)) {
      case 0 -> commit(client, held, client.newPayment(), "{\"amount\":7,\"currency\":\"CHF\"}");
      case 1 -> commit(client, held, client.newPayment(), null);
      case 2 -> commit(client, held, Client.commonPayment(held.lot()), held.price());
      default -> {
        String used = client.memory().payments().any(client.dice()).orElseGet(client::newPayment);
        yield commit(client, held, used, held.price());
      }
    };
  }

  private static Request commit(Client client, Held held, String payment, @Nullable String money) {
    return Commits.request(client.newKey(), held, payment, money);
  }
}
