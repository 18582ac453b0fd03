package org.curtail.replicas;

import org.curtail.reissue.ReissuePolicy;

/**
 * A simulation of a client and replicated servers. The same input gives the same outcome on any
 * machine. Messages take no time. Immutable and thread-safe: several runs may go on at once.
 *
 * @param replicas replicas of each shard
 * @param choice choice of the replica for a copy
 * @param reissue rule that sends copies
 * @param budget limit of their number
 * @param cancellation treatment of the others after an answer
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

  /** Returns requests to one shard, without reissue and without cancellation. */
  public static ReplicaSimulation of(Replicas replicas, ReplicaChoice choice) {
    return new ReplicaSimulation(
        replicas, choice, Reissuing.NONE, CopyBudget.UNLIMITED, Cancellation.NONE, FanOut.NONE);
  }

  /** Returns this simulation with another reissue. */
  public ReplicaSimulation reissuing(Reissuing other) {
    return new ReplicaSimulation(replicas, choice, other, budget, cancellation, fanOut);
  }

  /** Returns this simulation with reissue by a policy. */
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

  /** Returns this simulation with requests to several shards. */
  public ReplicaSimulation asking(FanOut other) {
    return new ReplicaSimulation(replicas, choice, reissue, budget, cancellation, other);
  }

  /**
   * Returns the rate at which originals alone keep a share of all slots busy.
   *
   * @param load the share: more than 0
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
   * Runs a trace until no copy is served any longer. Runs a trace until all copies have ended.
   *
   * @throws IllegalArgumentException if requests times shards are more than 2^28
   */
  public ReplicaResult run(ReplicaTrace trace) {
    return run(trace, ReplicaObserver.NONE);
  }

  /** Runs a trace under an observer. */
  ReplicaResult run(ReplicaTrace trace, ReplicaObserver observer) {
    if ((long) trace.size() * fanOut.shards() > MOST_CALLS) {
      throw new IllegalArgumentException(
          "at most %d requests times shards can be simulated: %d times %d"
              .formatted(MOST_CALLS, trace.size(), fanOut.shards()));
    }
    return new ReplicaRun(this, trace, observer).run();
  }

  /**
   * A request to several shards, each of which has replicas and reissue of its own.
   *
   * @param shards at least 1
   * @param share share of the shards whose answers make the request's answer: more than 0, at most
   *     1; rounded up to whole shards. Later answers are not waited for.
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

    /** Returns a request to so many shards, all of which must answer. */
    public static FanOut toAll(int shards) {
      return new FanOut(shards, 1);
    }

    /** Returns the number of shards that must answer. */
    public int needed() {
      // 0.07 * 100 is above 7 in binary.
      return Math.max(1, (int) Math.ceil(share * shards - 1e-9));
    }
  }
}
