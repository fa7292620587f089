package dev.satu.server.serve;

import dev.satu.Satu;
import dev.satu.check.Difference;
import dev.satu.database.DatabaseFailure;
import dev.satu.database.DatabaseUnavailable;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.security.NamePrincipal;
import io.agroal.api.security.SimplePassword;
import java.io.PrintStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Looks, on one connection of its own and while the service goes on working, whether all rows and
 * events agree.
 */
public final class CheckVerb {
  private static final int AGREES = 0;
  private static final int DIFFERS = 1;
  private static final int NOT_CHECKED = 2;

  private static final Set<Setting> DATABASE =
      Set.of(Setting.DB_URL, Setting.DB_USER, Setting.DB_PASSWORD);

  private final PrintStream out;
  private final PrintStream err;

  private CheckVerb(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  /**
   * Runs the check and returns its exit code: 0 if all agrees, 1 if there are differences, 2 if it
   * could not be told.
   *
   * @throws IllegalArgumentException with a message for whoever typed the words after the verb
   */
  public static int run(
      List<String> words, Map<String, String> environment, PrintStream out, PrintStream err) {
    if (!words.isEmpty()) {
      throw new IllegalArgumentException("check does not know " + String.join(" ", words) + ".");
    }
    CheckVerb verb = new CheckVerb(out, err);
    try {
      return verb.check(ServeSettings.read(environment, DATABASE));
    } catch (ServeSettings.Refused refused) {
      err.println("These settings are refused; docs/operating.md explains them:");
      refused.faults().forEach(fault -> err.println("  " + fault));
      return NOT_CHECKED;
    }
  }

  private int check(ServeSettings settings) {
    try (AgroalDataSource source = AgroalDataSource.from(oneConnection(settings))) {
      try (Connection first = source.getConnection()) {
        err.println("Checking " + first.getCatalog() + "…");
      }
      return tell(Satu.check(source).run());
    } catch (SQLException | DatabaseUnavailable unreachable) {
      err.println("The database cannot be asked: " + unreachable.getMessage());
      return NOT_CHECKED;
    } catch (DatabaseFailure otherSchema) {
      err.println(
          "The database has not this version's schema: "
              + otherSchema.getMessage()
              + ". Start serve of this version first, which migrates.");
      return NOT_CHECKED;
    }
  }

  private int tell(List<Difference> differences) {
    if (differences.isEmpty()) {
      out.println("All rows and events agree.");
      return AGREES;
    }
    for (Difference difference : differences) {
      out.println(difference.kind() + " " + difference.id());
      out.println("  is         " + difference.is());
      out.println("  should be  " + difference.shouldBe());
      out.println("  what to do " + difference.whatToDo());
    }
    out.println(differences.size() + " differences.");
    return DIFFERS;
  }

  private static AgroalDataSourceConfigurationSupplier oneConnection(ServeSettings settings) {
    return new AgroalDataSourceConfigurationSupplier()
        .connectionPoolConfiguration(pool ->
            pool.maxSize(1)
                .acquisitionTimeout(Duration.ofSeconds(10))
                .connectionFactoryConfiguration(factory ->
                    factory
                        .jdbcUrl(settings.text(Setting.DB_URL))
                        .principal(new NamePrincipal(settings.text(Setting.DB_USER)))
                        .credential(new SimplePassword(settings.text(Setting.DB_PASSWORD)))
                        .jdbcProperty("connectTimeout", "5")
                        .jdbcProperty("socketTimeout", "10")
                        .jdbcProperty("ApplicationName", "satu-check")));
  }
}
