package dev.satu;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitCallTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.time.Clock;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * A node whose clock is three minutes off decides like every other, because none asks its own
 * clock: all instants come from the database. (The ULIDs of new ids carry the machine's time, by
 * their library; nothing is decided by it.) Lengths of time are measured by {@code nanoTime}.
 */
class MachineClockTest {
  private static final JavaClasses ENGINE =
      new ClassFileImporter()
          .importUrl(Satu.class.getProtectionDomain().getCodeSource().getLocation());

  private static final Set<String> CLOCKS =
      Set.of(
          "java.lang.System.currentTimeMillis",
          "java.util.Date.<init>",
          "java.util.Calendar.getInstance",
          "java.sql.Timestamp.<init>");

  @Test
  void the_engine_never_reads_the_machines_wall_clock() {
    noClasses()
        .should()
        .accessTargetWhere(readsAClock())
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(Clock.class)
        .check(ENGINE);
  }

  private static DescribedPredicate<JavaAccess<?>> readsAClock() {
    return describe(
        "reads the machine's wall clock",
        access -> {
          String owner = access.getTarget().getOwner().getFullName();
          String name = access.getTarget().getName();
          boolean isNow =
              owner.startsWith("java.time.")
                  && name.equals("now")
                  && access.getTarget() instanceof CodeUnitCallTarget;
          return isNow || CLOCKS.contains(owner + "." + name);
        });
  }

  /** The rule bites: the same import with the tests in it finds this method. */
  @Test
  void a_class_that_asks_the_clock_is_found() {
    JavaClasses withClock = new ClassFileImporter().importClasses(AsksTheClock.class);

    assertThatThrownBy(() -> noClasses().should().accessTargetWhere(readsAClock()).check(withClock))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("Instant.now");
  }

  private static final class AsksTheClock {
    @Override
    public String toString() {
      return Instant.now().toString();
    }
  }
}
