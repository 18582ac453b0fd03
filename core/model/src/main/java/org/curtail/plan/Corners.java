package org.curtail.plan;

/**
 * Box of schedules: the least and the greatest length of every phase but the last, in steps.
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
