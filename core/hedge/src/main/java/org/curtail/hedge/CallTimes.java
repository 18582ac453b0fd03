package org.curtail.hedge;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.HistogramIterationValue;
import org.curtail.Percentile;

/**
 * How long calls took, to three significant digits: what is answered differs from what occurred by
 * less than 0.1 % or by 1 us. Immutable; of bounded size.
 */
public final class CallTimes {
  /** Never written. */
  private static final AtomicHistogram NONE = LiveTimes.empty();

  /** Not changed any more. */
  private final AtomicHistogram known;

  /** Of which only is known that they took longer; not changed any more. */
  private final AtomicHistogram longer;

  private final long[] valuesNanos;
  private final double[] weights;

  private CallTimes(AtomicHistogram known, AtomicHistogram longer) {
    this.known = known;
    this.longer = longer;
    List<Step> steps = steps();
    valuesNanos = steps.stream().mapToLong(Step::nanos).toArray();
    weights = steps.stream().mapToDouble(Step::weight).toArray();
  }

  private record Step(long nanos, double weight) {}

  static CallTimes known(AtomicHistogram times) {
    return new CallTimes(times, NONE);
  }

  /** By Kaplan and Meier (JASA 1958): who is out of sight at some time is like those still seen. */
  static CallTimes estimated(AtomicHistogram known, AtomicHistogram longer) {
    return new CallTimes(known, longer);
  }

  private List<Step> steps() {
    var steps = new ArrayList<Step>();
    double all = count();
    double atRisk = all;
    double left = 1;
    long last = 0;
    var others = longer.recordedValues().iterator();
    HistogramIterationValue other = others.hasNext() ? others.next() : null;
    for (HistogramIterationValue here : known.recordedValues()) {
      long nanos = here.getValueIteratedTo();
      // Who was last seen before this time, says nothing about it.
      while (other != null && other.getValueIteratedTo() < nanos) {
        atRisk -= other.getCountAtValueIteratedTo();
        last = other.getValueIteratedTo();
        other = others.hasNext() ? others.next() : null;
      }
      long ended = here.getCountAtValueIteratedTo();
      double after = atRisk <= ended ? 0 : left * (1 - ended / atRisk);
      steps.add(new Step(nanos, all * (left - after)));
      atRisk -= ended;
      left = after;
      last = Math.max(last, nanos);
    }
    while (other != null) {
      last = Math.max(last, other.getValueIteratedTo());
      other = others.hasNext() ? others.next() : null;
    }
    if (left > 0 && all > 0) {
      steps.add(new Step(last, all * left));
    }
    return steps;
  }

  /** What has been recorded since an earlier snapshot. */
  CallTimes since(CallTimes earlier) {
    return new CallTimes(difference(known, earlier.known), difference(longer, earlier.longer));
  }

  private static AtomicHistogram difference(AtomicHistogram of, AtomicHistogram earlier) {
    AtomicHistogram added = of.copy();
    added.subtract(earlier);
    return added;
  }

  /** Number of calls. */
  public long count() {
    return known.getTotalCount() + longer.getTotalCount();
  }

  /**
   * The smallest time, in nanoseconds, that so many percent of all calls did not exceed; 0 if there
   * are no calls.
   *
   * @param percentile 0 to 100; 0 gives the smallest time, 100 the greatest
   * @throws IllegalArgumentException if it is something else
   */
  public long percentileNanos(double percentile) {
    Percentile.check(percentile);
    if (valuesNanos.length == 0) {
      return 0;
    }
    return valuesNanos[Percentile.rank(percentile, weights)];
  }

  /** The mean in nanoseconds; 0 if there are no calls. */
  public double meanNanos() {
    double sum = 0;
    double weight = 0;
    for (int i = 0; i < weights.length; i++) {
      sum += weights[i] * valuesNanos[i];
      weight += weights[i];
    }
    return weight == 0 ? 0 : sum / weight;
  }
}
