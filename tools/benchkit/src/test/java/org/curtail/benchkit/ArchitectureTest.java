package org.curtail.benchkit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Map;

/** Rules for uses between the packages that the command and the research share. */
@AnalyzeClasses(
    packages = "org.curtail.benchkit",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String HOUSE = "org.curtail.benchkit";

  /** The packages that each package may use, besides itself and other modules. */
  private static final Map<String, List<String>> MAY_USE =
      Map.ofEntries(
          Map.entry("text", List.of()),
          Map.entry("terminal", List.of("text")),
          Map.entry("stats", List.of()),
          Map.entry("threads", List.of()),
          Map.entry("capacity", List.of()),
          Map.entry("files", List.of("terminal")),
          Map.entry("latencylog", List.of("files", "terminal", "text")),
          Map.entry("results", List.of("files", "stats", "terminal", "text")),
          Map.entry("trust", List.of("results", "text")),
          Map.entry("steps", List.of("results", "stats", "terminal", "text")),
          Map.entry("search", List.of("results", "stats", "terminal")),
          Map.entry("openloop", List.of("results", "stats", "steps", "terminal")),
          Map.entry("policyruns", List.of("results", "stats", "terminal", "text")),
          Map.entry("energyruns", List.of("capacity")),
          Map.entry(
              "emulate",
              List.of(
                  "energyruns",
                  "openloop",
                  "policyruns",
                  "results",
                  "stats",
                  "steps",
                  "terminal",
                  "text",
                  "trust")),
          Map.entry("replay", List.of("emulate", "results", "search", "stats", "terminal")),
          Map.entry("inject", List.of("threads")),
          Map.entry(
              "replicas", List.of("openloop", "results", "stats", "terminal", "text", "trust")),
          Map.entry("standin", List.of()),
          Map.entry(
              "workflow",
              List.of("openloop", "replicas", "results", "stats", "terminal", "text", "trust")));

  private static final PackageRules ROOMS = new PackageRules(HOUSE, MAY_USE);

  @ArchTest
  static void everyRoomUsesOnlyThoseThatItMay(JavaClasses house) {
    ROOMS.checkUses(house);
  }

  @ArchTest
  static void everyRoomIsOnTheMap(JavaClasses house) {
    ROOMS.checkMap(house);
  }

  @ArchTest
  static final ArchRule rooms_form_no_cycle =
      slices().matching(HOUSE + ".(*)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule nothing_here_knows_the_command_or_the_lab =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.curtail.cli..", "org.curtail.papers..", "picocli..");

  @ArchTest
  static final ArchRule nothing_here_ends_the_process =
      noClasses().should().callMethod(System.class, "exit", int.class);

  @ArchTest
  static final ArchRule capacity_is_found_by_simulating_and_draws_only_through_it =
      noClasses()
          .that()
          .resideInAPackage(HOUSE + ".capacity")
          .should()
          .dependOnClassesThat()
          .resideOutsideOfPackages(
              "org.curtail",
              HOUSE + ".capacity",
              "org.curtail.automatic.choose",
              "org.curtail.sim",
              "java.lang..",
              "java.util",
              "java.util.function",
              "java.util.stream",
              "org.jspecify..");
}
