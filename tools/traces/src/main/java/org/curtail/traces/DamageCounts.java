package org.curtail.traces;

import java.util.EnumMap;
import java.util.Map;

/** Counts of damage in a recording by kind. Not thread-safe while counting. */
public final class DamageCounts {
  private final Map<Damage, Long> counts = new EnumMap<>(Damage.class);
  private final Map<Damage, String> examples = new EnumMap<>(Damage.class);

  /**
   * Counts one case.
   *
   * @param example place or value of the case; the first example is kept
   */
  public void count(Damage damage, String example) {
    count(damage, 1, example);
  }

  /**
   * Counts several cases.
   *
   * @param example example of the first case
   */
  public void count(Damage damage, long number, String example) {
    counts.merge(damage, number, Long::sum);
    examples.putIfAbsent(damage, example);
  }

  /** Adds other counts. */
  public void add(DamageCounts others) {
    others.counts.forEach((damage, count) -> counts.merge(damage, count, Long::sum));
    others.examples.forEach(examples::putIfAbsent);
  }

  /** Number of cases of a kind. */
  public long of(Damage damage) {
    return counts.getOrDefault(damage, 0L);
  }

  /** Number of cases by kind, without kinds that did not occur. */
  public Map<Damage, Long> counts() {
    return Map.copyOf(counts);
  }

  /** Place of the first case of a kind; "" if there was none. */
  public String example(Damage damage) {
    return examples.getOrDefault(damage, "");
  }
}
