package org.curtail.replicas;

/**
 * A request that asks several shards, each of which has replicas of its own and is reissued by
 * itself.
 *
 * @param shards at least 1
 * @param share of the shards whose answers make the request's answer: more than 0, at most 1;
 *     rounded up to whole shards. What is late is not waited for.
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

  /** To so many shards, all of which must answer. */
  public static FanOut toAll(int shards) {
    return new FanOut(shards, 1);
  }

  /** How many shards must answer. */
  public int needed() {
    // 0.07 * 100 is above 7 in binary.
    return Math.max(1, (int) Math.ceil(share * shards - 1e-9));
  }
}
