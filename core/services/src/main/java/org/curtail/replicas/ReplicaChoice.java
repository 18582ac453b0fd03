package org.curtail.replicas;

/**
 * To which replica a client sends a copy. It leaves out replicas that have a copy of the same
 * request, unless all have. There is one client, which knows what it has sent at once.
 */
public sealed interface ReplicaChoice {
  /** Any, each as likely. */
  ReplicaChoice RANDOM = new Random();

  /** One after the other. */
  ReplicaChoice ROUND_ROBIN = new RoundRobin();

  /** The one with fewer requests of two at random. */
  ReplicaChoice TWO_CHOICES = new TwoChoices();

  /** The one with the fewest requests. */
  ReplicaChoice SHORTEST_QUEUE = new ShortestQueue();

  /** C3, as its paper has it. */
  ReplicaChoice C3 = new CubicRank(0.1);

  /** Prequal, as its paper has it. */
  ReplicaChoice PREQUAL = new Prequal(16, 3, 1, 0.84, 1000);

  /** Its name: {@code two-choices}. */
  String name();

  /** Any, each as likely. */
  record Random() implements ReplicaChoice {
    @Override
    public String name() {
      return "random";
    }
  }

  /** One after the other. */
  record RoundRobin() implements ReplicaChoice {
    @Override
    public String name() {
      return "round-robin";
    }
  }

  /** The one with fewer requests of two at random (Mitzenmacher, TPDS 2001). */
  record TwoChoices() implements ReplicaChoice {
    @Override
    public String name() {
      return "two-choices";
    }
  }

  /** The one with the fewest requests, waiting and served; among equals any. */
  record ShortestQueue() implements ReplicaChoice {
    @Override
    public String name() {
      return "shortest-queue";
    }
  }

  /**
   * C3 (Suresh, Canini, Schmid, Feldmann, NSDI 2015): the replica with the least {@code R - 1/m +
   * (1 + o + q)^3 / m}, where R, 1/m and q are moving averages of response time, service time and
   * queue length as answers tell them, and o are requests without an answer. Simplified: there is
   * one client, and no control of its rate. All requests may go to all replicas, so a replica that
   * was slow once would never be tried again; therefore what is known of those passed over moves
   * half of the way to what is known of the chosen one, as an answer would move it (as
   * Elasticsearch does).
   *
   * @param weight of the newest answer in the averages: more than 0, at most 1
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
   * Prequal (Wydrowski, Kleinberg, Rumble, Archer, NSDI 2024): replicas are asked how many requests
   * they have and how long those take, and of the answers in a pool the best is taken: of replicas
   * with not too many requests the one with the least latency, else the one with the fewest
   * requests. Simplified: a probe is answered at once, but only for the requests after the one that
   * sent it; a replica's latency is the median of the last nine answers to requests that found as
   * many there, none ten times as old as an answer of the pool may be; the pool has one answer of
   * each replica, as replicas are few. An answer may be used several times as the paper's formula
   * says (with delta 1), until its age where the pool outnumbers the replicas.
   *
   * @param pool answers that are kept: at least 1
   * @param probes sent for each request: at least 1
   * @param removals answers removed for each request, in turn the oldest and the worst: at least 0
   * @param hotQuantile a replica with more requests than this share of the last probes saw is hot:
   *     0 to 1
   * @param mostAgeMillis of an answer: more than 0
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
