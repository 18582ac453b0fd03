package org.curtail.automatic.learn;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.curtail.Profile;
import org.curtail.demand.sample.ChunkRates;
import org.curtail.runtime.Timeline;

/**
 * Weighted sample of a service's requests: the content of a {@link RecentDemand} at one moment.
 * Samples of several engines of one service can be combined. Immutable.
 */
public final class DemandSample {
  private final List<Timeline> requests;
  private final double[] weights;
  private final long others;

  /** Creates a sample with this array of weights, which is not copied. */
  DemandSample(List<Timeline> requests, double[] weights, long others) {
    this.requests = List.copyOf(requests);
    this.weights = weights;
    this.others = others;
  }

  /** Returns the combination of both samples. */
  public DemandSample and(DemandSample other) {
    var all = new ArrayList<>(requests);
    all.addAll(other.requests);
    return new DemandSample(
        all,
        DoubleStream.concat(Arrays.stream(weights), Arrays.stream(other.weights)).toArray(),
        others + other.others);
  }

  /** Returns the number of kept requests. */
  public int kept() {
    return requests.size();
  }

  /** Returns the number of completed requests that the sample represents. */
  public double requests() {
    return Arrays.stream(weights).sum();
  }

  /** Returns the number of incomplete requests, which are not in the sample. */
  public long others() {
    return others;
  }

  /** Returns the number of kept requests with several degrees, each for long enough to compare. */
  public int informative() {
    return (int)
        requests.stream().filter(request -> ChunkRates.showSpeedups(request.path())).count();
  }

  /**
   * Returns the mean time since the requests ended; 0 if none ended before now.
   *
   * @param nowNanos present time, by the clock of the requests
   */
  public long ageNanos(long nowNanos) {
    double sum = 0;
    for (int r = 0; r < weights.length; r++) {
      sum += weights[r] * (nowNanos - requests.get(r).endNanos());
    }
    return requests.isEmpty() ? 0 : Math.max((long) (sum / requests()), 0);
  }

  /** Returns the speedups: learned at tried degrees, modelled at others. */
  public SpeedupModel speedups() {
    return SpeedupModel.of(requests);
  }

  /**
   * Returns the profile with these {@link #speedups}.
   *
   * @param maxDegree see {@link #profile(int, SpeedupModel)}
   * @throws IllegalStateException if no request has completed, or if {@code maxDegree} is more than
   *     1 and no degree above 1 {@linkplain SpeedupModel#isKnown was tried}: plans must not use
   *     invented speedups
   */
  public Profile profile(int maxDegree) {
    SpeedupModel speedups = speedups();
    if (maxDegree > 1 && !requests.isEmpty() && !speedups.isKnown()) {
      throw new IllegalStateException(
          "no speedup was learned from %d completed requests: too few changed their degree while they ran, for long enough. Serve some requests by an Exploration, or ask for profile(1)."
              .formatted(requests.size()));
    }
    return profile(maxDegree, speedups);
  }

  /**
   * Returns the profile of these requests in order of arrival, each with its weight. It includes
   * degrees that no request tried; its notes name them.
   *
   * @param maxDegree greatest degree of the profile, at least 1
   * @param speedups speedups to use; may come from earlier requests
   * @throws IllegalStateException if no request has completed
   */
  public Profile profile(int maxDegree, SpeedupModel speedups) {
    if (maxDegree < 1) {
      throw new IllegalArgumentException("maxDegree must be at least 1: " + maxDegree);
    }
    if (requests.isEmpty()) {
      throw new IllegalStateException("no request has completed");
    }
    var profile = new Profile.Builder();
    int[] byArrival = byArrival();
    double[] ordered = new double[byArrival.length];
    for (int i = 0; i < byArrival.length; i++) {
      ordered[i] = weights[byArrival[i]];
      profile.add(speedups.timesMs(requests.get(byArrival[i]), maxDegree));
    }
    return profile
        .build(
            "live traffic: %d requests that stand for %d, %d others left out"
                .formatted(kept(), Math.round(requests()), others))
        .withWeights(ordered)
        .withNotes(speedups.notes(maxDegree));
  }

  /** Returns the times of these requests at degree 1 in nanoseconds, in any order. */
  public double[] demandNanos(SpeedupModel speedups) {
    return requests.stream().mapToDouble(speedups::demandNanos).toArray();
  }

  private int[] byArrival() {
    return IntStream.range(0, requests.size())
        .boxed()
        .sorted(Comparator.comparingLong(r -> requests.get(r).arrivalNanos()))
        .mapToInt(Integer::intValue)
        .toArray();
  }
}
