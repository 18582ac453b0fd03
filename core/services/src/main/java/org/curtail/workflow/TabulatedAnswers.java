package org.curtail.workflow;

/**
 * {@link EnoughAnswers} from a table, for millions of calls. Between two places, the table has the
 * polynomial of fifth degree with the exact value, slope and curvature at both; it differs by less
 * than 1e-10, as much as rounding does. Deterministic, immutable.
 */
final class TabulatedAnswers {
  private static final int PIECES = 1024;
  private static final int COEFFICIENTS = 6;

  private final boolean ofOne;
  private final double surelyTo;
  private final double neverFrom;
  private final double piecesPerShare;

  /**
   * Coefficients of each piece, from the constant on; empty for a single answer, which is a line.
   */
  private final double[] polynomials;

  TabulatedAnswers(EnoughAnswers exact) {
    ofOne = exact.count() == 1;
    surelyTo = exact.surelyTo();
    neverFrom = exact.neverFrom();
    piecesPerShare = PIECES / (neverFrom - surelyTo);
    polynomials = ofOne ? new double[0] : polynomials(exact);
  }

  private double[] polynomials(EnoughAnswers exact) {
    double[] polynomials = new double[COEFFICIENTS * PIECES];
    double width = (neverFrom - surelyTo) / PIECES;
    Place left = Place.of(exact, surelyTo, width);
    for (int i = 0; i < PIECES; i++) {
      Place right = Place.of(exact, surelyTo + (i + 1) * width, width);
      left.to(right, polynomials, COEFFICIENTS * i);
      left = right;
    }
    return polynomials;
  }

  /** Value, slope and curvature; slope and curvature per piece. */
  private record Place(double value, double slope, double curvature) {
    static Place of(EnoughAnswers exact, double missing, double width) {
      double slope = -exact.density(missing);
      return new Place(
          exact.reached(missing),
          slope * width,
          slope * exact.relativeSlopeOfDensity(missing) * width * width);
    }

    /** Writes Hermite's polynomial of fifth degree, from this place at 0 to another place at 1. */
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

  /** Returns the share missing of each from which on the k-th answer is certainly missing. */
  double neverFrom() {
    return neverFrom;
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
    if (missing <= surelyTo) {
      return 1;
    }
    if (missing >= neverFrom) {
      return 0;
    }
    double place = (missing - surelyTo) * piecesPerShare;
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
