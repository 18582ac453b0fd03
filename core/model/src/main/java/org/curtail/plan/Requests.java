package org.curtail.plan;

import java.util.Arrays;
import java.util.List;
import org.curtail.Percentile;
import org.curtail.Profile;

/**
 * Profile in the form that the search needs. Times are in steps of the grid. A phase is an index
 * into the degrees that a request may pass through. A request begins with its serial part, on one
 * thread in any phase; the rest is its shared part. Immutable.
 */
final class Requests {
  private final int count;
  private final int[] degrees;
  private final double[] serialSteps;
  private final double[] sharedSteps;
  private final double[] rates;
  private final double[] weights;
  private final boolean[] regular;
  private final double[] shares;
  private final double weightAboveTail;

  Requests(Profile profile, List<Integer> degrees, double percentile, double stepMs) {
    count = profile.requests();
    this.degrees = degrees.stream().mapToInt(Integer::intValue).toArray();
    serialSteps = new double[count];
    sharedSteps = new double[Math.multiplyExact(count, this.degrees.length)];
    rates = new double[sharedSteps.length];
    weights = new double[count];
    for (int r = 0; r < count; r++) {
      weights[r] = profile.weight(r);
      double serialMs = profile.serialMs(r);
      serialSteps[r] = serialMs / stepMs;
      for (int phase = 0; phase < this.degrees.length; phase++) {
        double steps = (profile.timeMs(r, this.degrees[phase]) - serialMs) / stepMs;
        sharedSteps[r * this.degrees.length + phase] = steps;
        // A finite value, because 0 * infinity would be NaN.
        rates[r * this.degrees.length + phase] = Math.min(1 / steps, Double.MAX_VALUE);
      }
    }
    regular = new boolean[count];
    for (int r = 0; r < count; r++) {
      regular[r] = findRegular(r);
    }
    double totalWeight = profile.totalWeight();
    shares = new double[count];
    Arrays.setAll(shares, r -> weights[r] / totalWeight);
    weightAboveTail = totalWeight - Percentile.weightToReach(percentile, totalWeight);
  }

  int count() {
    return count;
  }

  int phases() {
    return degrees.length;
  }

  int degree(int phase) {
    return degrees[phase];
  }

  /** Returns the time in steps of the serial part of a request, on one thread. */
  double serialSteps(int request) {
    return serialSteps[request];
  }

  /** Returns the time in steps of the whole shared part of a request in one phase. */
  double sharedSteps(int request, int phase) {
    return sharedSteps[request * degrees.length + phase];
  }

  /** Returns the share of a request's shared part that one step in a phase completes. */
  double rate(int request, int phase) {
    return rates[request * degrees.length + phase];
  }

  double weight(int request) {
    return weights[request];
  }

  /** Returns true if more threads are never slower and never more efficient. */
  boolean isRegular(int request) {
    return regular[request];
  }

  private boolean findRegular(int request) {
    for (int phase = 1; phase < degrees.length; phase++) {
      double before = sharedSteps(request, phase - 1);
      double steps = sharedSteps(request, phase);
      if (steps > before || degrees[phase] * steps < degrees[phase - 1] * before) {
        return false;
      }
    }
    return true;
  }

  /** Returns a request's share of the total weight, for means. */
  double share(int request) {
    return shares[request];
  }

  /**
   * Returns the weight above the tail. The tail is the greatest time that requests of at most this
   * weight exceed.
   */
  double weightAboveTail() {
    return weightAboveTail;
  }
}
