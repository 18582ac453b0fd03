package org.curtail.workflow.estimate;

/**
 * The distribution of the k-th of m independent answers, from the distribution of one answer. The
 * distribution is exact: the regularised incomplete beta function I_F(k, m - k + 1), and a closed
 * form for the first and the last of m. Immutable.
 */
final class KthAnswer {
  /** Probabilities nearer to 0 or 1 are rounded: doubles near 1 cannot resolve them. */
  private static final double NOTHING = 1e-18;

  private static final int HALVINGS = 60;
  private static final double TINY = 1e-300;
  private static final double PRECISE = 1e-14;
  private static final int MOST_TERMS = 100_000;

  private final int count;
  private final int needed;

  /** log(m! / ((k - 1)! (m - k)!)). */
  private final double logFactor;

  /** Least probability of a missing answer at which the k-th is certainly missing. */
  private final double missingFrom;

  /** Greatest probability of a missing answer at which the k-th is certainly there. */
  private final double certainTo;

  /**
   * Creates the distribution of the {@code needed}-th of {@code count} answers.
   *
   * @param needed 1 to {@code count}
   */
  KthAnswer(int count, int needed) {
    this.count = count;
    this.needed = needed;
    double log = 0;
    for (int i = 1; i <= count; i++) {
      log += StrictMath.log(i);
      log -= i < needed ? StrictMath.log(i) : 0;
      log -= i <= count - needed ? StrictMath.log(i) : 0;
    }
    logFactor = log;
    missingFrom = border(NOTHING, true);
    certainTo = border(NOTHING, false);
  }

