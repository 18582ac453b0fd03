package org.curtail.automatic;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import org.curtail.Percentile;

/**
 * What a service wants, in its users' words. Whatever is chosen for it does no harm: against one
 * thread for each request it may raise neither the mean nor the 95th percentile of the latency.
 * Immutable.
 *
 * @param percentile of the latency that matters, 0 to 100
 * @param target the percentile should be at most this; empty if it should be as low as possible
 * @param threads the most that may serve requests; empty if the policies may have as many as they
 *     ask for
 */
public record Goal(double percentile, Optional<Duration> target, OptionalInt threads) {
  private static final double NANOS_PER_MS = 1e6;

  public Goal {
    Percentile.check(percentile);
    if (target.isPresent() && !target.get().isPositive()) {
      throw new IllegalArgumentException("target must be positive: " + target.get());
    }
    if (threads.isPresent() && threads.getAsInt() < 1) {
      throw new IllegalArgumentException("threads must be at least 1: " + threads.getAsInt());
    }
  }

  /** The lowest 99th percentile: what a service wants that says nothing. */
  public static Goal byDefault() {
    return minimise(99);
  }

  /**
   * As low as possible.
   *
   * @param percentile of the latency, 0 to 100
   */
  public static Goal minimise(double percentile) {
    return new Goal(percentile, Optional.empty(), OptionalInt.empty());
  }

  /**
   * Of all that keep a percentile of the latency at or below a limit, the one with the lowest mean;
   * at loads at which nothing keeps it, the lowest percentile.
   *
   * @param percentile 0 to 100
   * @param limit more than 0
   */
  public static Goal target(double percentile, Duration limit) {
    return new Goal(percentile, Optional.of(limit), OptionalInt.empty());
  }

  /**
   * The same with a limit on the threads that serve requests.
   *
   * @param most at least 1
   */
  public Goal atMostThreads(int most) {
    return new Goal(percentile, target, OptionalInt.of(most));
  }

  /** The limit in milliseconds; infinite if there is none. */
  double targetMs() {
    return target.map(limit -> limit.toNanos() / NANOS_PER_MS).orElse(Double.POSITIVE_INFINITY);
  }

  /** For people: {@code p99}. */
  String percentileName() {
    return percentile == Math.rint(percentile)
        ? String.format(Locale.ROOT, "p%.0f", percentile)
        : "p" + percentile;
  }
}
