package org.curtail.plan;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Bounds of all requests over a box of schedules. A part of a box examines only requests that the
 * whole box leaves undecided. Small boxes leave few requests undecided. Mutable and reusable; not
 * thread-safe.
 */
final class Box {
  /** Slope that counts as 0 after rounding; a wait has slope 1. */
  private static final double NO_SLOPE = 1e-12;

  private final BoxMeans means;
  private final BoxTail tails;
  private final int lengths;

  final Corners corners;

  final Enclosure time;

  final Enclosure threads;

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

  /** Returns the box of all schedules, without bounds yet. */
  static Box all(Requests requests, BoxTail.Times times, double steps) {
    var box = new Box(requests, times);
    Arrays.fill(box.corners.greatest, steps);
    int[] all = IntStream.range(0, requests.count()).toArray();
    box.means.openAll(all);
    box.tails.considerAll(all);
    return box;
  }

  /** Returns the number of undecided requests, which a part of this box examines. */
  int openCount() {
    return means.openCount() + tails.count();
  }

  /**
   * Computes the bounds between this box's corners.
   *
   * @param whole box that contains this one
   */
  void enclose(Box whole) {
    means.enclose(whole.means, corners, time, threads);
    tails.enclose(whole.tails, corners, tail);
  }

  /**
   * Returns the side that contributes most to the gap between the lower and upper linear functions.
   * The search halves this side.
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
   * Returns true if a phase is useless anywhere in the box: more time in it changes neither tail
   * nor mean, and uses no more threads.
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
   * all of them, as does its serial part, has linear time and threads in the phase lengths. Such a
   * request is added to a sum once; parts of the box do not examine it again. Not thread-safe.
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

    /** Marks all requests as undecided. */
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
          closed.add(request, range.atLeast());
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
