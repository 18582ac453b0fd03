package org.curtail.replicas;

/** What is left of a {@link CopyBudget} during a run. */
final class Tokens {
  private final CopyBudget budget;
  private double left;
  private int suppressed;

  Tokens(CopyBudget budget) {
    this.budget = budget;
    left =
        switch (budget) {
          case CopyBudget.Unlimited unlimited -> Double.POSITIVE_INFINITY;
          case CopyBudget.TokenBucket bucket -> bucket.most();
        };
  }

  /** A request asks a shard. */
  void earn() {
    switch (budget) {
      case CopyBudget.Unlimited unlimited -> {}
      case CopyBudget.TokenBucket bucket ->
          left = Math.min(bucket.most(), left + bucket.perRequest());
    }
  }

  /** Whether a copy may be sent, which then is paid. */
  boolean spend() {
    // Many small shares of a token add up to a little less than a whole one.
    if (left < 1 - 1e-9) {
      suppressed++;
      return false;
    }
    left--;
    return true;
  }

  /** How often there was nothing left. */
  int suppressed() {
    return suppressed;
  }
}
