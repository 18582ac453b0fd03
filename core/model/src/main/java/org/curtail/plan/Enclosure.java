package org.curtail.plan;

import java.util.Arrays;

/**
 * Bounds of a function of the phase lengths over a box. An enclosure has the values at the box's
 * two extreme corners and the range of the slope for every length. These values give linear
 * functions below and above it. If slopes change smoothly, the error grows with the square of the
 * box's size. Mutable; not thread-safe.
 */
final class Enclosure {
  /** Greatest rounding error of a bound, relative to the terms of its sum. */
  private static final double ROUNDING = 1e-13;

  /** Mixtures of the two corners' linear functions to try, since the best mixture is unknown. */
  private static final double[] SHARES_OF_GREATEST = {0, 0.5, 1};

  double atLeast;
  double atGreatest;
  final double[] leastSlopes;
  final double[] greatestSlopes;

  Enclosure(int lengths) {
    leastSlopes = new double[lengths];
    greatestSlopes = new double[lengths];
  }

  void clear() {
    atLeast = 0;
    atGreatest = 0;
    Arrays.fill(leastSlopes, 0);
    Arrays.fill(greatestSlopes, 0);
  }

  /** Returns the range of the slope for one length. */
  double slopeSpread(int i) {
    return greatestSlopes[i] - leastSlopes[i];
  }

  /** Sets this to {@code factor * a - b}. */
  void setDifference(double factor, Enclosure a, Enclosure b) {
    atLeast = factor * a.atLeast - b.atLeast;
    atGreatest = factor * a.atGreatest - b.atGreatest;
    for (int i = 0; i < leastSlopes.length; i++) {
      leastSlopes[i] = factor * a.leastSlopes[i] - b.greatestSlopes[i];
      greatestSlopes[i] = factor * a.greatestSlopes[i] - b.leastSlopes[i];
    }
  }

  /**
   * Returns a lower bound on {@code f + max(0, g)} over a part of the box, minus the rounding
   * error.
   *
   * @param box corners of the box that both functions are enclosed over
   * @param part corners of the part
   */
  static double leastOf(Enclosure f, Enclosure g, Corners box, Corners part) {
    double best = Double.NEGATIVE_INFINITY;
    for (double share : SHARES_OF_GREATEST) {
      best = Math.max(best, leastOf(f, g, box, part, share));
    }
    return best;
  }

  /**
   * Returns the bound for one mixture of linear functions. max(0, g) is the greatest of s g for s
   * from 0 to 1. For each s the minimum is at a corner. The best s is one at which a sign changes.
   */
  private static double leastOf(Enclosure f, Enclosure g, Corners box, Corners part, double share) {
    double best = Math.max(dual(0, f, g, box, part, share), dual(1, f, g, box, part, share));
    for (int i = 0; i < f.leastSlopes.length; i++) {
      double s = -f.slope(i, share) / g.slope(i, share);
      if (s > 0 && s < 1) {
        best = Math.max(best, dual(s, f, g, box, part, share));
      }
    }
    return best;
  }

  private static double dual(
      double s, Enclosure f, Enclosure g, Corners box, Corners part, double share) {
    double value = f.base(share) + s * g.base(share);
    double terms = Math.abs(value);
    for (int i = 0; i < f.leastSlopes.length; i++) {
      double size = box.greatest[i] - box.least[i];
      double from = part.least[i] - box.least[i];
      double to = part.greatest[i] - box.least[i];
      double slope = f.slope(i, share) + s * g.slope(i, share);
      value +=
          slope * (slope < 0 ? to : from)
              - share * size * (f.greatestSlopes[i] + s * g.greatestSlopes[i]);
      terms += box.greatest[i] * (f.steepest(i) + s * g.steepest(i));
    }
    return value - ROUNDING * terms;
  }

  private double steepest(int i) {
    return Math.max(Math.abs(leastSlopes[i]), Math.abs(greatestSlopes[i]));
  }

  private double base(double share) {
    return (1 - share) * atLeast + share * atGreatest;
  }

  private double slope(int i, double share) {
    return (1 - share) * leastSlopes[i] + share * greatestSlopes[i];
  }
}
