package dev.satu.server;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.io.PrintStream;
import java.time.Clock;

/** Which package of the server may know which. */
@AnalyzeClasses(packages = "dev.satu.server", importOptions = ImportOption.DoNotIncludeTests.class)
final class ServerArrowsTest {
  @ArchTest
  static final ArchRule there_are_no_circles =
      slices().matching("dev.satu.server.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule http_knows_no_other_room =
      noClasses()
          .that()
          .resideInAPackage("dev.satu.server.http..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.satu.server.account..",
              "dev.satu.server.asset..",
              "dev.satu.server.reservation..",
              "dev.satu.server.security..",
              "dev.satu.server.metrics..",
              "dev.satu.server.serve..",
              "dev.satu.server.demo..",
              "dev.satu.server.embedded..");

  @ArchTest
  static final ArchRule security_knows_no_resource =
      noClasses()
          .that()
          .resideInAPackage("dev.satu.server.security..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.satu.server.account..",
              "dev.satu.server.asset..",
              "dev.satu.server.reservation..",
              "dev.satu.server.metrics..",
              "dev.satu.server.serve..",
              "dev.satu.server.demo..",
              "dev.satu.server.embedded..");

  @ArchTest
  static final ArchRule accounts_and_keys_know_no_other_resource_and_no_way_of_starting =
      noClasses()
          .that()
          .resideInAPackage("dev.satu.server.account..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.satu.server.asset..",
              "dev.satu.server.reservation..",
              "dev.satu.server.metrics..",
              "dev.satu.server.health..",
              "dev.satu.server.client..",
              "dev.satu.server.serve..",
              "dev.satu.server.demo..",
              "dev.satu.server.embedded..");

  @ArchTest
  static final ArchRule nobody_knows_the_resources_of_accounts_and_keys =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.satu.server.account..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.satu.server.account..");

  @ArchTest
  static final ArchRule what_answers_requests_speaks_no_sql =
      noClasses()
          .that()
          .resideInAnyPackage(
              // not its readers of files: they hand rows to the engine and let its exceptions pass
              "dev.satu.server.account..",
              "dev.satu.server.asset",
              "dev.satu.server.reservation..",
              "dev.satu.server.http..",
              "dev.satu.server.security..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "java.sql..", "javax.sql..", "org.postgresql..", "io.agroal..", "org.flywaydb..");

  @ArchTest
  static final ArchRule only_the_command_line_prints =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "dev.satu.server.demo..", "dev.satu.server.serve..", "dev.satu.server.client..")
          .and()
          .doNotHaveFullyQualifiedName("dev.satu.server.Main")
          .should()
          .accessField(System.class, "out")
          .orShould()
          .accessField(System.class, "err")
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(PrintStream.class);

  /** But for how long a body may take to arrive, which no row knows. */
  @ArchTest
  static final ArchRule the_clock_is_the_databases =
      noClasses()
          .that()
          .resideInAnyPackage(
              "dev.satu.server.account..",
              "dev.satu.server.asset..",
              "dev.satu.server.reservation..",
              "dev.satu.server.http..")
          .and()
          .doNotHaveFullyQualifiedName("dev.satu.server.http.SlowBodies")
          .should()
          .callMethodWhere(target(nameMatching("now|currentTimeMillis|nanoTime")))
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(Clock.class);
}
