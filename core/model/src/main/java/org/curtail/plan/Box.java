package org.curtail.plan;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The bounds known for all requests under the schedules of a box. A part of a box examines only the
 * requests that the whole box leaves open, which are few once boxes are small. Mutable, to be
 * reused; not thread-safe.
 */
final class Box {
  /** Slope, relative to the slope 1 of a wait, that counts as 0 after rounding. */
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

  /** Returns the box of all schedules, without bounds yet; to be examined as a part of itself. */
  static Box all(Requests requests, BoxTail.Times times, double steps) {
    var box = new Box(requests, times);
    Arrays.fill(box.corners.greatest, steps);
    int[] all = IntStream.range(0, requests.count()).toArray();
    box.means.openAll(all);
    box.tails.considerAll(all);
    return box;
  }

  /** Returns the number of requests that a part of this box has to examine. */
  int openCount() {
    return means.openCount() + tails.count();
  }

  /** Examines the schedules between this box's corners, which are a part of another box. */
  void enclose(Box whole) {
    means.enclose(whole.means, corners, time, threads);
    tails.enclose(whole.tails, corners, tail);
  }

  /**
   * Returns the side to halve: the one that contributes most to the difference between the linear
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
   * Returns true if more time in a phase changes neither tail nor mean and uses no more threads
   * anywhere in this box, so that only its greatest length matters: degrees without use.
   */
  boolean isFree(int phase) {
    return corners.greatest[phase] > corners.least[phase]
        && tail.greatestSlopes[phase] <= NO_SLOPE
        && time.greatestSlopes[phase] <= NO_SLOPE
        && time.leastSlopes[phase] >= -NO_SLOPE
        && threads.greatestSlopes[phase] <= NO_SLOPE;
  }
}
