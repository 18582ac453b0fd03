package org.curtail.benchkit.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.curtail.benchkit.text.Numbers;
import org.jspecify.annotations.Nullable;

/**
 * Progress at which the user stopped a measurement. Finished parts count. Other parts are missing,
 * which does not mean that they show no effect.
 *
 * @param finished number of finished units; 0 for a part of the first one
 * @param wanted planned number of units
 * @param unit name of units in the plural: {@code blocks}, {@code repeats} or {@code runs}
 * @param missing policies and loads without any finished part
 */
public record Interruption(
    int finished, int wanted, String unit, @JsonInclude(Include.NON_EMPTY) List<Missing> missing) {
  /**
   * A policy at a load without results.
   *
   * @param load load as in a {@link Run}
   */
  public record Missing(String policy, double load) {}

  public Interruption {
    if (finished < 0 || wanted < finished) {
      throw new IllegalArgumentException(
          "expected 0 to %d finished %s, found %d".formatted(wanted, unit, finished));
    }
    missing = List.copyOf(missing);
  }

  /** Returns a text such as "interrupted after 3 of 40 blocks". */
  public String inWords() {
    return finished == 0
        ? "interrupted in the first of %,d %s".formatted(wanted, unit)
        : "interrupted after %,d of %,d %s".formatted(finished, wanted, unit);
  }

  /**
   * Returns the finished rows of a table, after a line on the interruption and before lines on
   * missing parts.
   *
   * @param interrupted the interruption; null if everything was finished
   */
  public static List<String> around(List<String> rows, @Nullable Interruption interrupted) {
    if (interrupted == null) {
      return rows;
    }
    var lines = new ArrayList<String>();
    lines.add(interrupted.inWords());
    lines.addAll(rows);
    for (Missing one : interrupted.missing()) {
      lines.add("%s at %s load: interrupted".formatted(one.policy(), Numbers.percent(one.load())));
    }
    return lines;
  }

  /** Returns a sentence on the interruption and the missing parts. */
  public String sentence() {
    String words = inWords();
    String begun = Character.toUpperCase(words.charAt(0)) + words.substring(1);
    return begun + (missing.isEmpty() ? "." : "; not reached: " + missingInWords() + ".");
  }

  /** Returns a list of missing policies; loads with the same missing policies are joined. */
  private String missingInWords() {
    var policies = new TreeMap<Double, List<String>>();
    for (Missing one : missing) {
      policies.computeIfAbsent(one.load(), load -> new ArrayList<>()).add(one.policy());
    }
    var loads = new LinkedHashMap<String, List<String>>();
    policies.forEach((load, names) ->
        loads.computeIfAbsent(String.join(", ", names), same -> new ArrayList<>()).add(load(load)));
    return loads.entrySet().stream()
        .map(at -> "%s at load %s".formatted(at.getKey(), String.join(", ", at.getValue())))
        .collect(Collectors.joining("; "));
  }

  private static String load(double load) {
    return "%.4g".formatted(load).replaceAll("0+$", "").replaceAll("\\.$", "");
  }
}
