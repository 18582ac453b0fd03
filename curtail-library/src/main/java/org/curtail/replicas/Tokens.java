package org.curtail.replicas;

import org.curtail.reissue.TokenBucket;
import org.jspecify.annotations.Nullable;

/** What is left of a {@link CopyBudget} during a run. */
final class Tokens {
  /** Null if there may be as many copies as the policy wants. */
  private final @Nullable TokenBucket bucket;

  private int suppressed;

  Tokens(CopyBudget budget) {
    bucket =
        switch (budget) {
          case CopyBudget.Unlimited unlimited -> null;
          case CopyBudget.TokenBucket given ->
              new TokenBucket(given.perRequest(), given.most(), given.most());
        };
  }

  /** A request asks a shard. */
  void earn() {
    if (bucket != null) {
      bucket.earn(1);
    }
  }

  /** Whether a copy may be sent, which then is paid. */
  boolean spend() {
    boolean may = bucket == null || bucket.take();
    suppressed += may ? 0 : 1;
    return may;
  }

  /** How often there was nothing left. */
  int suppressed() {
    return suppressed;
  }
}
