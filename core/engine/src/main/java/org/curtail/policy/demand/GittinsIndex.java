package org.curtail.policy.demand;

import java.util.Arrays;
import org.curtail.Profile;

/**
 * The Gittins index of a request that has done work a, for demands S as in a profile: its greatest
 * possible rate of ending,
 *
 * <pre>    G(a) = max over d of  P(S &lt;= a + d | S > a) / E[min(S, a + d) - a | S > a]</pre>
 *
 * <p>Consider one server with Poisson arrivals, and all orders that do not know demands. Of these,
 * serving the greatest index first has the lowest mean latency (Gittins 1989; Aalto, Ayesta,
 * Righter: On the Gittins index in the M/G/1 queue, Queueing Systems 63, 2009). The definition is
 * from the latter paper.
 *
 * <p>The index is estimated from the profile's sequential times, at the exact work done. So demands
 * in groups keep the gaps between them. Only d is smoothed: it covers at least the square root of
 * the samples that are left, or all of them, because the place of the next sample is chance. Beyond
 * the longest sample demand falls exponentially, as in {@link Survival}. That tail also counts
 * beside the last samples: as 1 / n of a sample if n are left. Without it, the longest sample would
 * look like a request without end. The index has {@value #LEVELS} levels in equal ratios, from its
 * least value to one request per thousandth of the mean demand. Immutable.
 */
public final class GittinsIndex {
  public static final int LEVELS = 64;

  /** Greatest index, times the mean demand. A request with a greater index is about to end. */
  private static final double GREATEST = 1000;

  /** Work from which each of {@link #levels} counts, ascending from 0. */
  private final AscendingNumbers places;

  private final int[] levels;

  /** Index at each level. */
  private final double[] perMs;

  private GittinsIndex(double[] fromMs, int[] levels, double[] perMs) {
    places = AscendingNumbers.of(fromMs);
    this.levels = levels;
    this.perMs = perMs;
  }

  public static GittinsIndex of(Profile profile) {
    var curve = DemandCurve.of(profile);
    double longestMs = 0;
    for (int point = 0; point < curve.last(); point++) {
      longestMs = Math.max(longestMs, curve.meanRemainingMs(point));
    }
    double greatest = Math.max(GREATEST / profile.meanMs(1), 2 / longestMs);
    var making = new Making(curve, 1 / longestMs, greatest);
    making.run();
    double[] perMs = new double[LEVELS];
    Arrays.setAll(perMs, making::perMs);
    return new GittinsIndex(making.ascendingMs(), making.ofAscending(), perMs);
  }

  /** The level of the index after this work, from 0 to {@value #LEVELS} - 1. */
  public int level(double workMs) {
    int found = places.place(workMs);
    return levels[Math.max(0, found >= 0 ? found : -found - 2)];
  }

  /** The index of all requests of a level, in ended requests per millisecond. */
  public double perMs(int level) {
    return perMs[level];
  }

  /**
   * From the longest demand to the shortest. On the {@link DemandCurve}, the index is the slope of
   * the steepest line from the request's place to any later point. This later point is a corner of
   * the {@link UpperHull}. Takes O(n log n) for n demands.
   */
  private static final class Making {
    private final DemandCurve curve;
    private final UpperHull reached;
    private final double least;
    private final double logStep;

    /** Steps found so far, descending. */
    private double[] fromMs;

    private int[] levels;
    private int steps;

    Making(DemandCurve curve, double least, double greatest) {
      this.curve = curve;
      this.least = least;
      reached = new UpperHull(curve.last() + 1);
      logStep = StrictMath.log(greatest / least) / (LEVELS - 1);
      fromMs = new double[curve.last()];
      levels = new int[curve.last()];
    }

    void run() {
      int next = curve.last();
      for (int point = curve.last() - 1; point >= 0; point--) {
        double enough = curve.enoughEnded(point);
        for (; next > point && (next == curve.last() || curve.ended(next) >= enough); next--) {
          reached.add(curve.meanMs(next), curve.ended(next));
        }
        addFrom(point);
      }
    }

