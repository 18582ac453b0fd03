package org.curtail.cli.traces;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.benchkit.text.Numbers;
import org.curtail.traces.Damage;
import org.curtail.traces.DamageCounts;

/** Broken parts of a recording, in words and for programs. */
final class DamageText {
  private DamageText() {}

  /** A line for each kind of damage. */
  static List<String> lines(DamageCounts damage) {
    return Stream.of(Damage.values())
        .filter(kind -> damage.of(kind) > 0)
        .map(kind ->
            "%s %s: %s (first: %s)"
                .formatted(
                    Numbers.count(damage.of(kind)),
                    kind.what(),
                    kind.repair(),
                    damage.example(kind)))
        .toList();
  }

  /** Counts by kind, for programs. */
  static Map<String, Object> fields(DamageCounts damage) {
    var fields = new LinkedHashMap<String, Object>();
    for (Damage kind : Damage.values()) {
      fields.put(kind.name().toLowerCase(Locale.ROOT), damage.of(kind));
    }
    return fields;
  }

  /**
   * Rejects a recording with broken parts.
   *
   * @param input the first file that the user named
   * @throws UsageError if a part is broken
   */
  static void refuse(DamageCounts damage, Path input) {
    List<Damage> broken =
        Stream.of(Damage.values()).filter(kind -> kind.isBroken() && damage.of(kind) > 0).toList();
    if (!broken.isEmpty()) {
      throw new UsageError(
          "%s: --strict: expected nothing broken, found %s; the first: %s"
              .formatted(
                  input,
                  broken.stream()
                      .map(kind -> Numbers.count(damage.of(kind)) + " " + kind.what())
                      .collect(Collectors.joining(", ")),
                  damage.example(broken.getFirst())));
    }
  }
}
