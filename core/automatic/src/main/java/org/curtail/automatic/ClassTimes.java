package org.curtail.automatic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.curtail.automatic.detect.LogHistogram;
import org.curtail.automatic.guard.Slices.ServedBy;
import org.curtail.automatic.learn.DemandGap;
import org.curtail.runtime.Metrics.CostClass;

/**
 * Response times of short and of long requests since the present plan: under the plan, and in
 * slices of one thread each. A demand of two humps is split at its {@link DemandGap}, any other at
 * its 90th percentile. For explanations and metrics only; no decision depends on it.
 */
final class ClassTimes {
  private static final double NANOS_PER_MS = 1e6;
  private static final double SHARE_OF_SHORT = 0.9;
  private static final double PERCENTILE = 99;

  /** Ratio of an old and a new border up to which the old one stays with its counts. */
  private static final double SAME = 1.5;

  private double borderNanos;
  private boolean isGap;
  private Times shortOnes = new Times();
  private Times longOnes = new Times();

  /** Response times of one class. */
  private static final class Times {
    private final Tally plan = new Tally();
    private final Tally baseline = new Tally();

    void addTo(List<CostClass> classes, long aboveNanos, long upToNanos) {
      if (plan.count() > 0) {
        classes.add(
            new CostClass(
                aboveNanos,
                upToNanos,
                plan.count(),
                plan.meanNanos(),
                plan.p99Nanos(),
                baseline.count(),
                baseline.meanNanos(),
                baseline.p99Nanos()));
      }
    }
  }

  /**
   * Sets the border of the classes.
   *
   * @param demandNanos a sample of demands, which must not be empty
   * @param gap middle of its {@link DemandGap}, if it has one
   */
  void learned(double[] demandNanos, OptionalDouble gap) {
    double[] ascending = demandNanos.clone();
    Arrays.sort(ascending);
    double next = gap.orElse(ascending[(int) (SHARE_OF_SHORT * (ascending.length - 1))]);
    boolean isSame =
        isGap == gap.isPresent() && Math.max(next / borderNanos, borderNanos / next) <= SAME;
    if (!isSame) {
      borderNanos = next;
      isGap = gap.isPresent();
      restart();
    }
  }

  /** Forgets all response times, but not the border. */
  void restart() {
    shortOnes = new Times();
    longOnes = new Times();
  }

  /** Forgets everything, after a change of the service. */
  void forget() {
    borderNanos = 0;
    restart();
  }

  /**
   * Adds an ended request while a plan serves. One that met leftovers of the plan in a slice of one
   * thread each shows neither.
   *
   * @param demandNanos time that it takes on one thread, estimated
   * @param standsFor number of requests it represents
   */
  void ended(double demandNanos, long responseNanos, ServedBy servedBy, double standsFor) {
    if (borderNanos > 0 && servedBy != ServedBy.LEFTOVERS) {
      Times times = demandNanos <= borderNanos ? shortOnes : longOnes;
      Tally tally = servedBy == ServedBy.PLAN ? times.plan : times.baseline;
      tally.add(responseNanos, Math.round(standsFor));
    }
  }

  /** Returns each class with requests under the plan, the cheaper one first. */
  List<CostClass> classes() {
    long border = Math.round(borderNanos);
    // Without streams: the pilot's thread calls it at each step.
    var classes = new ArrayList<CostClass>(2);
    shortOnes.addTo(classes, 0, border);
    longOnes.addTo(classes, border, Long.MAX_VALUE);
    return List.copyOf(classes);
  }

  /** Returns a line for each of the {@link #classes}. */
  String explain() {
    return classes().stream().map(this::line).collect(Collectors.joining());
  }

  private String line(CostClass of) {
    String which =
        of.aboveNanos() == 0
            ? isGap ? "Short requests, up to" : "Shorter requests, nine of ten, up to"
            : isGap ? "Long requests, over" : "Longer requests, one of ten, over";
    return String.format(
        Locale.ROOT,
        "%s %s ms on one thread: %s under the plan%s.\n",
        which,
        shortly(borderNanos / NANOS_PER_MS),
        words(of.planned(), of.plannedMeanNanos(), of.plannedP99Nanos()),
        of.baseline() == 0
            ? ""
            : "; "
                + words(of.baseline(), of.baselineMeanNanos(), of.baselineP99Nanos())
                + " with one thread each, to compare");
  }

  private static String words(long requests, double meanNanos, double p99Nanos) {
    return String.format(
        Locale.ROOT,
        "%,d, mean %s ms, p99 %s ms",
        requests,
        shortly(meanNanos / NANOS_PER_MS),
        shortly(p99Nanos / NANOS_PER_MS));
  }

  /** Count, mean and percentiles of response times. */
  private static final class Tally {
    private final LogHistogram histogram = new LogHistogram();
    private double sumNanos;

    void add(long nanos, long count) {
      histogram.add(LogHistogram.bin(nanos / NANOS_PER_MS), count);
      sumNanos += (double) nanos * count;
    }

    long count() {
      return histogram.total();
    }

    /** Returns the mean; 0 without values. */
    double meanNanos() {
      return count() == 0 ? 0 : sumNanos / count();
    }

    /** Returns the 99th percentile; 0 without values. */
    double p99Nanos() {
      long place = (long) Math.ceil(PERCENTILE / 100 * count()) - 1;
      return count() == 0 ? 0 : LogHistogram.value(histogram.binOf(place)) * NANOS_PER_MS;
    }
  }

  private static String shortly(double ms) {
    return String.format(Locale.ROOT, ms < 99.5 ? "%.3g" : "%,.0f", ms);
  }
}
