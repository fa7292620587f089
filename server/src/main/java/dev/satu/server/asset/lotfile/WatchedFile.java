package dev.satu.server.asset.lotfile;

import dev.satu.imports.LotFile;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** The bytes of a file, of which the taker of its rows is told how many have been read. */
final class WatchedFile extends FilterInputStream {
  private final LotFile.Taker watcher;
  private long read;

  private WatchedFile(InputStream file, LotFile.Taker watcher) {
    super(file);
    this.watcher = watcher;
  }

  static WatchedFile of(Path file, LotFile.Taker watcher) throws IOException {
    return new WatchedFile(Files.newInputStream(file), watcher);
  }

  @Override
  public int read() throws IOException {
    int one = super.read();
    told(one < 0 ? 0 : 1);
    return one;
  }

  @Override
  public int read(byte[] bytes, int from, int most) throws IOException {
    int many = super.read(bytes, from, most);
    told(Math.max(0, many));
    return many;
  }

  private void told(int bytes) {
    read += bytes;
    watcher.read(read);
  }
}
