package org.curtail.app.emulate;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.curtail.app.simulate.Rate;

/**
 * What to emulate and how long.
 *
 * @param profile what requests take
 * @param table for few-to-many; goes into the results
 * @param policies at least one, none twice
 * @param rates at least one, none twice
 * @param requestsPerBlock at least 20
 * @param blocks per policy and rate, at least 1
 * @param cores emulated; at least 1
 * @param chunkMs one thread's computing between two borders, in milliseconds of the profile; more
 *     than 0
 * @param scale milliseconds of this machine for a millisecond of the profile; more than 0
 * @param seed of demands, arrivals, order and resampling
 */
public record EmulationSetting(
    Profile profile,
    Optional<IntervalTable> table,
    List<EmulatedPolicy> policies,
    List<Rate> rates,
    int requestsPerBlock,
    int blocks,
    int cores,
    double chunkMs,
    double scale,
    long seed) {
  /** Wake-ups per second that two cores bear with most of their time to spare. */
  private static final double MOST_WAKE_UPS_PER_SECOND = 10_000;

  /** Finer chunks than this hardly change what a request takes. */
  private static final double CHUNKS_OF_A_MEAN_REQUEST = 100;

  public EmulationSetting {
    policies = List.copyOf(policies);
    rates = List.copyOf(rates);
    List<String> names = policies.stream().map(EmulatedPolicy::name).toList();
    if (names.isEmpty() || new HashSet<>(names).size() < names.size()) {
      throw new IllegalArgumentException("expected policies, each once: " + names);
    }
    if (rates.isEmpty() || new HashSet<>(rates).size() < rates.size()) {
      throw new IllegalArgumentException(
          "expected rates, each once: " + rates.stream().map(Rate::text).toList());
    }
    if (requestsPerBlock < 20) {
      throw new IllegalArgumentException(
          "a block needs at least 20 requests: " + requestsPerBlock);
    }
    if (blocks < 1 || cores < 1) {
      throw new IllegalArgumentException(
          "blocks and cores must be at least 1: %d, %d".formatted(blocks, cores));
    }
    if (!(chunkMs > 0) || !(scale > 0)) {
      throw new IllegalArgumentException(
          "chunkMs and scale must be positive: %s, %s".formatted(chunkMs, scale));
    }
  }

  /**
   * A length of chunks that costs little precision and that a small machine bears.
   *
   * @param cores emulated
   */
  public static double chunkMs(Profile profile, int cores, double scale) {
    double bearableMs = cores * 1000 / MOST_WAKE_UPS_PER_SECOND / scale;
    double fine = Math.max(profile.meanMs(1) / CHUNKS_OF_A_MEAN_REQUEST, bearableMs);
    return Math.ceil(fine * 10) / 10;
  }

  /** How long all blocks take on this machine if every policy keeps up. */
  double seconds() {
    return rates.stream()
            .mapToDouble(rate -> blocks * requestsPerBlock / rate.perSecond())
            .sum()
        * policies.size()
        * scale;
  }
}
