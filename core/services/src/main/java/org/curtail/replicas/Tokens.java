package org.curtail.replicas;

import org.curtail.reissue.live.LateCalls;
import org.curtail.reissue.live.TokenBucket;
import org.jspecify.annotations.Nullable;

/** State of a {@link CopyBudget} during a run. */
final class Tokens {
  /** Null without a limit. */
  private final @Nullable TokenBucket bucket;

  /** Null without a load guard. */
  private final @Nullable LateCalls guard;

  private final ReplicaRandom coins;
  private int suppressed;

  Tokens(CopyBudget budget, long seed) {
    coins = new ReplicaRandom(seed, ReplicaRandom.Purpose.GUARD);
    switch (budget) {
      case CopyBudget.Unlimited unlimited -> {
        bucket = null;
        guard = null;
      }
      case CopyBudget.TokenBucket given -> {
        bucket = full(given);
        guard = null;
      }
      case CopyBudget.Guarded given -> {
        bucket = full(given.bucket());
        guard = new LateCalls(given.plannedShare(), given.bucket().perRequest());
      }
    }
  }

  private static TokenBucket full(CopyBudget.TokenBucket given) {
    return new TokenBucket(given.perRequest(), given.most(), given.most());
  }

  /** Earns tokens for a request to a shard. */
  void earn() {
    if (bucket != null) {
      bucket.earn(1);
    }
  }

  /** Reports that the first planned copy of a call is due. */
  void due(Call call) {
    if (guard == null) {
      return;
    }
    if (call.closed) {
      guard.answered(1);
    } else {
      guard.late(call.copies.getFirst().server);
    }
  }

  /** Takes the tokens of a copy. Returns true if the copy may be sent. */
  boolean spend(Call call) {
    boolean may = mayPass(call) && (bucket == null || bucket.take());
    suppressed += may ? 0 : 1;
    return may;
  }

  private boolean mayPass(Call call) {
    double open = guard == null ? 1 : guard.openAtOnce();
    return open == 1 || coins.unit(call.index, call.copies.size()) < open;
  }

  /** Returns the number of copies suppressed by the budget or the guard. */
  int suppressed() {
    return suppressed;
  }
}
