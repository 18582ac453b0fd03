package org.curtail.benchkit;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The packages of a module below its own, and their allowed uses.
 *
 * @param house the module's own package
 * @param mayUse the packages that each package may use, besides itself and other modules
 */
public record PackageRules(String house, Map<String, List<String>> mayUse) {
  /** Checks that every package uses only allowed ones. */
  public void checkUses(JavaClasses all) {
    mayUse.forEach((room, others) -> {
      String[] allowed =
          Stream.concat(Stream.of(room), others.stream())
              .map(it -> house + "." + it)
              .toArray(String[]::new);
      classes()
          .that()
          .resideInAPackage(house + "." + room)
          .should()
          .onlyDependOnClassesThat(
              resideOutsideOfPackage(house + "..").or(resideInAnyPackage(allowed)))
          .check(all);
    });
  }

  /** Checks that exactly the packages of the map exist. */
  public void checkMap(JavaClasses all) {
    assertThat(
            all.stream()
                .map(JavaClass::getPackageName)
                .filter(name -> !name.equals(house))
                .map(name -> name.substring(house.length() + 1))
                .collect(Collectors.toSet()))
        .isEqualTo(mayUse.keySet());
  }
}
