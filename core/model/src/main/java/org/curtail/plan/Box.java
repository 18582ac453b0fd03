package org.curtail.plan;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * What is known of all requests under the schedules of a box. Looking at a part of a box, only
 * those requests are looked at of which the whole box leaves anything open, which are few once
 * boxes are small. Mutable, to be used again; not thread-safe.
 */
final class Box {
  /** Relative to the slope 1 of a wait: what rounding leaves of a slope that is 0. */
  private static final double NO_SLOPE = 1e-12;

  private final BoxMeans means;
  private final BoxTail tails;
  private final int lengths;

  /** The schedules. */
  final Corners corners;

  /** Mean execution time in steps. */
  final Enclosure time;

  /** Mean of threads times steps. */
  final Enclosure threads;

  /** The tail of the execution times in steps. */
  final Enclosure tail;

  Box(Requests requests, BoxTail.Times times) {
    means = new BoxMeans(requests);
    tails = new BoxTail(requests, times);
    lengths = requests.phases() - 1;
    corners = new Corners(lengths);
    time = new Enclosure(lengths);
    threads = new Enclosure(lengths);
    tail = new Enclosure(lengths);
  }

  /** All schedules, of which nothing is known yet; to be looked at as a part of itself. */
  static Box all(Requests requests, BoxTail.Times times, double steps) {
    var box = new Box(requests, times);
    Arrays.fill(box.corners.greatest, steps);
    int[] all = IntStream.range(0, requests.count()).toArray();
    box.means.openAll(all);
    box.tails.considerAll(all);
    return box;
  }

  /** How many requests a part of this box has to look at. */
  int openCount() {
    return means.openCount() + tails.count();
  }

  /** Looks at the schedules between this box's corners, which are a part of another box. */
  void enclose(Box whole) {
    means.enclose(whole.means, corners, time, threads);
    tails.enclose(whole.tails, corners, tail);
  }

  /**
   * Where to halve this box: the side that contributes most to the difference between the linear
   * functions below and above.
   *
   * @param loadPerTarget weight of threads against time
   * @return a phase, or -1 if the box is a point
   */
  int widestSide(double loadPerTarget) {
    int widest = -1;
    double most = -1;
    for (int i = 0; i < lengths; i++) {
      double size = corners.greatest[i] - corners.least[i];
      double spread =
          time.slopeSpread(i) + loadPerTarget * threads.slopeSpread(i) + tail.slopeSpread(i);
      if (size > 0 && size * (spread + NO_SLOPE) > most) {
        most = size * (spread + NO_SLOPE);
        widest = i;
      }
    }
    return widest;
  }

  /**
   * Whether more time in a phase changes neither tail nor mean and uses no more threads anywhere in
   * this box, so that only its greatest length matters: degrees that help nobody.
   */
  boolean isFree(int phase) {
    return corners.greatest[phase] > corners.least[phase]
        && tail.greatestSlopes[phase] <= NO_SLOPE
        && time.greatestSlopes[phase] <= NO_SLOPE
        && time.leastSlopes[phase] >= -NO_SLOPE
        && threads.greatestSlopes[phase] <= NO_SLOPE;
  }
}
