package dev.satu;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.time.Clock;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which package may use which: the arrows of the architecture, and no others. */
class ArrowsTest {
  private static final JavaClasses ENGINE =
      new ClassFileImporter()
          .importUrl(Satu.class.getProtectionDomain().getCodeSource().getLocation());

  /** Each package, and all packages of ours that it may use. */
  private static final String ARROWS =
      """
      dev.satu    -> account check imports payment retention reservation asset hold sale idempotency event janitor database value
      check       -> asset event database value
      account     -> reservation idempotency database value
      payment     -> reservation asset hold sale idempotency event janitor database value
      retention   -> idempotency janitor database value
      reservation -> asset hold sale idempotency event janitor database value
      imports     -> asset idempotency janitor database value
      asset       -> hold idempotency event janitor database value
      hold        -> idempotency event janitor database value
      sale        -> idempotency event janitor database value
      idempotency -> database value
      event       -> database value
      janitor     -> database value
      database    -> value
      value       ->
      """;

  private record Arrow(String from, Set<String> to) {
    @Override
    public String toString() {
      return from;
    }
  }

  static Set<String> rooms() {
    return arrows().keySet();
  }

  private static Map<String, Set<String>> arrows() {
    return ARROWS
        .lines()
        .map(line -> line.split("->", -1))
        .map(ends ->
            new Arrow(
                ends[0].strip(),
                Arrays.stream(ends[1].strip().split(" ", -1))
                    .filter(to -> !to.isEmpty())
                    .collect(Collectors.toSet())))
        .collect(Collectors.toMap(Arrow::from, Arrow::to, (a, b) -> a, TreeMap::new));
  }

  @ParameterizedTest
  @MethodSource("rooms")
  void a_package_uses_only_what_the_arrows_allow(String room) {
    String[] forbidden =
        rooms().stream()
            .filter(other ->
                !other.equals(room) && !arrows().getOrDefault(room, Set.of()).contains(other))
            .map(ArrowsTest::packageOf)
            .toArray(String[]::new);

    noClasses()
        .that()
        .resideInAPackage(packageOf(room))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(forbidden)
        .check(ENGINE);
  }

  @Test
  void every_package_stands_in_the_table() {
    Set<String> packages = new TreeSet<>();
    ENGINE.forEach(one -> packages.add(one.getPackageName()));

    assertThat(packages)
        .isEqualTo(rooms().stream().map(ArrowsTest::packageOf).collect(Collectors.toSet()));
  }

  private static String packageOf(String room) {
    return room.equals("dev.satu") ? room : "dev.satu." + room;
  }

  @Test
  void there_are_no_circles() {
    slices().matching("dev.satu.(*)..").should().beFreeOfCycles().check(ENGINE);
  }

  @Test
  void only_the_database_package_opens_connections() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.satu.database")
        .and()
        .doNotHaveFullyQualifiedName("dev.satu.Satu")
        .should()
        .dependOnClassesThat()
        .areAssignableTo(DataSource.class)
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.sql.DriverManager")
        .check(ENGINE);
  }

  @Test
  void the_engine_rests_on_the_jdk_its_annotations_and_the_ulids_alone() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "dev.satu..",
            "java..",
            "javax.sql..",
            "javax.crypto..",
            "org.jspecify.annotations..",
            "com.github.f4b6a3.ulid..")
        .check(ENGINE);
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "java.util.logging..", "org.slf4j..", "org.apache..", "org.postgresql..")
        .check(ENGINE);
  }

  @Test
  void rules_are_pure() {
    classes()
        .that()
        .haveSimpleNameEndingWith("Rules")
        .should()
        .onlyDependOnClassesThat()
        .resideOutsideOfPackages(
            "java.sql..", "javax.sql..", "java.util.logging..", "dev.satu.database..")
        .andShould()
        .onlyDependOnClassesThat()
        .doNotHaveFullyQualifiedName("java.lang.System$Logger")
        .andShould()
        .onlyDependOnClassesThat()
        .areNotAssignableTo(Clock.class)
        .check(ENGINE);
  }

  @Test
  void no_name_says_nothing() {
    noClasses()
        .should()
        .haveNameMatching(".*(Manager|Service|Impl|Utils?|Helper|Data)(\\$.*)?")
        .check(ENGINE);
  }

  @Test
  void nothing_is_kept_in_threads_or_in_static_variables() {
    noClasses().should().dependOnClassesThat().areAssignableTo(ThreadLocal.class).check(ENGINE);
    fields().that().areStatic().should().beFinal().check(ENGINE);
  }
}
