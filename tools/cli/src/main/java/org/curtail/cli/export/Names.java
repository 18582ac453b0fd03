package org.curtail.cli.export;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.curtail.benchkit.terminal.Abbreviated;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;

/** The names given by the user. Immutable. */
final class Names {
  private final Map<Name, String> given;

  Names(Map<Name, String> given) {
    this.given = given.isEmpty() ? new EnumMap<>(Name.class) : new EnumMap<>(given);
  }

  /**
   * A name that must be given.
   *
   * @throws UsageError if the name is missing
   */
  String required(Name name) {
    return ifGiven(name).orElseThrow(() -> OptionRules.missing(name.option(), name.what()));
  }

  /**
   * A required name of a certain form.
   *
   * @param expected the form in words: "a table or keyspace.table"
   */
  String required(Name name, Pattern form, String expected) {
    return checked(name, required(name), form, expected);
  }

  /** An optional name of a certain form. */
  String or(Name name, String otherwise, Pattern form, String expected) {
    return checked(name, ifGiven(name).orElse(otherwise), form, expected);
  }

  Optional<String> ifGiven(Name name) {
    return Optional.ofNullable(given.get(name));
  }

  /**
   * Rejects names that a target does not use.
   *
   * @throws UsageError with the first such name
   */
  void requireUsed(Target target) {
    for (Name name : given.keySet()) {
      if (!target.names().contains(name)) {
        throw new UsageError(
            "%s cannot be given together with --to %s, which does not use it"
                .formatted(name.option(), target.name()));
      }
    }
  }

  private static String checked(Name name, String value, Pattern form, String expected) {
    if (!form.matcher(value).matches()) {
      throw new UsageError(
          "%s: expected %s, found '%s'".formatted(name.option(), expected, Abbreviated.of(value)));
    }
    return value;
  }
}
