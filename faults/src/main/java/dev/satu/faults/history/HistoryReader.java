package dev.satu.faults.history;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Puts the halves of calls together again. What is the same text a million times is kept once. */
final class HistoryReader {
  private final Map<String, String> texts = new HashMap<>();
  private final List<Call> calls = new ArrayList<>();

  List<Call> read(BufferedReader lines) throws IOException {
    String line = lines.readLine();
    while (line != null) {
      String next = lines.readLine();
      take(line, next == null);
      line = next;
    }
    return calls;
  }

  private void take(String line, boolean isLast) throws IOException {
    CallLine parsed;
    try {
      parsed = CallLine.parse(line);
    } catch (IOException broken) {
      if (isLast) {
        return;
      }
      throw broken;
    }
    int index = Math.toIntExact(parsed.call() - 1);
    Request request = parsed.request();
    if (request != null && index == calls.size()) {
      calls.add(sent(parsed, request));
    } else if (request == null && index >= 0 && index < calls.size()) {
      calls.set(index, answered(calls.get(index), parsed));
    } else {
      throw new IOException("call " + parsed.call() + " is out of order");
    }
  }

  private Call sent(CallLine line, Request request) {
    Integer client = line.client();
    Long at = line.sentAt();
    return new Call(
        line.call(),
        client == null ? 0 : client,
        String.valueOf(once(line.node())),
        new Request(
            String.valueOf(once(request.act())),
            once(request.item()),
            String.valueOf(once(request.method())),
            request.path(),
            request.key(),
            request.ifMatch(),
            request.credential(),
            request.body()),
        at == null ? 0 : at,
        Call.NEVER,
        line.answer());
  }

  private static Call answered(Call call, CallLine line) {
    Long at = line.answeredAt();
    return new Call(
        call.number(),
        call.client(),
        call.node(),
        call.request(),
        call.sentAt(),
        at == null ? Call.NEVER : at,
        line.answer());
  }

  private @Nullable String once(@Nullable String text) {
    if (text == null) {
      return null;
    }
    String known = texts.putIfAbsent(text, text);
    return known == null ? text : known;
  }
}
