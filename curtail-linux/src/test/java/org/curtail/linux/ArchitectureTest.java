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
import org.curtail.runtime.ThreadBoost;

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
                      "org.curtail.linux", "org.curtail.signals", "org.jspecify..", "java..")
                  .or(equivalentTo(ThreadBoost.class)));

  @ArchTest
  static final ArchRule two_classes_call_the_system =
      noClasses()
          .that()
          .doNotBelongToAnyOf(NativeKernel.class, NativeCounterKernel.class)
          .should()
          .dependOnClassesThat()
          .belongToAnyOf(Linker.class);
}
