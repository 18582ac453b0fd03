package org.curtail.lucene;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
    packages = "org.curtail.lucene",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule searches_know_the_engine_and_the_learner_and_no_policy_or_plan =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "org.curtail.lucene..",
              "org.curtail", // what is said of a request beforehand
              "org.curtail.runtime",
              "org.curtail.predict",
              "org.apache.lucene..",
              "org.jspecify..",
              "java..");

  @ArchTest
  static final ArchRule plain_searches_know_nothing_of_those_in_order_of_importance =
      noClasses()
          .that()
          .resideInAPackage("org.curtail.lucene")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.curtail.lucene.ranked");
}
