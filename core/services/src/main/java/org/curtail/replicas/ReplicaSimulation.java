package org.curtail.replicas;

import org.curtail.reissue.ReissuePolicy;

/**
 * A simulation of a client and replicated servers. The same input gives the same result on all
 * machines. Messages need no time. Immutable and thread-safe.
 *
 * @param replicas replicas of each shard
 * @param choice choice of the replica for a copy
 * @param reissue rule that sends copies
 * @param budget limit of the number of copies
 * @param cancellation treatment of the remaining copies after the first answer
 * @param fanOut shards of a request
 */
public record ReplicaSimulation(
    Replicas replicas,
    ReplicaChoice choice,
    Reissuing reissue,
    CopyBudget budget,
    Cancellation cancellation,
    FanOut fanOut) {
  private static final int MOST_CALLS = 1 << 28;

  public ReplicaSimulation {
    if (reissue instanceof Reissuing.Planned planned
        && planned.policy().maxAttempts() > ReplicaRandom.ATTEMPTS) {
      throw new IllegalArgumentException(
          "at most %d attempts can be simulated: %d"
              .formatted(ReplicaRandom.ATTEMPTS, planned.policy().maxAttempts()));
    }
  }

  /** Returns a simulation of requests to one shard, without copies and without cancellation. */
  public static ReplicaSimulation of(Replicas replicas, ReplicaChoice choice) {
    return new ReplicaSimulation(
        replicas, choice, Reissuing.NONE, CopyBudget.UNLIMITED, Cancellation.NONE, FanOut.NONE);
  }

  /** Returns this simulation with another rule for copies. */
  public ReplicaSimulation reissuing(Reissuing other) {
    return new ReplicaSimulation(replicas, choice, other, budget, cancellation, fanOut);
  }

  /** Returns this simulation with copies by a policy. */
  public ReplicaSimulation reissuing(ReissuePolicy policy) {
    return reissuing(new Reissuing.Planned(policy));
  }

  /** Returns this simulation with another choice of replicas. */
  public ReplicaSimulation choosing(ReplicaChoice other) {
    return new ReplicaSimulation(replicas, other, reissue, budget, cancellation, fanOut);
  }

  /** Returns this simulation with another budget. */
  public ReplicaSimulation within(CopyBudget other) {
    return new ReplicaSimulation(replicas, choice, reissue, other, cancellation, fanOut);
  }

  /** Returns this simulation with another cancellation. */
  public ReplicaSimulation cancelling(Cancellation other) {
    return new ReplicaSimulation(replicas, choice, reissue, budget, other, fanOut);
  }

  /** Returns this simulation with another fan-out. */
  public ReplicaSimulation asking(FanOut other) {
    return new ReplicaSimulation(replicas, choice, reissue, budget, cancellation, other);
  }

  /**
   * Returns the arrival rate at which originals alone keep a share of all slots busy.
   *
   * @param load share of busy slots: more than 0
   * @param serviceTimes service times of the requests
   * @return requests per second
   */
  public double perSecond(double load, ServiceTimes serviceTimes) {
    double slots = 0;
    for (int replica = 0; replica < replicas.count(); replica++) {
      slots += replicas.slots() * (1 - replicas.pauses().share()) / replicas.slowdown(replica);
    }
    return load * slots * 1000 / serviceTimes.meanMillis();
  }

  /**
   * Runs a trace until all copies have ended.
   *
   * @throws IllegalArgumentException if requests times shards are more than 2^28
   */
  public ReplicaResult run(ReplicaTrace trace) {
    return run(trace, ReplicaObserver.NONE);
  }

  ReplicaResult run(ReplicaTrace trace, ReplicaObserver observer) {
    if ((long) trace.size() * fanOut.shards() > MOST_CALLS) {
      throw new IllegalArgumentException(
          "at most %d requests times shards can be simulated: %d times %d"
              .formatted(MOST_CALLS, trace.size(), fanOut.shards()));
    }
    return new ReplicaRun(this, trace, observer).run();
  }

  /**
   * Fan-out of a request to several shards. Each shard has its own replicas and copies.
   *
   * @param shards number of shards: at least 1
   * @param share share of the shards that must answer, rounded up to whole shards: more than 0, at
   *     most 1; the request ends with the last needed answer
   */
  public record FanOut(int shards, double share) {
    /** One shard. */
    public static final FanOut NONE = new FanOut(1, 1);

    public FanOut {
      if (shards < 1) {
        throw new IllegalArgumentException("shards must be at least 1: " + shards);
      }
      if (!(share > 0 && share <= 1)) {
        throw new IllegalArgumentException("share must be above 0 and at most 1: " + share);
      }
    }

    /** Returns the number of shards that must answer. */
    public int needed() {
      // In floating point, 0.07 * 100 is above 7.
      return Math.max(1, (int) Math.ceil(share * shards - 1e-9));
    }
  }
}
