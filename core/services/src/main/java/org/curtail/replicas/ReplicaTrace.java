package org.curtail.replicas;

import java.util.SplittableRandom;
import org.curtail.sim.Arrivals;

/**
 * Requests in order of arrival, with all that chance decides about them: when they arrive, how long
 * each copy takes, and the random numbers that policies use. Fixed in advance, so that all policies
 * meet the same. Immutable.
 */
public final class ReplicaTrace {
  private final double[] arrivalsMillis;
  private final ServiceTimes serviceTimes;
  private final long seed;
  private final Coins picks;
  private final Coins couples;

  private ReplicaTrace(double[] arrivalsMillis, ServiceTimes serviceTimes, long seed) {
    this.arrivalsMillis = arrivalsMillis;
    this.serviceTimes = serviceTimes;
    this.seed = seed;
    picks = new Coins(seed, Coins.Purpose.SERVICE);
    couples = new Coins(seed, Coins.Purpose.COUPLING);
  }

  /**
   * Requests at times that do not depend on how long they take. One seed gives the same requests
   * whatever the arrivals, and a longer trace begins as a shorter one does.
   *
   * @param count at least 1
   * @param seed any
   * @throws IllegalArgumentException if count is less than 1, or there are no such arrivals
   */
  public static ReplicaTrace draw(
      Arrivals arrivals, ServiceTimes serviceTimes, int count, long seed) {
    if (count < 1) {
      throw new IllegalArgumentException("count must be at least 1: " + count);
    }
    var random = new SplittableRandom(new Coins(seed, Coins.Purpose.ARRIVAL).bits(0));
    return new ReplicaTrace(arrivals.draw(count, random), serviceTimes, seed);
  }

  /** Number of requests; at least 1. */
  public int size() {
    return arrivalsMillis.length;
  }

  /**
   * When a request arrives, in milliseconds since the trace began.
   *
   * @param request 0 to {@link #size} - 1
   */
  public double arrivalMillis(int request) {
    return arrivalsMillis[request];
  }

  /** What belongs to it. */
  long seed() {
    return seed;
  }

  /**
   * How long a copy computes on a replica that is neither slow nor paused.
   *
   * @param call the request's place times the number of shards, plus the shard
   * @param attempt 0 for the first copy
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
