package org.curtail.papers;

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

/** The walls between the rooms that prove papers and emulate cores. */
@AnalyzeClasses(
    packages = "org.curtail.papers",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String HOUSE = "org.curtail.papers";

  /** The rooms that each room may use, beside itself and other modules. */
  private static final Map<String, List<String>> MAY_USE =
      Map.of(
          "experiments", List.of(),
          "earlytermination", List.of(),
          "automatic", List.of(),
          "grid", List.of());

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
  static final ArchRule nothing_here_ends_the_process =
      noClasses().should().callMethod(System.class, "exit", int.class);
}
