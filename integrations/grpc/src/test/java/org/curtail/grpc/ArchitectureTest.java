package org.curtail.grpc;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "org.curtail.grpc", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule the_interceptor_knows_the_hedge_and_no_plan_or_policy =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "org.curtail.grpc", "org.curtail.hedge", "io.grpc..", "org.jspecify..", "java..");

  @ArchTest
  static final ArchRule nothing_inside_grpc_java_is_relied_on =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.grpc.internal..", "io.grpc.netty..", "io.grpc.inprocess..");
}
