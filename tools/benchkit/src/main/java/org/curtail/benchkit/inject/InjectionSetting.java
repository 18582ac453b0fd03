package org.curtail.benchkit.inject;

import java.util.List;

/**
 * Kinds of injections and their share of requests.
 *
 * @param kinds at least one, none twice; several are injected into the same requests
 * @param share of the requests: above 0, at most {@link #MOST_SHARE}
 * @param lengthNanos duration, for kinds with a duration; of several kinds the first has this, and
 *     the others half of it, so that the main one is known
 * @param seed of the choice of requests
 */
public record InjectionSetting(
    List<InjectionKind> kinds, double share, long lengthNanos, long seed) {
  /** A greater share would not be rare. */
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

  /** Duration of one of the kinds. */
  long lengthNanos(InjectionKind kind) {
    return kind == kinds.getFirst() ? lengthNanos : Math.max(1, lengthNanos / 2);
  }
}
