package org.curtail.automatic;

import org.curtail.automatic.RankedBatches.Statistic;

/**
 * Ways to bet against a number being drawn evenly between 0 and 1: what one unit becomes, if it is
 * put on a kind of change before the number is known. In the mean over even numbers it stays one
 * unit, so that no bet wins while nothing changes.
 *
 * <p>The number is the share of former values, or of former batches of values, that are greater
 * than the present one. Each bet needs a change of some size to win, so that small changes, which
 * do not matter, are not looked for: for exponentially distributed values {@link #LARGER} wins if
 * they have grown by more than 28 %.
 */
enum RankBet {
  LARGER(Statistic.MEAN) {
    @Override
    double factor(double share) {
      return power(share, MILD);
    }
  },
  MUCH_LARGER(Statistic.MEAN) {
    @Override
    double factor(double share) {
      return power(share, STRONG);
    }
  },
  SMALLER(Statistic.MEAN) {
    @Override
    double factor(double share) {
      return power(1 - share, MILD);
    }
  },
  MUCH_SMALLER(Statistic.MEAN) {
    @Override
    double factor(double share) {
      return power(1 - share, STRONG);
    }
  },
  /** More of the largest twentieth. */
  HEAVIER_TAIL(Statistic.GREATEST) {
    @Override
    double factor(double share) {
      return beyond(share, 0.05, 2.5);
    }

    @Override
    double batchFactor(double share) {
      return power(share, MILD);
    }
  },
  /** Many more of the largest hundredth. */
  FAR_TAIL(Statistic.GREATEST) {
    @Override
    double factor(double share) {
      return beyond(share, 0.01, 8);
    }

    @Override
    double batchFactor(double share) {
      return power(share, STRONG);
    }
  },
  /** More of the large and of the small, as when another kind of request comes in. */
  BOTH_ENDS(Statistic.SPREAD) {
    @Override
    double factor(double share) {
      return (power(share, STRONG) + power(1 - share, STRONG)) / 2;
    }

    @Override
    double batchFactor(double share) {
      return power(share, MILD);
    }
  },
  /** All become alike. */
  MIDDLE(Statistic.SPREAD) {
    @Override
    double factor(double share) {
      return 6 * share * (1 - share);
    }

    @Override
    double batchFactor(double share) {
      return power(1 - share, MILD);
    }
  };

  private static final double MILD = 0.6;
  private static final double STRONG = 0.3;

  /** So that no product is infinite. */
  private static final double LEAST_SHARE = 1e-12;

  private final Statistic statistic;

  RankBet(Statistic statistic) {
    this.statistic = statistic;
  }

  /** By what batches are ranked for this bet; of single values there is but one rank. */
  Statistic statistic() {
    return statistic;
  }

  /** What one unit becomes; at least 0. */
  abstract double factor(double share);

  /** The same, if the number is that of a batch by its {@link #statistic}. */
  double batchFactor(double share) {
    return factor(share);
  }

  /** The density of a beta distribution. */
  private static double power(double share, double exponent) {
    return exponent * StrictMath.pow(Math.max(share, LEAST_SHARE), exponent - 1);
  }

  private static double beyond(double share, double tail, double factor) {
    return share < tail ? factor : (1 - tail * factor) / (1 - tail);
  }
}
