package org.curtail.micrometer;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
    packages = "org.curtail.micrometer",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule metersUseEnginesAndHedgesAndNoPlans =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "org.curtail",
              "org.curtail.policy",
              "org.curtail.runtime",
              "org.curtail.hedge",
              "org.curtail.micrometer",
              "io.micrometer.core.instrument..",
              "org.jspecify..",
              "java..");
}
