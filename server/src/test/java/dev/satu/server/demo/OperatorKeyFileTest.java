package dev.satu.server.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.satu.server.embedded.CannotStartException;
import dev.satu.server.security.ApiKey;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OperatorKeyFileTest {
  @TempDir Path folder;

  private Path file() {
    return folder.resolve("operator-key");
  }

  @Test
  void a_key_is_made_once_for_its_owner_only_and_kept() throws Exception {
    String key = OperatorKeyFile.keyFor(file(), null);
    ApiKey.check(key);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
    assertThat(OperatorKeyFile.keyFor(file(), null)).isEqualTo(key);
  }

  @Test
  void the_key_of_the_environment_is_taken_and_not_written_down() throws Exception {
    String given = ApiKey.generate();
    assertThat(OperatorKeyFile.keyFor(file(), given)).isEqualTo(given);
    assertThat(file()).doesNotExist();
  }

  @Test
  void a_weak_key_of_the_environment_is_refused() {
    assertThatExceptionOfType(CannotStartException.class)
        .isThrownBy(() -> OperatorKeyFile.keyFor(file(), "satu_admin"))
        .withMessageContaining("SATU_OPERATOR_KEY");
  }

  @Test
  void a_damaged_file_is_refused_and_not_replaced() throws Exception {
    Files.writeString(file(), "satu_");
    assertThatExceptionOfType(CannotStartException.class)
        .isThrownBy(() -> OperatorKeyFile.keyFor(file(), null))
        .withMessageContaining(file().toString());
    assertThat(file()).hasContent("satu_");
  }
}
