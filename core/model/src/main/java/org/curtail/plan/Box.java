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

  /**
   * Mean time and mean threads over a box of schedules. A request that ends in the same phase under
   * all of them has linear functions of the phases' lengths, which are added to a sum and need no
   * further look in any part of the box. Not thread-safe.
   */
  static final class BoxMeans {
    private final Requests requests;
    private final SlopeRange range;
    private final int lengths;
    private int[] open = {};
    private int openCount;
    private final PhaseSums closed;

    BoxMeans(Requests requests) {
      this.requests = requests;
      range = new SlopeRange(requests);
      lengths = requests.phases() - 1;
      closed = new PhaseSums(requests);
    }

    /** Opens all requests. */
    void openAll(int[] all) {
      open = all;
      openCount = all.length;
    }

    /** Returns the number of requests that may end in different phases. */
    int openCount() {
      return openCount;
    }

    /**
     * Examines a part of another box.
     *
     * @param time set to the mean execution time in steps
     * @param threads set to the mean of threads times steps
     */
    void enclose(BoxMeans whole, Corners corners, Enclosure time, Enclosure threads) {
      if (open.length < whole.openCount) {
        open = new int[whole.openCount];
      }
      openCount = 0;
      closed.set(whole.closed);
      time.clear();
      threads.clear();
      for (int i = 0; i < whole.openCount; i++) {
        int request = whole.open[i];
        range.of(request, corners);
        if (range.endsInOnePhase()) {
          closed.add(request, range.atLeast().phase());
        } else {
          open[openCount++] = request;
          enclose(request, time, threads);
        }
      }
      add(closed.time, time, corners);
      add(closed.threads, threads, corners);
    }

    private void enclose(int request, Enclosure time, Enclosure threads) {
      double share = requests.share(request);
      time.atLeast += share * range.atLeast().timeSteps();
      time.atGreatest += share * range.atGreatest().timeSteps();
      threads.atLeast += share * range.atLeast().threadSteps();
      threads.atGreatest += share * range.atGreatest().threadSteps();
      for (int phase = 0; phase < range.atLeast().phase(); phase++) {
        range.at(phase);
        time.leastSlopes[phase] += share * range.leastTime();
        time.greatestSlopes[phase] += share * range.greatestTime();
        threads.leastSlopes[phase] += share * range.leastThreads();
        threads.greatestSlopes[phase] += share * range.greatestThreads();
      }
    }

    private void add(PhaseSums.Sum sum, Enclosure enclosure, Corners corners) {
      enclosure.atLeast += sum.constant;
      enclosure.atGreatest += sum.constant;
      for (int i = 0; i < lengths; i++) {
        enclosure.atLeast += sum.slopes[i] * corners.least[i];
        enclosure.atGreatest += sum.slopes[i] * corners.greatest[i];
        enclosure.leastSlopes[i] += sum.slopes[i];
        enclosure.greatestSlopes[i] += sum.slopes[i];
      }
    }
  }
}
