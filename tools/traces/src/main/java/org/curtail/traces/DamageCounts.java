package org.curtail.traces;

import java.util.EnumMap;
import java.util.Map;

/** How much of what was read was damaged, by kind. Not thread-safe while it counts. */
public final class DamageCounts {
  private final Map<Damage, Long> counts = new EnumMap<>(Damage.class);
  private final Map<Damage, String> examples = new EnumMap<>(Damage.class);

  /**
   * Counts one.
   *
   * @param example where it was found, or what; the first one is kept
   */
  public void count(Damage damage, String example) {
    count(damage, 1, example);
  }

  /**
   * Counts several.
   *
   * @param example of the first of them
   */
  public void count(Damage damage, long number, String example) {
    counts.merge(damage, number, Long::sum);
    examples.putIfAbsent(damage, example);
  }

  /** Adds what others counted. */
  public void add(DamageCounts others) {
    others.counts.forEach((damage, count) -> counts.merge(damage, count, Long::sum));
    others.examples.forEach(examples::putIfAbsent);
  }

  /** How many of a kind there were. */
  public long of(Damage damage) {
    return counts.getOrDefault(damage, 0L);
  }

  /** The kinds that were found, with how many of each. */
  public Map<Damage, Long> counts() {
    return Map.copyOf(counts);
  }

  /** Where the first of a kind was found; "" if there was none. */
  public String example(Damage damage) {
    return examples.getOrDefault(damage, "");
  }
}
