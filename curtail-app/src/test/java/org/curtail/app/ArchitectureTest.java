package org.curtail.app;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "org.curtail.app", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule packages_know_no_command =
      noClasses()
          .that()
          .resideInAPackage("org.curtail.app.(*)")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.curtail.app");

  @ArchTest
  static final ArchRule packages_form_no_cycle =
      slices().matching("org.curtail.app.(*)").should().beFreeOfCycles();

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
          .resideInAPackage("org.curtail.app.report")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.curtail.app.bench", "org.curtail.app.search", "org.apache.lucene..");
}
