package org.curtail.benchkit.results;

import java.util.List;

/**
 * The same policies under other conditions.
 *
 * @param name name in a few words
 * @param what difference of the conditions, as a sentence
 * @param runs means over the repeats
 * @param repeats single runs
 */
public record Variant(String name, String what, List<Run> runs, List<Repeat> repeats) {
  public Variant {
    runs = List.copyOf(runs);
    repeats = List.copyOf(repeats);
  }
}
