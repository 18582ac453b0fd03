package org.curtail.benchkit.results;

import java.util.List;

/**
 * The same policies under other conditions, or with other requests.
 *
 * @param name name in a few words
 * @param what difference of the conditions, as a sentence
 * @param runs means over the repeats
 * @param repeats single runs
 */
public record Variant(String name, String what, List<Run> runs, List<Repeat> repeats) {
  /** Setting with the name of the conditions of the main runs, if there are variants. */
  public static final String OF_RUNS = "main runs";

  public Variant {
    runs = List.copyOf(runs);
    repeats = List.copyOf(repeats);
  }
}
