package org.curtail.plan;

import java.util.Arrays;
import java.util.List;
import org.curtail.IntervalTable;
import org.curtail.Percentile;
import org.curtail.Profile;

/**
 * Start of each degree of a request; Phi in the paper. The paper's S = {v0, v1, ...} are the
 * differences: v0 is the first start, vi the time spent at degree i.
 *
 * @param startsMs {@code startsMs[d-1]} is the time since arrival at which degree d begins, in
 *     milliseconds; at least one, finite, not negative, not decreasing. A degree that begins
 *     together with the next one is skipped
 */
public record Schedule(List<Double> startsMs) {
  public Schedule {
    startsMs = List.copyOf(startsMs);
    if (startsMs.isEmpty()) {
      throw new IllegalArgumentException("a schedule needs the start of degree 1");
    }
    double previousMs = 0;
    for (double startMs : startsMs) {
      if (!Double.isFinite(startMs) || startMs < previousMs) {
        throw new IllegalArgumentException(
            "startsMs must be finite, not negative and not decreasing: " + startsMs);
      }
      previousMs = startMs;
    }
  }

  /** Returns the schedule of a table's row. */
  public static Schedule of(IntervalTable.Row row) {
    return new Schedule(row.startsMs());
  }

  /** Returns the last degree. */
  public int maxDegree() {
    return startsMs.size();
  }

  /**
   * Returns the predicted times and threads of a profile's requests under this schedule, by Figure
   * 6.
   *
   * @param percentile percentile of the tail, 0 to 100
   * @throws IllegalArgumentException if the profile lacks a degree of the schedule
   */
  public ScheduleCost cost(Profile profile, double percentile) {
    requireMeasured(profile);
    double[] timesMs = new double[profile.requests()];
    double[] weights = new double[timesMs.length];
    double sumMs = 0;
    double sumThreadMs = 0;
    for (int r = 0; r < timesMs.length; r++) {
      Spent spent = spent(profile, r);
      weights[r] = profile.weight(r);
      timesMs[r] = spent.timeMs;
      sumMs += weights[r] * spent.timeMs;
      sumThreadMs += weights[r] * spent.threadMs;
    }
    double total = profile.totalWeight();
    double weightAbove = total - Percentile.weightToReach(percentile, total);
    double tailMs = new TailSelection().select(timesMs, weights, timesMs.length, weightAbove);
    return new ScheduleCost(tailMs, sumMs / total, sumThreadMs / total);
  }

  /** Returns the time of each request since arrival, in milliseconds: equation 1. */
  public double[] timesMs(Profile profile) {
    requireMeasured(profile);
    double[] timesMs = new double[profile.requests()];
    Arrays.setAll(timesMs, r -> spent(profile, r).timeMs);
    return timesMs;
  }

  /**
   * Time and threads of one request: equation 1, and the numerator of equation 2. In its serial
   * part a request has the speed of one thread in any interval, and its other threads are free.
   */
  private record Spent(double timeMs, double threadMs) {}

  private Spent spent(Profile profile, int request) {
    double serialMs = profile.serialMs(request);
    double sharedMs = profile.timeMs(request, 1) - serialMs;
    double serialLeftMs = serialMs;
    double remainingMs = sharedMs;
    double timeMs = startsMs.getFirst() + serialMs;
    double threadMs = serialMs;
    for (int degree = 1; remainingMs > 0; degree++) {
      double serialHereMs = Math.min(serialLeftMs, intervalMs(degree));
      serialLeftMs -= serialHereMs;
      double speedup = sharedMs / (profile.timeMs(request, degree) - serialMs);
      double spentMs = Math.min(remainingMs / speedup, intervalMs(degree) - serialHereMs);
      timeMs += spentMs;
      threadMs += degree * spentMs;
      // The last degree lasts to the end of the request, despite rounding.
      remainingMs = degree == maxDegree() ? 0 : remainingMs - speedup * spentMs;
    }
    return new Spent(timeMs, threadMs);
  }

  private void requireMeasured(Profile profile) {
    if (maxDegree() > profile.maxDegree()) {
      throw new IllegalArgumentException(
          "the schedule goes to degree %d, the profile only to %d"
              .formatted(maxDegree(), profile.maxDegree()));
    }
  }

  private double intervalMs(int degree) {
    return degree == maxDegree()
        ? Double.POSITIVE_INFINITY
        : startsMs.get(degree) - startsMs.get(degree - 1);
  }
}
