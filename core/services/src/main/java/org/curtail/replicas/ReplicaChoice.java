package org.curtail.replicas;

/**
 * A client's choice of the replica for a copy. It leaves out replicas with a copy of the same
 * request, unless all have one. There is one client, which knows at once what it has sent.
 */
public sealed interface ReplicaChoice {
  /** A replica at random, equally likely. */
  ReplicaChoice RANDOM = new Random();

  /** The replicas in turn. */
  ReplicaChoice ROUND_ROBIN = new RoundRobin();

  /** The replica with fewer requests, of two at random. */
  ReplicaChoice TWO_CHOICES = new TwoChoices();

  /** The replica with the fewest requests. */
  ReplicaChoice SHORTEST_QUEUE = new ShortestQueue();

  /** C3 with its paper's parameters. */
  ReplicaChoice C3 = new CubicRank(0.1);

  /** Prequal with its paper's parameters. */
  ReplicaChoice PREQUAL = new Prequal(16, 3, 1, 0.84, 1000);

  /** Returns the name, such as {@code two-choices}. */
  String name();

  /** A replica at random, equally likely. */
  record Random() implements ReplicaChoice {
    @Override
    public String name() {
      return "random";
    }
  }

  /** The replicas in turn. */
  record RoundRobin() implements ReplicaChoice {
    @Override
    public String name() {
      return "round-robin";
    }
  }

  /** The replica with fewer requests, of two at random (Mitzenmacher, TPDS 2001). */
  record TwoChoices() implements ReplicaChoice {
    @Override
    public String name() {
      return "two-choices";
    }
  }

  /** The replica with the fewest requests, waiting and served; at random among equals. */
  record ShortestQueue() implements ReplicaChoice {
    @Override
    public String name() {
      return "shortest-queue";
    }
  }

  /**
   * C3 (Suresh, Canini, Schmid, Feldmann, NSDI 2015): the replica with the least {@code R - 1/m +
   * (1 + o + q)^3 / m}. R, 1/m and q are moving averages of response time, service time and queue
   * length as reported by answers; o is the number of requests without an answer. Simplified: there
   * is one client, without rate control. All requests may go to all replicas, so a replica that was
   * slow once would never be tried again; therefore the averages of replicas passed over move half
   * of the way to the chosen one's, as an answer would move them (as in Elasticsearch).
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
   * Prequal (Wydrowski, Kleinberg, Rumble, Archer, NSDI 2024): replicas are asked for their number
   * of requests and latency, and the best answer in a pool is taken: among replicas with not too
   * many requests that with the least latency, otherwise that with the fewest requests. Simplified:
   * a probe is answered at once, but serves only requests after the one that sent it; a replica's
   * latency is the median of the last nine answers to requests that found as many there, none ten
   * times as old as an answer of the pool may be; the pool has one answer of each replica, as
   * replicas are few. An answer may be used several times by the paper's formula (with delta 1),
   * until its age if the pool outnumbers the replicas.
   *
   * @param pool answers kept: at least 1
   * @param probes probes sent for each request: at least 1
   * @param removals answers removed for each request, in turn the oldest and the worst: at least 0
   * @param hotQuantile quantile of the last probes' numbers of requests above which a replica is
   *     hot: 0 to 1
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
