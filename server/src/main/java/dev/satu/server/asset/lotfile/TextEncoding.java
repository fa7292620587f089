package dev.satu.server.asset.lotfile;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.satu.imports.BadRow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Tells whether a file is UTF-8, before anything is made of its bytes: what is guessed wrong here
 * would stand in the catalogue as question marks.
 */
final class TextEncoding {
  private static final int BUFFER = 64 * 1024;

  /** Beginnings by which other things give themselves away; the longer ones first. */
  private static final List<Mark> MARKS =
      List.of(
          new Mark("fffe0000", "is in UTF-32LE"),
          new Mark("0000feff", "is in UTF-32BE"),
          new Mark("fffe", "is in UTF-16LE"),
          new Mark("feff", "is in UTF-16BE"),
          new Mark("1f8b", "is compressed (gzip)"),
          new Mark("504b0304", "is a ZIP file, perhaps a spreadsheet"));

  private record Mark(String hex, String what) {
    boolean begins(String start) {
      return start.startsWith(hex);
    }
  }

  private TextEncoding() {}

  /** What is wrong with the file as a whole, if anything. */
  static Optional<BadRow> faultOf(Path file) {
    try (FileChannel channel = FileChannel.open(file)) {
      ByteBuffer bytes = ByteBuffer.allocate(BUFFER);
      channel.read(bytes);
      bytes.flip();
      if (!bytes.hasRemaining()) {
        return Optional.of(BadRow.of(1, "the file is empty"));
      }
      Optional<String> other = named(bytes);
      return other.isPresent() ? other.map(what -> notUtf8(1, what)) : undecodable(channel, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<String> named(ByteBuffer start) {
    byte[] first = new byte[Math.min(4, start.remaining())];
    start.get(0, first);
    String hex = HexFormat.of().formatHex(first);
    Optional<String> marked =
        MARKS.stream().filter(mark -> mark.begins(hex)).findFirst().map(Mark::what);
    if (marked.isPresent() || first.length < 4) {
      return marked;
    }
    // Letters of a header, without a mark: every second byte is zero.
    if (first[0] != 0 && first[1] == 0 && first[2] != 0 && first[3] == 0) {
      return Optional.of("is in UTF-16LE");
    }
    return first[0] == 0 && first[1] != 0 && first[2] == 0 && first[3] != 0
        ? Optional.of("is in UTF-16BE")
        : Optional.empty();
  }

  private static Optional<BadRow> undecodable(FileChannel channel, ByteBuffer bytes)
      throws IOException {
    CharsetDecoder decoder =
        UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    CharBuffer text = CharBuffer.allocate(BUFFER);
    boolean isEnd = false;
    long line = 1;
    while (true) {
      int from = bytes.position();
      CoderResult result = decoder.decode(bytes, text.clear(), isEnd);
      line += lines(bytes, from, bytes.position());
      if (result.isError()) {
        return Optional.of(
            notUtf8(line, "is not UTF-8 here; perhaps it is in Windows-1252 or ISO-8859-1"));
      }
      if (result.isUnderflow()) {
        if (isEnd) {
          return Optional.empty();
        }
        bytes.compact();
        isEnd = channel.read(bytes) < 0;
        bytes.flip();
      }
    }
  }

  private static int lines(ByteBuffer bytes, int from, int to) {
    int lines = 0;
    for (int i = from; i < to; i++) {
      if (bytes.get(i) == '\n') {
        lines++;
      }
    }
    return lines;
  }

  private static BadRow notUtf8(long line, String what) {
    return BadRow.of(line, "the file " + what + ": save it as UTF-8");
  }
}
