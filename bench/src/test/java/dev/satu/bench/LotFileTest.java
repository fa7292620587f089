package dev.satu.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LotFileTest {
  @Test
  void equal_seeds_give_equal_files_of_so_many_lots_below_a_header(@TempDir Path folder)
      throws IOException {
    Path one = folder.resolve("one.csv");
    Path two = folder.resolve("two.csv");

    LotFile.write(one, "L", 100, 7);
    LotFile.write(two, "L", 100, 7);

    assertThat(Files.readAllLines(one)).hasSize(101);
    assertThat(one).hasSameTextualContentAs(two);
    LotFile.write(two, "L", 100, 8);
    assertThat(Files.readString(two)).isNotEqualTo(Files.readString(one));
  }
}
