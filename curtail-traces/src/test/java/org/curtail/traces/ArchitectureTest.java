package org.curtail.traces;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
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

/** The walls between the rooms that read traces and those that understand them. */
@AnalyzeClasses(
    packages = "org.curtail.traces",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String HOUSE = "org.curtail.traces";

  /** Each room may use the nouns too, which are in the house itself. */
  private static final Map<String, List<String>> MAY_USE =
      Map.of(
          "read", List.of(),
          "workflow", List.of(),
          "compare", List.of(),
          "action", List.of("workflow"));

  @ArchTest
  static void everyRoomIsOnTheMap(JavaClasses house) {
    new Rooms(HOUSE, MAY_USE).checkMap(house);
  }

  @ArchTest
  static final ArchRule rooms_do_not_know_each_other =
      slices()
          .matching(HOUSE + ".(*)..")
          .should()
          .notDependOnEachOther()
          .ignoreDependency(
              resideInAPackage(HOUSE + ".action"), resideInAPackage(HOUSE + ".workflow"));

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
      noClasses().should().dependOnClassesThat().resideInAnyPackage("org.curtail.app..");
}
