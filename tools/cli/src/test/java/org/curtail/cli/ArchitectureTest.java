package org.curtail.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Map;
import org.curtail.benchkit.PackageRules;

/**
 * The walls between the command's rooms. Commands do not know each other, but for {@code demo} and
 * {@code serve}, which run them, and {@code reproduce}, which draws the page of {@code report}.
 */
@AnalyzeClasses(packages = "org.curtail.cli", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String HOUSE = "org.curtail.cli";

  /** The packages that each package may use, besides itself and other modules. */
  private static final Map<String, List<String>> MAY_USE =
      Map.ofEntries(
          Map.entry("commandline", List.of()),
          Map.entry("documents", List.of()),
          Map.entry("lucene", List.of()),
          Map.entry("chart", List.of()),
          Map.entry("querylog", List.of("lucene")),
          Map.entry("ranking", List.of("lucene")),
          Map.entry("simulation", List.of("commandline")),
          Map.entry("workload", List.of("commandline", "lucene", "querylog", "ranking")),
          Map.entry(
              "bench",
              List.of(
                  "commandline",
                  "workload",
                  "bench.replicas",
                  "bench.servers",
                  "bench.workflow",
                  "bench.opensearch")),
          Map.entry("bench.replicas", List.of("commandline", "latencylog")),
          Map.entry("opensearch", List.of("commandline")),
          Map.entry("bench.opensearch", List.of("commandline", "workload", "opensearch")),
          Map.entry("bench.servers", List.of("commandline", "workload", "bench.replicas")),
          Map.entry("bench.workflow", List.of("commandline", "bench.replicas")),
          Map.entry("capacity", List.of("commandline", "simulation", "profile.times")),
          Map.entry(
              "demo",
              List.of(
                  "commandline",
                  "documents",
                  "opensearch",
                  "demo.opensearch",
                  "ranking",
                  "index",
                  "queries",
                  "profile",
                  "plan",
                  "bench",
                  "simulate",
                  "report")),
          Map.entry("demo.opensearch", List.of("commandline", "documents", "opensearch")),
          Map.entry("diagnose", List.of("commandline", "workload", "diagnose.observer")),
          Map.entry("diagnose.observer", List.of()),
          Map.entry("energy", List.of("commandline", "simulation")),
          Map.entry("export", List.of("commandline")),
          Map.entry("index", List.of("commandline", "documents", "lucene")),
          Map.entry("machine", List.of("commandline")),
          Map.entry("plan", List.of("commandline", "chart")),
          Map.entry("policies", List.of("commandline")),
          Map.entry("profile", List.of("commandline", "workload", "profile.times")),
          Map.entry("profile.times", List.of("commandline", "latencylog")),
          Map.entry("queries", List.of("commandline", "documents")),
          Map.entry("latencylog", List.of("commandline")),
          Map.entry("reissue", List.of("commandline", "chart", "export", "latencylog")),
          Map.entry("report", List.of("commandline", "chart")),
          Map.entry(
              "serve",
              List.of(
                  "commandline",
                  "documents",
                  "index",
                  "lucene",
                  "queries",
                  "querylog",
                  "ranking",
                  "workload",
                  "serve.http",
                  "serve.live",
                  "serve.search")),
          Map.entry("serve.http", List.of()),
          Map.entry("serve.live", List.of("serve.http", "serve.search")),
          Map.entry("serve.search", List.of("lucene", "querylog", "ranking")),
          Map.entry("simulate", List.of("commandline", "simulation")),
          Map.entry("traces", List.of("commandline", "chart", "export")),
          Map.entry("tunechunks", List.of("commandline", "workload")),
          Map.entry("workflow", List.of("commandline", "chart", "export", "workflow.load")),
          Map.entry("workflow.load", List.of()));

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
  static final ArchRule only_the_entry_ends_the_process =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName(Main.class.getName())
          .should()
          .callMethod(System.class, "exit", int.class);

  @ArchTest
  static final ArchRule a_report_is_drawn_from_results_alone =
      noClasses()
          .that()
          .resideInAnyPackage("org.curtail.cli.report", "org.curtail.cli.chart")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.curtail.benchkit.search",
              "org.curtail.benchkit.openloop",
              "org.curtail.benchkit.policyruns",
              "org.curtail.papers..",
              "org.apache.lucene..");
}
