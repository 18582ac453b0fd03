package org.curtail.benchkit.inject;

import java.util.List;

/**
 * What to put into how many requests.
 *
 * @param kinds at least one, none twice; several are put into the same requests
 * @param share of the requests: above 0, at most {@link #MOST_SHARE}
 * @param lengthNanos how long it lasts where that can be chosen; of several kinds the first, and
 *     half of that for the others, so that it is known which is the main one
 * @param seed which requests are chosen follows from it
 */
public record InjectionSetting(
    List<InjectionKind> kinds, double share, long lengthNanos, long seed) {
  /** More would not be rare any more. */
  public static final double MOST_SHARE = 0.1;

  public InjectionSetting {
    kinds = List.copyOf(kinds);
    if (kinds.isEmpty() || kinds.stream().distinct().count() < kinds.size()) {
      throw new IllegalArgumentException("expected kinds, each once: " + kinds);
    }
    if (!(share > 0 && share <= MOST_SHARE)) {
      throw new IllegalArgumentException(
          "share must be above 0 and at most %s: %s".formatted(MOST_SHARE, share));
    }
    if (lengthNanos < 1) {
      throw new IllegalArgumentException("lengthNanos must be at least 1: " + lengthNanos);
    }
  }

  /** How long one of the kinds lasts. */
  long lengthNanos(InjectionKind kind) {
    return kind == kinds.getFirst() ? lengthNanos : Math.max(1, lengthNanos / 2);
  }
}
