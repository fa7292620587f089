package dev.satu.bench.rig;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * Sends holds on a schedule, whether or not the answers keep up, and measures each from the instant
 * it was due: a stall counts for everybody whom it kept waiting (no coordinated omission).
 *
 * <p>The gaps are exponential, as pgbench's are under {@code --rate}. A request that finds all
 * connections busy waits for one, and its waiting counts. One thread, not thread-safe.
 */
public final class OpenLoop {
  private static final int LONGEST_ANSWER = 8192;
  private static final long NAP_NANOS = 100_000;
  private static final long LONGEST_MICROS = TimeUnit.MINUTES.toMicros(1);
  private static final Duration LAST_ANSWERS = Duration.ofSeconds(20);

  private final InetSocketAddress address;
  private final int connections;

  public OpenLoop(Server server, int connections) {
    this.address = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), server.port());
    this.connections = connections;
  }

  /**
   * What came of a run.
   *
   * @param micros latencies
   * @param unexpected answers that were not 201
   */
  public record Run(Histogram micros, long answers, long unexpected, double perSecond) {
    public double p99Millis() {
      return micros.getValueAtPercentile(99) / 1000.0;
    }

    public double p50Millis() {
      return micros.getValueAtPercentile(50) / 1000.0;
    }
  }

  /** What a connection is doing: {@code due} is when its request should have gone out. */
  private static final class Line {
    private final SocketChannel channel;
    private final ByteBuffer answer = ByteBuffer.allocate(LONGEST_ANSWER);
    private long due;

    Line(SocketChannel channel) {
      this.channel = channel;
    }

    /** The status, once all of the answer is here; else 0. */
    int status() {
      String text = new String(answer.array(), 0, answer.position(), ISO_8859_1);
      int body = text.indexOf("\r\n\r\n");
      if (body < 0) {
        return 0;
      }
      int name = text.toLowerCase(Locale.ROOT).indexOf("content-length:");
      int length = Integer.parseInt(text.substring(name + 15, text.indexOf('\r', name)).strip());
      return text.length() < body + 4 + length ? 0 : Integer.parseInt(text.substring(9, 12));
    }
  }

  /** Holds one lot after the other, from {@code first} on. */
  public Run hold(Lots lots, int first, double perSecond, Duration time) throws IOException {
    Random random = new Random(42);
    Histogram micros = new Histogram(LONGEST_MICROS, 3);
    long unexpected = 0;
    int sent = 0;
    int answered = 0;
    Deque<Line> idle = new ArrayDeque<>();
    try (Selector selector = Selector.open()) {
      for (int i = 0; i < connections; i++) {
        idle.add(open(selector));
      }
      long began = System.nanoTime();
      long end = began + time.toNanos();
      double due = began;
      while (due < end || answered < sent) {
        long now = System.nanoTime();
        if (now - end > LAST_ANSWERS.toNanos()) {
          throw new IOException((sent - answered) + " answers are still missing after the end");
        }
        while (due < end && due <= now && !idle.isEmpty()) {
          send(idle.remove(), lots.request(first + sent++), (long) due);
          due += -Math.log(1 - random.nextDouble()) * 1e9 / perSecond;
        }
        if (selector.selectNow() == 0) {
          LockSupport.parkNanos(NAP_NANOS);
          continue;
        }
        for (SelectionKey key : selector.selectedKeys()) {
          Line line = (Line) key.attachment();
          if (line.channel.read(line.answer) < 0) {
            throw new IOException("the server closed a connection");
          }
          int status = line.status();
          if (status != 0) {
            micros.recordValue(Math.min(LONGEST_MICROS, (System.nanoTime() - line.due) / 1000));
            unexpected += status == 201 ? 0 : 1;
            answered++;
            idle.add(line);
          }
        }
        selector.selectedKeys().clear();
      }
      for (SelectionKey key : selector.keys()) {
        key.channel().close();
      }
    }
    return new Run(micros, answered, unexpected, answered / (time.toNanos() / 1e9));
  }

  private Line open(Selector selector) throws IOException {
    SocketChannel channel = SocketChannel.open(address);
    Line line = new Line(channel);
    channel.configureBlocking(false);
    channel.register(selector, SelectionKey.OP_READ, line);
    return line;
  }

  private static void send(Line line, byte[] request, long due) throws IOException {
    line.due = due;
    line.answer.clear();
    ByteBuffer bytes = ByteBuffer.wrap(request);
    while (bytes.hasRemaining()) {
      line.channel.write(bytes);
    }
  }
}
