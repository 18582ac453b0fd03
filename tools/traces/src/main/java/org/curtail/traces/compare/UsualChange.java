package org.curtail.traces.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.curtail.traces.Window;

/**
 * How much services change from one window to the next when nothing happens: the same comparison,
 * at other times of the recording. So what drifts all the time, or wavers, is no news.
 */
final class UsualChange {
  /** Pairs of windows to try, at most. */
  private static final int MOST_PAIRS = 60;

  private static final int FEWEST_REQUESTS = 30;

  /** Less pairs say too little; then parts of the first window are compared with each other. */
  private static final int FEWEST_PAIRS = 4;

  private static final int PARTS = 4;

  /** A normal distribution's standard deviation by its median absolute deviation. */
  private static final double NORMAL = 1.4826;

  private static final double THREE_QUARTERS = 0.75;

  private final List<Change> changes = new ArrayList<>();
  private final int otherTimes;

  /**
   * Compares at other times.
   *
   * @param all requests of the recording, by start
   */
  UsualChange(List<SeenRequest> all, Window before, Window after) {
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

  /** Parts are short, so they waver more than whole windows: this errs on the side of no change. */
  private void parts(List<SeenRequest> all, Window before) {
    long part = (before.toNanos() - before.fromNanos()) / PARTS;
    for (long at = before.fromNanos() + part;
        part > 1 && at <= before.toNanos() - part;
        at += part / 2) {
      compare(in(all, new Window(at - part, at)), in(all, new Window(at, at + part)));
    }
  }

  private void compare(List<SeenRequest> one, List<SeenRequest> other) {
    if (one.size() >= FEWEST_REQUESTS && other.size() >= FEWEST_REQUESTS) {
      changes.add(Change.between(new SeenSteps(one), new SeenSteps(other)));
    }
  }

  private static boolean overlap(Window one, Window other) {
    return one.fromNanos() < other.toNanos() && other.fromNanos() < one.toNanos();
  }

  /** The requests of a window, of all in order of their start. */
  static List<SeenRequest> in(List<SeenRequest> all, Window window) {
    return all.subList(firstFrom(all, window.fromNanos()), firstFrom(all, window.toNanos()));
  }

  private static int firstFrom(List<SeenRequest> all, long nanos) {
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

  /** How many pairs of windows at other times were compared. */
  int otherTimes() {
    return otherTimes;
  }

  /** The median change of a service's time; 0 if nothing else was recorded. */
  double medianMillis(int service) {
    return quantile(change -> change.timeMillis(service), 0.5);
  }

  /** How far changes of a service's time lie around their median, as a standard deviation. */
  double deviationMillis(int service) {
    double median = medianMillis(service);
    return NORMAL * quantile(change -> Math.abs(change.timeMillis(service) - median), 0.5);
  }

  /** The share of requests with new shapes that three in four pairs of windows do not exceed. */
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