    /** Adds the steps from one point to the next: while no request ends, the index rises. */
    private void addFrom(int point) {
      double ofTail = curve.shareOfTail(point);
      double ended = curve.ended(point) - ofTail;
      double meanMs = curve.meanMs(point) - ofTail * curve.tailScaleMs();
      int first = levelOf(reached.greatestSlopeFrom(meanMs, ended));
      int highest = first;
      double[] stepsMs = new double[LEVELS];
      // Beyond the longest sample, requests end all the time.
      boolean rises = point < curve.last() - 1;
      while (rises && highest < LEVELS - 1) {
        double stepMeanMs = reached.tangentFrom(ended, perMs(highest + 0.5));
        double stepMs = curve.workMs(point) + (stepMeanMs - meanMs) / (1 - curve.ended(point));
        if (stepMs >= curve.workMs(point + 1)) {
          break;
        }
        stepsMs[++highest] = stepMs;
      }
      for (int level = highest; level > first; level--) {
        add(stepsMs[level], level);
      }
      add(curve.workMs(point), first);
    }

    private void add(double workMs, int level) {
      if (steps > 0 && levels[steps - 1] == level) {
        steps--;
      }
      if (steps == fromMs.length) {
        fromMs = Arrays.copyOf(fromMs, 2 * steps);
        levels = Arrays.copyOf(levels, 2 * steps);
      }
      fromMs[steps] = workMs;
      levels[steps++] = level;
    }

    private int levelOf(double index) {
      double level = Math.rint(StrictMath.log(index / least) / logStep);
      return (int) Math.clamp(level, 0, LEVELS - 1);
    }

    double perMs(double level) {
      return least * StrictMath.exp(level * logStep);
    }

    double[] ascendingMs() {
      double[] ascending = new double[steps];
      Arrays.setAll(ascending, i -> fromMs[steps - 1 - i]);
      return ascending;
    }

    int[] ofAscending() {
      int[] ofThem = new int[steps];
      Arrays.setAll(ofThem, i -> levels[steps - 1 - i]);
      return ofThem;
    }
  }

  /**
   * The upper convex hull of points in the plane, which are added from right to left (Andrew:
   * Another efficient algorithm for convex hulls in two dimensions, 1979). Adding a point takes
   * constant amortised time, a question takes logarithmic time. For one thread.
   */
  static final class UpperHull {
    private final double[] x;
    private final double[] y;
    private int size;

    UpperHull(int mostPoints) {
      x = new double[mostPoints];
      y = new double[mostPoints];
    }

    /** Adds a point to the left of all others. */
    void add(double left, double height) {
      while (size > 1
          && (y[size - 1] - height) * (x[size - 2] - left)
              <= (y[size - 2] - height) * (x[size - 1] - left)) {
        size--;
      }
      x[size] = left;
      y[size++] = height;
    }

    /**
     * Returns the greatest slope of a line to one of the points, from a point on the left of all.
     */
    double greatestSlopeFrom(double left, double height) {
      int low = 0;
      int high = size - 1;
      while (low < high) {
        // A corner further right is better while the way to it is steeper than the way so far.
        int middle = (low + high + 1) / 2;
        double soFar = (y[middle] - height) / (x[middle] - left);
        double onward = (y[middle - 1] - y[middle]) / (x[middle - 1] - x[middle]);
        if (onward > soFar) {
          high = middle - 1;
        } else {
          low = middle;
        }
      }
      return (y[low] - height) / (x[low] - left);
    }

    /** Returns the x at this height on the line with this slope, above 0, that touches the hull. */
    double tangentFrom(double height, double slope) {
      int low = 0;
      int high = size - 1;
      while (low < high) {
        int middle = (low + high + 1) / 2;
        if (y[middle - 1] - y[middle] > slope * (x[middle - 1] - x[middle])) {
          high = middle - 1;
        } else {
          low = middle;
        }
      }
      return x[low] - (y[low] - height) / slope;
    }
  }
}
