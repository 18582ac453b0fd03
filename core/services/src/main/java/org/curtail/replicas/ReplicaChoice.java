package org.curtail.replicas;

/**
 * A client's choice of the replica for an attempt. Replicas with a copy of the same request are
 * left out, if others remain. There is only one client.
 */
public sealed interface ReplicaChoice {
  /** A random replica. */
  ReplicaChoice RANDOM = new Random();

  /** The next replica in turn. */
  ReplicaChoice ROUND_ROBIN = new RoundRobin();

  /** The replica with fewer requests among two random ones. */
  ReplicaChoice TWO_CHOICES = new TwoChoices();

  /** The replica with the fewest requests. */
  ReplicaChoice SHORTEST_QUEUE = new ShortestQueue();

  /** C3 with its paper's parameters. */
  ReplicaChoice C3 = new CubicRank(0.1);

  /** Prequal with its paper's parameters. */
  ReplicaChoice PREQUAL = new Prequal(16, 3, 1, 0.84, 1000);

  /** Returns the name, such as {@code two-choices}. */
  String name();

  /** A random replica, with equal probabilities. */
  record Random() implements ReplicaChoice {
    @Override
    public String name() {
      return "random";
    }
  }

  /** The next replica in turn. */
  record RoundRobin() implements ReplicaChoice {
    @Override
    public String name() {
      return "round-robin";
    }
  }

  /** The replica with fewer requests among two random ones (Mitzenmacher, TPDS 2001). */
  record TwoChoices() implements ReplicaChoice {
    @Override
    public String name() {
      return "two-choices";
    }
  }

  /** The replica with the fewest waiting and served requests; a random one among equals. */
  record ShortestQueue() implements ReplicaChoice {
    @Override
    public String name() {
      return "shortest-queue";
    }
  }

  /**
   * C3 (Suresh, Canini, Schmid, Feldmann, NSDI 2015): the replica with the least {@code R - 1/m +
   * (1 + o + q)^3 / m}. R, 1/m and q are moving averages of response time, service time and queue
   * length, as answers report them. o is the number of requests without an answer. Simplification:
   * one client without rate control. All requests may go to all replicas, so a replica that was
   * slow once would never be tried again. Therefore averages of other replicas approach those of
   * the chosen replica by half of the difference, as in Elasticsearch.
   *
   * @param weight weight of the newest answer in the averages: more than 0, at most 1
   */
  record CubicRank(double weight) implements ReplicaChoice {
    public CubicRank {
      if (!(weight > 0 && weight <= 1)) {
        throw new IllegalArgumentException("weight must be above 0 and at most 1: " + weight);
      }
    }

    @Override
    public String name() {
      return "c3";
    }
  }

  /**
   * Prequal (Wydrowski, Kleinberg, Rumble, Archer, NSDI 2024). Probes ask replicas for their number
   * of requests and latency. The best answer in a pool decides: the least latency among cold
   * replicas, or the fewest requests if all are hot.
   *
   * <p>Simplifications:
   *
   * <ul>
   *   <li>A probe is answered at once, but the answer is used for later requests only.
   *   <li>A replica's latency is the median of the last nine answers to requests that met the same
   *       number of requests. Answers older than ten times {@code mostAgeMillis} are left out.
   *   <li>The pool has one answer of each replica, as replicas are few.
   *   <li>An answer may be used several times, by the paper's formula with delta 1. If the pool
   *       outnumbers the replicas, only its age limits its use.
   * </ul>
   *
   * @param pool greatest number of answers in the pool: at least 1
   * @param probes number of probes for each request: at least 1
   * @param removals number of answers removed for each request, in turn the oldest and the worst:
   *     at least 0
   * @param hotQuantile quantile of the probed numbers of requests; replicas above it are hot: 0 to
   *     1
   * @param mostAgeMillis greatest age of an answer: more than 0
   */
  record Prequal(int pool, int probes, int removals, double hotQuantile, double mostAgeMillis)
      implements ReplicaChoice {
    public Prequal {
      if (pool < 1 || probes < 1 || removals < 0) {
        throw new IllegalArgumentException(
            "pool and probes must be at least 1, removals at least 0: %d, %d, %d"
                .formatted(pool, probes, removals));
      }
      if (!(hotQuantile >= 0 && hotQuantile <= 1) || !(mostAgeMillis > 0)) {
        throw new IllegalArgumentException(
            "hotQuantile must be from 0 to 1, mostAgeMillis positive: %s, %s"
                .formatted(hotQuantile, mostAgeMillis));
      }
    }

    @Override
    public String name() {
      return "prequal";
    }
  }
}
