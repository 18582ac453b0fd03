package org.curtail.lab;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Map;
import org.curtail.measurement.Rooms;

/** The walls between the rooms that prove papers and emulate cores. */
@AnalyzeClasses(packages = "org.curtail.lab", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String HOUSE = "org.curtail.lab";

  /** The rooms that each room may use, beside itself and other modules. */
  private static final Map<String, List<String>> MAY_USE =
      Map.ofEntries(
          Map.entry("papers", List.of()),
          Map.entry("emulate", List.of()),
          Map.entry("replay", List.of("emulate")),
          Map.entry("earlytermination", List.of()),
          Map.entry("automatic", List.of()),
          Map.entry("grid", List.of()),
          Map.entry("inject", List.of()),
          Map.entry("replicas", List.of()),
          Map.entry("workflow", List.of("replicas")));

  private static final Rooms ROOMS = new Rooms(HOUSE, MAY_USE);

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
  static final ArchRule nothing_here_knows_the_command =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.curtail.app..", "picocli..");

  @ArchTest
  static final ArchRule nothing_here_ends_the_process =
      noClasses().should().callMethod(System.class, "exit", int.class);
}
