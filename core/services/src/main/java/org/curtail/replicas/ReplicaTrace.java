package org.curtail.replicas;

import java.util.SplittableRandom;
import org.curtail.sim.Arrivals;

/**
 * Requests in order of arrival, with all random draws: arrivals, the service time of each copy, and
 * the numbers for policies. All draws are fixed in advance, so all policies get the same requests.
 * Immutable.
 */
public final class ReplicaTrace {
  private final double[] arrivalsMillis;
  private final ServiceTimes serviceTimes;
  private final long seed;
  private final ReplicaRandom picks;
  private final ReplicaRandom couples;

  private ReplicaTrace(double[] arrivalsMillis, ServiceTimes serviceTimes, long seed) {
    this.arrivalsMillis = arrivalsMillis;
    this.serviceTimes = serviceTimes;
    this.seed = seed;
    picks = new ReplicaRandom(seed, ReplicaRandom.Purpose.SERVICE);
    couples = new ReplicaRandom(seed, ReplicaRandom.Purpose.COUPLING);
  }

  /**
   * Returns requests with open-loop arrivals. Service times depend on the seed, not on the
   * arrivals. A longer trace begins like a shorter one.
   *
   * @param count number of requests: at least 1
   * @param seed seed of all draws
   * @throws IllegalArgumentException if count is less than 1, or the arrivals cannot be drawn
   */
  public static ReplicaTrace draw(
      Arrivals arrivals, ServiceTimes serviceTimes, int count, long seed) {
    if (count < 1) {
      throw new IllegalArgumentException("count must be at least 1: " + count);
    }
    var random =
        new SplittableRandom(new ReplicaRandom(seed, ReplicaRandom.Purpose.ARRIVAL).bits(0));
    return new ReplicaTrace(arrivals.draw(count, random), serviceTimes, seed);
  }

  /** Returns the number of requests; at least 1. */
  public int size() {
    return arrivalsMillis.length;
  }

  /**
   * Returns the arrival of a request, in milliseconds since the trace began.
   *
   * @param request index of the request: 0 to {@link #size} - 1
   */
  public double arrivalMillis(int request) {
    return arrivalsMillis[request];
  }

  long seed() {
    return seed;
  }

  /**
   * Returns the service time of an attempt on a replica with normal speed and without pauses.
   *
   * @param call index of the call: request times the number of shards, plus the shard
   * @param attempt 0 for the original
   */
  public double serviceMillis(int call, int attempt) {
    return serviceTimes.millis(picks, couples, call, attempt);
  }

  @Override
  public String toString() {
    return "ReplicaTrace[%d requests in %s ms, seed %d]"
        .formatted(size(), arrivalMillis(size() - 1), seed);
  }
}
