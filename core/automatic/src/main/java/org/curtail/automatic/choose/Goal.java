package org.curtail.automatic.choose;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import org.curtail.Percentile;

/**
 * Goal of a service. In addition, every choice must be harmless: neither mean nor 95th percentile
 * of the latency is higher than with one thread for each request. Immutable.
 *
 * @param percentile percentile of the latency that matters, 0 to 100
 * @param target upper limit for the percentile; empty to make it as low as possible
 * @param threads most threads that may serve requests; empty for no limit
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

  /** Returns the default goal: the lowest 99th percentile. */
  public static Goal byDefault() {
    return minimise(99);
  }

  /**
   * Returns the goal of the lowest percentile.
   *
   * @param percentile percentile of the latency, 0 to 100
   */
  public static Goal minimise(double percentile) {
    return new Goal(percentile, Optional.empty(), OptionalInt.empty());
  }

  /**
   * Returns the goal of the lowest mean among policies that keep a percentile of the latency within
   * a limit. At loads where no policy can, the goal is the lowest percentile.
   *
   * @param percentile 0 to 100
   * @param limit more than 0
   */
  public static Goal target(double percentile, Duration limit) {
    return new Goal(percentile, Optional.of(limit), OptionalInt.empty());
  }

  /**
   * Returns this goal with a limit on the threads that serve requests.
   *
   * @param most thread limit, at least 1
   */
  public Goal atMostThreads(int most) {
    return new Goal(percentile, target, OptionalInt.of(most));
  }

  /** Returns the limit in milliseconds; infinite if there is none. */
  double targetMs() {
    return target.map(limit -> limit.toNanos() / NANOS_PER_MS).orElse(Double.POSITIVE_INFINITY);
  }

  /** Returns the name for people, such as {@code p99}. */
  String percentileName() {
    return percentile == Math.rint(percentile)
        ? String.format(Locale.ROOT, "p%.0f", percentile)
        : "p" + percentile;
  }
}