  /**
   * Returns the probability that an answer is missing at which the k-th is there, or missing, with
   * this probability.
   */
  private double border(double probability, boolean ofBeingThere) {
    double low = 0;
    double high = 1;
    for (int i = 0; i < HALVINGS; i++) {
      double middle = (low + high) / 2;
      boolean beyond = ofBeingThere ? there(middle) < probability : absent(middle) >= probability;
      if (beyond) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return ofBeingThere ? high : low;
  }

  /** Returns the number m of answers. */
  int count() {
    return count;
  }

  /** Returns the probability that an answer is missing up to which the k-th is certainly there. */
  double certainTo() {
    return certainTo;
  }

  /**
   * Returns the probability that an answer is missing from which on the k-th is certainly missing.
   */
  double missingFrom() {
    return missingFrom;
  }

  /**
   * Returns the fall of {@link #reached} per unit of {@code missing}.
   *
   * @param missing above 0, below 1; also 0 or 1 if the density is finite there
   */
  double density(double missing) {
    return StrictMath.exp(
        logFactor
            + (needed == 1 ? 0 : (needed - 1) * StrictMath.log1p(-missing))
            + (needed == count ? 0 : (count - needed) * StrictMath.log(missing)));
  }

  /** Returns the relative growth of the {@link #density} per unit of {@code missing}. */
  double relativeSlopeOfDensity(double missing) {
    return (needed == count ? 0 : (count - needed) / missing)
        - (needed == 1 ? 0 : (needed - 1) / (1 - missing));
  }

  /**
   * Returns the probability that the k-th answer is there.
   *
   * @param missing probability that a single answer is missing: 0 to 1
   */
  double reached(double missing) {
    if (missing <= certainTo) {
      return 1;
    }
    return missing >= missingFrom ? 0 : there(missing);
  }

  private double there(double missing) {
    if (count == 1) {
      return 1 - missing;
    }
    if (needed == count) {
      return StrictMath.exp(count * StrictMath.log1p(-missing));
    }
    if (needed == 1) {
      return -StrictMath.expm1(count * StrictMath.log(missing));
    }
    double a = needed;
    double b = count - needed + 1;
    return 1 - missing < (a + 1) / (a + b + 2)
        ? part(a, b, 1 - missing, missing)
        : 1 - part(b, a, missing, missing);
  }

  /** Returns one minus {@link #there}, with all digits. */
  private double absent(double missing) {
    if (needed == count) {
      return -StrictMath.expm1(count * StrictMath.log1p(-missing));
    }
    if (needed == 1) {
      return StrictMath.exp(count * StrictMath.log(missing));
    }
    double a = needed;
    double b = count - needed + 1;
    return 1 - missing < (a + 1) / (a + b + 2)
        ? 1 - part(a, b, 1 - missing, missing)
        : part(b, a, missing, missing);
  }

  /**
   * Returns I_x(a, b) by its continued fraction, which must converge fast.
   *
   * @param x {@code missing} or {@code 1 - missing}
   */
  private double part(double a, double b, double x, double missing) {
    if (x <= 0) {
      return 0;
    }
    double ofOne = needed * StrictMath.log1p(-missing);
    double ofMissing = (count - needed + 1) * StrictMath.log(missing);
    return StrictMath.exp(logFactor + ofOne + ofMissing) * fraction(a, b, x) / a;
  }

  /** Returns the continued fraction of the incomplete beta function, by Lentz's method. */
  private static double fraction(double a, double b, double x) {
    double c = 1;
    double d = inverse(1 - (a + b) * x / (a + 1));
    double value = d;
    for (int m = 1; m <= MOST_TERMS; m++) {
      double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
      d = inverse(1 + even * d);
      c = awayFromZero(1 + even / c);
      value *= d * c;
      double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
      d = inverse(1 + odd * d);
      c = awayFromZero(1 + odd / c);
      double factor = d * c;
      value *= factor;
      if (Math.abs(factor - 1) < PRECISE) {
        return value;
      }
    }
    throw new IllegalStateException("the incomplete beta function did not converge");
  }

  private static double inverse(double value) {
    return 1 / awayFromZero(value);
  }

  private static double awayFromZero(double value) {
    return Math.abs(value) < TINY ? TINY : value;
  }

  /**
   * {@link KthAnswer} from a table, for millions of calls. Between two places, the table has a
   * polynomial of fifth degree with the exact value, slope and curvature at both places. The
   * polynomial's error is below 1e-10, as small as that of rounding. Deterministic, immutable.
   */
  static final class KthAnswerTable {
    private static final int PIECES = 1024;
    private static final int COEFFICIENTS = 6;

    private final boolean ofOne;
    private final double certainTo;
    private final double missingFrom;
    private final double piecesPerShare;

    /**
     * Coefficients of each piece, beginning with the constant; empty for a single answer, whose
     * distribution is a line.
     */
    private final double[] polynomials;

    KthAnswerTable(KthAnswer exact) {
      ofOne = exact.count() == 1;
      certainTo = exact.certainTo();
      missingFrom = exact.missingFrom();
      piecesPerShare = PIECES / (missingFrom - certainTo);
      polynomials = ofOne ? new double[0] : polynomials(exact);
    }

    private double[] polynomials(KthAnswer exact) {
      double[] polynomials = new double[COEFFICIENTS * PIECES];
      double width = (missingFrom - certainTo) / PIECES;
      Place left = Place.of(exact, certainTo, width);
      for (int i = 0; i < PIECES; i++) {
        Place right = Place.of(exact, certainTo + (i + 1) * width, width);
        left.to(right, polynomials, COEFFICIENTS * i);
        left = right;
      }
      return polynomials;
    }

    /** Value, slope and curvature at a place; the unit of length is a piece. */
    private record Place(double value, double slope, double curvature) {
      static Place of(KthAnswer exact, double missing, double width) {
        double slope = -exact.density(missing);
        return new Place(
            exact.reached(missing),
            slope * width,
            slope * exact.relativeSlopeOfDensity(missing) * width * width);
      }

      /**
       * Writes the coefficients of Hermite's polynomial of fifth degree from this place (0) to
       * another (1).
       */
      void to(Place other, double[] polynomials, int at) {
        double rise = other.value - value;
        polynomials[at] = value;
        polynomials[at + 1] = slope;
        polynomials[at + 2] = curvature / 2;
        polynomials[at + 3] =
            10 * rise - 6 * slope - 4 * other.slope - (3 * curvature - other.curvature) / 2;
        polynomials[at + 4] =
            -15 * rise + 8 * slope + 7 * other.slope + (3 * curvature - 2 * other.curvature) / 2;
        polynomials[at + 5] =
            6 * rise - 3 * (slope + other.slope) - (curvature - other.curvature) / 2;
      }
    }

    /**
     * Returns the probability that an answer is missing from which on the k-th is certainly
     * missing.
     */
    double missingFrom() {
      return missingFrom;
    }

    /**
     * Returns the probability that the k-th answer is there.
     *
     * @param missing probability that a single answer is missing: 0 to 1
     */
    double reached(double missing) {
      if (ofOne) {
        return 1 - missing;
      }
      if (missing <= certainTo) {
        return 1;
      }
      if (missing >= missingFrom) {
        return 0;
      }
      double place = (missing - certainTo) * piecesPerShare;
      int piece = Math.min((int) place, PIECES - 1);
      double x = place - piece;
      int at = COEFFICIENTS * piece;
      double[] of = polynomials;
      return of[at]
          + x
              * (of[at + 1]
                  + x * (of[at + 2] + x * (of[at + 3] + x * (of[at + 4] + x * of[at + 5]))));
    }
  }
}
