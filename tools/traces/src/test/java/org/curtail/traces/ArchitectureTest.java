package org.curtail.traces;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Map;
import org.curtail.benchkit.PackageRules;

/** Checks the dependencies between the packages that read traces and those that analyze them. */
@AnalyzeClasses(
    packages = "org.curtail.traces",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String HOUSE = "org.curtail.traces";

  /** Every package may also use the root package. */
  private static final Map<String, List<String>> MAY_USE =
      Map.of(
          "read", List.of(),
          "workflow", List.of(),
          "compare", List.of(),
          "tables", List.of("read", "workflow"),
          "duckdb", List.of("read", "tables"),
          "action", List.of("workflow"),
          "instances", List.of("workflow"));

  @ArchTest
  static void everyPackageIsListed(JavaClasses house) {
    new PackageRules(HOUSE, MAY_USE).checkMap(house);
  }

  @ArchTest
  static void packagesUseOnlyAllowedPackages(JavaClasses house) {
    MAY_USE.forEach((room, others) -> {
      String[] forbidden =
          MAY_USE.keySet().stream()
              .filter(other -> !other.equals(room) && !others.contains(other))
              .map(other -> HOUSE + "." + other)
              .toArray(String[]::new);
      noClasses()
          .that()
          .resideInAPackage(HOUSE + "." + room)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(forbidden)
          .check(house);
    });
  }

  @ArchTest
  static final ArchRule the_nouns_know_no_room =
      noClasses()
          .that()
          .resideInAPackage(HOUSE)
          .should()
          .dependOnClassesThat()
          .resideInAPackage(HOUSE + ".*");

  @ArchTest
  static final ArchRule nothing_here_knows_the_command =
      noClasses().should().dependOnClassesThat().resideInAnyPackage("org.curtail.cli..");
}
