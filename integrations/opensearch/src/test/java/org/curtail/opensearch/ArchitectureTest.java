package org.curtail.opensearch;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
    packages = "org.curtail.opensearch",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule statistics_know_nothing_of_what_they_show =
      classes()
          .that()
          .resideInAPackage("org.curtail.opensearch.stats")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "org.curtail.opensearch.stats", "org.opensearch..", "org.jspecify..", "java..");

  @ArchTest
  static final ArchRule hedging_knows_nothing_of_the_engine =
      classes()
          .that()
          .resideInAPackage("org.curtail.opensearch.hedge")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "org.curtail.opensearch.hedge",
              "org.curtail.opensearch.stats",
              "org.curtail.hedge",
              "org.curtail.reissue",
              "org.opensearch..",
              "org.apache.logging.log4j..",
              "org.jspecify..",
              "java..");

  @ArchTest
  static final ArchRule whoever_installs_it_has_these_packages_and_no_others =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "org.curtail..",
              "org.opensearch..",
              "org.apache.lucene..",
              "org.apache.logging.log4j..",
              "org.jspecify..",
              "java..");
}
