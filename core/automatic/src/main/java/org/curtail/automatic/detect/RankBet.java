package org.curtail.automatic.detect;

import org.curtail.automatic.detect.RankedBatches.Statistic;

/**
 * Bets against uniform ranks: the factor by which a bet on one kind of change multiplies one unit.
 * For uniform ranks the mean factor is 1, so no bet gains while nothing changes.
 *
 * <p>The rank is the share of earlier values, or earlier batches, that are greater than the present
 * one. Each bet gains by changes of some size only, since small changes do not matter. For
 * exponentially distributed values, {@link #LARGER} gains if they have grown by more than 28 %.
 */
public enum RankBet {
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
  /** More values in the largest twentieth. */
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
  /** Many more values in the largest hundredth. */
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
  /** More large and more small values, as from another kind of request. */
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
  /** All values become similar. */
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

  /** Lower limit, so that no product is infinite. */
  private static final double LEAST_SHARE = 1e-12;

  private final Statistic statistic;

  RankBet(Statistic statistic) {
    this.statistic = statistic;
  }

  /** Returns the statistic that ranks batches for this bet. Single values have only one rank. */
  Statistic statistic() {
    return statistic;
  }

  /** Returns the factor; at least 0. */
  abstract double factor(double share);

  /** Returns the factor for the rank of a batch by its {@link #statistic}. */
  double batchFactor(double share) {
    return factor(share);
  }

  /** Returns the density of a beta distribution. */
  private static double power(double share, double exponent) {
    return exponent * StrictMath.pow(Math.max(share, LEAST_SHARE), exponent - 1);
  }

  private static double beyond(double share, double tail, double factor) {
    return share < tail ? factor : (1 - tail * factor) / (1 - tail);
  }
}
