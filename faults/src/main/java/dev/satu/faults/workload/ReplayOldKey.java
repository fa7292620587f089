package dev.satu.faults.workload;

import dev.satu.faults.history.Request;

/** Sends an old command again: the same bytes, or the same request with other white space. */
final class ReplayOldKey implements Act {
  @Override
  public void perform(Client client) {
    client
        .memory()
        .requests()
        .any(client.dice())
        .ifPresent(old -> client.send(client.onceIn(4) ? respelled(old) : old));
  }

  private static Request respelled(Request request) {
    String body = request.body();
    return body == null || !body.startsWith("{")
        ? request
        : request.withBody(
            "{ " + body.substring(1, body.length() - 1).replace("\":", "\" : ") + "\n}");
  }
}
