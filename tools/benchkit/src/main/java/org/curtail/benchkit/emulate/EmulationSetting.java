package org.curtail.benchkit.emulate;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.curtail.benchkit.openloop.Block;
import org.curtail.benchkit.policyruns.PredictionError;
import org.curtail.benchkit.policyruns.Rate;
import org.curtail.benchkit.steps.SteppedLoad;

/**
 * Setting of an emulation.
 *
 * @param profile demand of the requests
 * @param table interval table of few-to-many, for the results
 * @param policies at least one policy, none twice
 * @param rates at least one rate, none twice; the mean rate of a changing load
 * @param changing steps of a changing load: a block is one run through all steps; empty for a
 *     steady load
 * @param requestsPerBlock number of requests of a block: at least 20; the mean number for a
 *     changing load
 * @param blocks number of blocks per policy and rate: at least 1
 * @param cores number of emulated cores: at least 1
 * @param classes classes of speed of the cores; empty for equal cores
 * @param chunkMs computing time of one thread between two chunk borders, in milliseconds of the
 *     profile: above 0
 * @param scale milliseconds of this machine for a millisecond of the profile: above 0
 * @param foreknowledge error of predictions
 * @param known demand known to {@code automatic} at the begin, in the profile's time and up to the
 *     profile's degrees; the policies must include {@code automatic}. Empty for unknown demand
 * @param seed seed of demands, arrivals, errors of predictions, order and resampling
 */
public record EmulationSetting(
    Profile profile,
    Optional<IntervalTable> table,
    List<EmulatedPolicy> policies,
    List<Rate> rates,
    Optional<SteppedLoad> changing,
    int requestsPerBlock,
    int blocks,
    int cores,
    Optional<EmulatedClasses> classes,
    double chunkMs,
    double scale,
    PredictionError foreknowledge,
    Optional<Profile> known,
    long seed) {
  /** Least number of requests of a block: fewer have no meaningful tail. */
  private static final int LEAST_REQUESTS_PER_BLOCK = 20;

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
    if (requestsPerBlock < LEAST_REQUESTS_PER_BLOCK) {
      throw new IllegalArgumentException(
          "a block needs at least %d requests: %d"
              .formatted(LEAST_REQUESTS_PER_BLOCK, requestsPerBlock));
    }
    if (blocks < 1 || cores < 1) {
      throw new IllegalArgumentException(
          "blocks and cores must be at least 1: %d, %d".formatted(blocks, cores));
    }
    if (policies.stream().anyMatch(it -> it.speeds().isPresent() != classes.isPresent())) {
      throw new IllegalArgumentException(
          "expected policies for classes of cores where there are some, and others elsewhere: "
              + names);
    }
    if (classes.isPresent() && classes.get().machine().cores() != cores) {
      throw new IllegalArgumentException(
          "the classes %s have %d cores together, expected %d"
              .formatted(classes.get().text(), classes.get().machine().cores(), cores));
    }
    for (EmulatedPolicy policy : policies) {
      int least = policy.tail().map(TailTarget::leastRequests).orElse(0);
      if (requestsPerBlock < least) {
        throw new IllegalArgumentException(
            "%s learns in windows, of which a block needs some: expected --requests of at least %,d, found %,d"
                .formatted(policy.name(), least, requestsPerBlock));
      }
    }
    if (!(chunkMs > 0) || !(scale > 0)) {
      throw new IllegalArgumentException(
          "chunkMs and scale must be positive: %s, %s".formatted(chunkMs, scale));
    }
    if (known.isPresent() && policies.stream().noneMatch(EmulatedPolicy::isAutomatic)) {
      throw new IllegalArgumentException("no policy begins with known demand: " + names);
    }
    if (known.isPresent() && known.get().maxDegree() > profile.maxDegree()) {
      throw new IllegalArgumentException(
          "the known demand has degrees up to %d, expected at most %d"
              .formatted(known.get().maxDegree(), profile.maxDegree()));
    }
  }

  /** Returns this setting, but {@code automatic} begins with a known demand. */
  public EmulationSetting beginningWith(Profile thought) {
    return new EmulationSetting(
        profile,
        table,
        policies,
        rates,
        changing,
        requestsPerBlock,
        blocks,
        cores,
        classes,
        chunkMs,
        scale,
        foreknowledge,
        Optional.of(thought),
        seed);
  }

  /** Returns the number of requests that do not count at each end of a block. */
  int ramp(int requests) {
    return changing.isPresent() ? 0 : Block.ramp(requests);
  }

  /** Returns the duration of all blocks on this machine if every policy keeps up, in seconds. */
  double seconds() {
    return rates.stream().mapToDouble(rate -> blocks * requestsPerBlock / rate.perSecond()).sum()
        * policies.size()
        * scale;
  }
}
