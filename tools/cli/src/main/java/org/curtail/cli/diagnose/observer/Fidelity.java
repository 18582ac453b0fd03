package org.curtail.cli.diagnose.observer;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.curtail.Percentile;

/**
 * Filter of samples. A sample reads the clock, then the observed values, and the clock again. From
 * one sample to the next, both clock readings must show the same elapsed time ("cycles per cycle"
 * is near 1). Otherwise the observer was interrupted during a sample, and the values do not belong
 * to one moment. The tolerance depends on the interval. The clock itself varies by tens of
 * nanoseconds. That is 1 % of 5 us and 5 % of 1 us. For shorter intervals no filter helps.
 *
 * <p>The filter only finds interruptions of the observer. If the observer did not run at all in an
 * interval, the interval is equally long on both clocks. Such an interval is a gap, and splits a
 * series of samples.
 *
 * <p>Source: Yang, Blackburn, McKinley: Computer Performance Microscopy with SHIM (ISCA 2015), 3.3.
 *
 * @param kept intervals that count: bit i is for the interval from sample i to sample i + 1
 * @param gaps intervals in which the observer did not run
 * @param intervals number of all intervals
 * @param epsilon tolerance between the two clocks, as a share of the interval
 * @param medianIntervalNanos median interval from sample to sample
 */
public record Fidelity(
    BitSet kept, BitSet gaps, int intervals, double epsilon, long medianIntervalNanos) {
  /** Variation of a clock reading. */
  static final double CLOCK_NANOS = 50;

  private static final double FINEST = 0.01;
  private static final double COARSEST = 0.05;

  /** Length of a gap, in usual intervals. */
  private static final double GAP = 4;

  public Fidelity {
    kept = (BitSet) kept.clone();
    gaps = (BitSet) gaps.clone();
  }

  /** A series of samples without a gap, first and last included. */
  public record Run(int first, int last) {}

  /**
   * Number of impossible intervals: the observed value grew faster than it can.
   *
   * @param all impossible intervals
   * @param kept impossible intervals that the filter did not find
   */
  public record Impossible(int all, int kept) {}

  /** Tolerance between clocks at an interval, as a share of it: 0.01 to 0.05. */
  public static double epsilon(long intervalNanos) {
    return Math.clamp(CLOCK_NANOS / Math.max(1, intervalNanos), FINEST, COARSEST);
  }

  /**
   * Filters samples.
   *
   * @param beforeNanos the clock before each sample, ascending
   * @param afterNanos the clock after the same samples
   */
  public static Fidelity of(long[] beforeNanos, long[] afterNanos) {
    if (beforeNanos.length != afterNanos.length) {
      throw new IllegalArgumentException(
          "the numbers of readings before and after must be equal: %d, %d"
              .formatted(beforeNanos.length, afterNanos.length));
    }
    int intervals = Math.max(0, beforeNanos.length - 1);
    double[] sorted = new double[intervals];
    Arrays.setAll(sorted, i -> (double) (beforeNanos[i + 1] - beforeNanos[i]));
    Arrays.sort(sorted);
    long median = intervals == 0 ? 0 : (long) Percentile.of(sorted, 50);
    double epsilon = epsilon(median);
    var kept = new BitSet();
    var gaps = new BitSet();
    for (int i = 0; i < intervals; i++) {
      long byBefore = beforeNanos[i + 1] - beforeNanos[i];
      long byAfter = afterNanos[i + 1] - afterNanos[i];
      if (Math.min(byBefore, byAfter) > GAP * median) {
        gaps.set(i);
      } else if (byBefore > 0 && Math.abs(byAfter - byBefore) <= epsilon * byBefore) {
        kept.set(i);
      }
    }
    return new Fidelity(kept, gaps, intervals, epsilon, median);
  }

  @Override
  public BitSet kept() {
    return (BitSet) kept.clone();
  }

  @Override
  public BitSet gaps() {
    return (BitSet) gaps.clone();
  }

  /** Share of intervals that count, without gaps; NaN if there are none. */
  public double passRate() {
    int looked = intervals - gaps.cardinality();
    return looked == 0 ? Double.NaN : (double) kept.cardinality() / looked;
  }

  /** True if samples are so frequent that the clock's own variation hides interruptions. */
  public boolean isTooFast() {
    return intervals > 0 && CLOCK_NANOS / Math.max(1, medianIntervalNanos) > 1.1 * COARSEST;
  }

  /** The samples, split at gaps. */
  public List<Run> runs() {
    var runs = new ArrayList<Run>();
    int first = 0;
    for (int gap = gaps.nextSetBit(0); gap >= 0; gap = gaps.nextSetBit(gap + 1)) {
      runs.add(new Run(first, gap));
      first = gap + 1;
    }
    runs.add(new Run(first, intervals));
    return runs;
  }

  /**
   * Counts impossible intervals, as a check of the filter.
   *
   * @param beforeNanos the clock before each sample
   * @param counts the value of each sample, ascending
   * @param mostPerNano greatest rate of the value
   */
  public Impossible impossible(long[] beforeNanos, long[] counts, double mostPerNano) {
    int all = 0;
    int passed = 0;
    for (int i = 0; i < intervals; i++) {
      double most = mostPerNano * (beforeNanos[i + 1] - beforeNanos[i]);
      if (counts[i + 1] - counts[i] > most) {
        all++;
        passed += kept.get(i) ? 1 : 0;
      }
    }
    return new Impossible(all, passed);
  }
}
