package org.curtail.traces.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.curtail.traces.Window;

/**
 * The usual change of services between two windows, from the same comparison at other times of the
 * recording. So drift and fluctuation that always exist are not findings.
 */
final class UsualChange {
  /** Maximum number of pairs of windows. */
  private static final int MOST_PAIRS = 60;

  private static final int FEWEST_REQUESTS = 30;

  /**
   * Minimum number of pairs of windows. With fewer pairs, parts of the first window are compared.
   */
  private static final int FEWEST_PAIRS = 4;

  private static final int PARTS = 4;

  /** Ratio of a normal distribution's standard deviation to its median absolute deviation. */
  private static final double NORMAL = 1.4826;

  private static final double THREE_QUARTERS = 0.75;

  private final List<Change> changes = new ArrayList<>();
  private final int otherTimes;

  /**
   * Compares at other times.
   *
   * @param all requests of the recording, by start
   */
  UsualChange(List<ComparedRequest> all, Window before, Window after) {
    long earlier = before.toNanos() - before.fromNanos();
    long later = after.toNanos() - after.fromNanos();
    long gap = Math.max(0, after.fromNanos() - before.toNanos());
    long first = all.getFirst().startNanos() + earlier + gap;
    long last = all.getLast().startNanos() - later;
    long step = Math.max(later, (last - first) / MOST_PAIRS + 1);
    for (long at = first; at <= last; at += step) {
      var one = new Window(at - gap - earlier, at - gap);
      var other = new Window(at, at + later);
      if (!overlap(one, after) && !overlap(other, after)) {
        compare(in(all, one), in(all, other));
      }
    }
    otherTimes = changes.size();
    if (otherTimes < FEWEST_PAIRS) {
      parts(all, before);
    }
  }

  /**
   * Compares parts of a window. Parts fluctuate more than whole windows, so this errs on the side
   * of no change.
   */
  private void parts(List<ComparedRequest> all, Window before) {
    long part = (before.toNanos() - before.fromNanos()) / PARTS;
    for (long at = before.fromNanos() + part;
        part > 1 && at <= before.toNanos() - part;
        at += part / 2) {
      compare(in(all, new Window(at - part, at)), in(all, new Window(at, at + part)));
    }
  }

  private void compare(List<ComparedRequest> one, List<ComparedRequest> other) {
    if (one.size() >= FEWEST_REQUESTS && other.size() >= FEWEST_REQUESTS) {
      changes.add(Change.between(new WindowSteps(one), new WindowSteps(other)));
    }
  }

  private static boolean overlap(Window one, Window other) {
    return one.fromNanos() < other.toNanos() && other.fromNanos() < one.toNanos();
  }

  /** Returns the requests of a window. All requests must be in order of their start. */
  static List<ComparedRequest> in(List<ComparedRequest> all, Window window) {
    return all.subList(firstFrom(all, window.fromNanos()), firstFrom(all, window.toNanos()));
  }

  private static int firstFrom(List<ComparedRequest> all, long nanos) {
    int low = 0;
    int high = all.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (all.get(middle).startNanos() < nanos) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Number of compared pairs of windows at other times. */
  int otherTimes() {
    return otherTimes;
  }

  /** Median change of a service's time; 0 without other times. */
  double medianMillis(int service) {
    return quantile(change -> change.timeMillis(service), 0.5);
  }

  /** Standard deviation of a service's changes around their median. */
  double deviationMillis(int service) {
    double median = medianMillis(service);
    return NORMAL * quantile(change -> Math.abs(change.timeMillis(service) - median), 0.5);
  }

  /** Upper quartile, over pairs of windows, of the share of requests with new shapes. */
  double share(int service) {
    return quantile(change -> change.share(service), THREE_QUARTERS);
  }

  private double quantile(ToDoubleFunction<Change> value, double level) {
    if (changes.isEmpty()) {
      return 0;
    }
    double[] values = changes.stream().mapToDouble(value).toArray();
    Arrays.sort(values);
    return values[Math.min(values.length - 1, (int) (level * values.length))];
  }
}
