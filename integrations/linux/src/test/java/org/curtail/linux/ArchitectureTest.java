package org.curtail.linux;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.lang.foreign.Linker;
import java.nio.file.Files;
import org.curtail.runtime.Boosting;

@AnalyzeClasses(
    packages = "org.curtail.linux",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule knows_of_the_library_what_a_boost_and_signals_are_and_nothing_else =
      classes()
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage(
                      "org.curtail.linux..", "org.curtail.signals", "org.jspecify..", "java..")
                  .or(equivalentTo(Boosting.ThreadBoost.class)));

  @ArchTest
  static final ArchRule threads_know_nothing_of_energy =
      noClasses()
          .that()
          .resideInAPackage("org.curtail.linux")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.curtail.linux.energy");

  @ArchTest
  static final ArchRule energy_reads_and_writes_files_in_two_places =
      noClasses()
          .that()
          .resideInAPackage("org.curtail.linux.energy")
          .and()
          .haveSimpleNameNotContaining("RootedFiles")
          .and()
          .haveSimpleNameNotContaining("StateFile")
          .should()
          .dependOnClassesThat()
          .belongToAnyOf(Files.class);

  @ArchTest
  static final ArchRule two_classes_call_the_system =
      noClasses()
          .that()
          .doNotBelongToAnyOf(NativeKernel.class, NativeCounterKernel.class)
          .should()
          .dependOnClassesThat()
          .belongToAnyOf(Linker.class);
}
