package org.curtail.opentelemetry;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
    packages = "org.curtail.opentelemetry",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule telemetryUsesTheApiAndNoSdk =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "org.curtail",
              "org.curtail.runtime",
              "org.curtail.hedge",
              "org.curtail.opentelemetry",
              "io.opentelemetry.api..",
              "io.opentelemetry.context..",
              "org.jspecify..",
              "java..");
}
