package org.curtail.automatic;

/**
 * How much more work cores may have so that requests hardly feel it. Where cores are often idle
 * that is a lot; where they are busy each per cent more makes requests wait much longer, above all
 * if cores are few.
 *
 * <p>Requests are taken to be an M/M/k queue's, whose mean wait is about <code>
 * u<sup>sqrt(2(k+1)) - 1</sup> / (k (1 - u))</code> of a mean service time at utilisation {@code u}
 * (Sakasegawa 1977).
 */
final class SpareWork {
  /** Of the mean response time: hardly anybody can measure that. */
  private static final double SLOWDOWN = 0.01;

  /** Of the work there is: what idle cores do for nothing still costs power. */
  private static final double MOST_SHARE = 0.05;

  private static final double MOST_UTILISATION = 0.99;

  private SpareWork() {}

  /**
   * Of the work that there is, so much more may be done.
   *
   * @param utilisation of the cores, at least 0; may be more than they carry
   * @param cores at least 1
   * @return more than 0, at most 0.05
   */
  static double share(double utilisation, int cores) {
    double busy = Math.clamp(utilisation, 0, MOST_UTILISATION);
    double power = Math.sqrt(2.0 * (cores + 1)) - 1;
    double wait = StrictMath.pow(busy, power) / (cores * (1 - busy));
    // Of the response time, by which it grows with the logarithm of the work.
    double growth = wait / (1 + wait) * (power + busy / (1 - busy));
    return Math.min(SLOWDOWN / growth, MOST_SHARE);
  }
}
