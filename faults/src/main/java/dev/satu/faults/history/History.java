package dev.satu.faults.history;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * All calls of a run, in the order in which they were sent. Thread-safe.
 *
 * <p>A call is in the file (as far as the operating system is concerned: it survives the death of
 * this process, not of this machine) before {@link #sent} returns.
 */
public final class History implements AutoCloseable {
  private static final Answer NOT_YET = new Answer.Unknown("no answer was recorded");

  private final long start = System.nanoTime();
  private final List<Call> calls;
  private final @Nullable FileChannel file;

  private History(List<Call> calls, @Nullable FileChannel file) {
    this.calls = calls;
    this.file = file;
  }

  /** Begins a history in a new file: one JSON object a line, two lines a call. */
  public static History open(Path ndjson) throws IOException {
    return new History(
        new ArrayList<>(),
        FileChannel.open(ndjson, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
  }

  /** A history that was recorded elsewhere. */
  public static History of(List<Call> calls) {
    return new History(new ArrayList<>(calls), null);
  }

  /** Reads a history from its file. A last line that was not written to its end is left out. */
  public static History read(Path ndjson) throws IOException {
    try (BufferedReader lines = Files.newBufferedReader(ndjson)) {
      return of(new HistoryReader().read(lines));
    }
  }

  /** Nanoseconds since the run began. */
  public long now() {
    return System.nanoTime() - start;
  }

  /** Writes down that a request is about to be sent. Returns the call, unknown as yet. */
  public Call sent(int client, String node, Request request) {
    synchronized (calls) {
      Call call = new Call(calls.size() + 1L, client, node, request, now(), Call.NEVER, NOT_YET);
      write(CallLine.sent(call).bytes());
      calls.add(call);
      return call;
    }
  }

  /** Writes down what came of a call. Returns the call as it is now. */
  public Call answered(Call call, Answer answer) {
    Call answered =
        new Call(
            call.number(),
            call.client(),
            call.node(),
            call.request(),
            call.sentAt(),
            now(),
            answer);
    byte[] line = CallLine.answered(answered).bytes();
    synchronized (calls) {
      write(line);
      calls.set(Math.toIntExact(call.number() - 1), answered);
    }
    return answered;
  }

  /** All calls so far, in the order in which they were sent. */
  public List<Call> calls() {
    synchronized (calls) {
      return List.copyOf(calls);
    }
  }

  private void write(byte[] line) {
    ByteBuffer bytes = ByteBuffer.wrap(line);
    try {
      while (bytes.hasRemaining()) {
        Objects.requireNonNull(file, "a history that was read cannot be continued").write(bytes);
      }
    } catch (IOException failure) {
      throw new UncheckedIOException("the history cannot be written", failure);
    }
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }
}
