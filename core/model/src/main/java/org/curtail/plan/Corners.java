package org.curtail.plan;

/**
 * A box of schedules: for every phase but the last, the least and the greatest length in steps.
 * Mutable; not thread-safe.
 */
final class Corners {
  final double[] least;
  final double[] greatest;

  Corners(int lengths) {
    least = new double[lengths];
    greatest = new double[lengths];
  }

  void set(Corners other) {
    System.arraycopy(other.least, 0, least, 0, least.length);
    System.arraycopy(other.greatest, 0, greatest, 0, greatest.length);
  }

  boolean isPoint() {
    for (int i = 0; i < least.length; i++) {
      if (least[i] != greatest[i]) {
        return false;
      }
    }
    return true;
  }
}
