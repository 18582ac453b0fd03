package org.curtail.benchkit.inject;

import java.util.List;

/**
 * Kinds of injections and their share of requests.
 *
 * @param kinds at least one kind, none twice; several kinds are injected into the same requests
 * @param share share of requests: above 0, at most {@link #MOST_SHARE}
 * @param lengthNanos duration of the first kind; further kinds last half of it, so that the first
 *     one is the main cause
 * @param seed seed of the choice of requests
 */
public record InjectionSetting(
    List<InjectionKind> kinds, double share, long lengthNanos, long seed) {
  /** Greatest share: injections must be rare. */
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

  /** Returns the duration of a kind. */
  long lengthNanos(InjectionKind kind) {
    return kind == kinds.getFirst() ? lengthNanos : Math.max(1, lengthNanos / 2);
  }
}
