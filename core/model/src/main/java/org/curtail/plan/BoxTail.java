package org.curtail.plan;

import java.util.Arrays;

/**
 * Tail of the execution times over a box of schedules. A request that is always shorter or always
 * longer than the tail is decided, and parts of the box need not examine it again. Not thread-safe.
 */
final class BoxTail {
  private final Requests requests;
  private final SlopeRange range;
  private final Times times;
  private final int lengths;

  /** Requests that may be the tail, and the allowed weight above it among them. */
  private int[] candidates = {};

  private int count;
  private double weightAboveTail;

  /** Arrays by candidate, and a selection. All boxes of a search share them. */
  static final class Times {
    private final TailSelection selection = new TailSelection();
    private final double[] weights;
    private final double[] atLeast;
    private final double[] atGreatest;
    private final double[] shortest;
    private final double[] longest;

    Times(int requests) {
      weights = new double[requests];
      atLeast = new double[requests];
      atGreatest = new double[requests];
      shortest = new double[requests];
      longest = new double[requests];
    }
  }

  BoxTail(Requests requests, Times times) {
    this.requests = requests;
    this.times = times;
    range = new SlopeRange(requests);
    lengths = requests.phases() - 1;
  }

  /** Makes all requests candidates. */
  void considerAll(int[] all) {
    candidates = all;
    count = all.length;
    weightAboveTail = requests.weightAboveTail();
  }

  /** Returns the number of requests that may be the tail. */
  int count() {
    return count;
  }

  /**
   * Examines a part of another box.
   *
   * @param tail set to the tail in steps
   */
  void enclose(BoxTail whole, Corners corners, Enclosure tail) {
    boolean mayFall = false;
    for (int i = 0; i < whole.count; i++) {
      mayFall |= run(i, whole.candidates[i], corners);
    }
    tail.atLeast = select(times.atLeast, whole);
    tail.atGreatest = select(times.atGreatest, whole);
    // With slopes of at least 0, times are least at the least corner.
    double shortest = mayFall ? select(times.shortest, whole) : tail.atLeast;
    double longest = select(times.longest, whole);
    if (candidates.length < whole.count) {
      candidates = new int[whole.count];
    }
    count = 0;
    weightAboveTail = whole.weightAboveTail;
    Arrays.fill(tail.leastSlopes, Double.POSITIVE_INFINITY);
    Arrays.fill(tail.greatestSlopes, Double.NEGATIVE_INFINITY);
    for (int i = 0; i < whole.count; i++) {
      if (times.shortest[i] > longest) {
        weightAboveTail -= times.weights[i];
      } else if (times.longest[i] >= shortest) {
        candidates[count++] = whole.candidates[i];
        widen(tail, whole.candidates[i], corners);
      }
    }
  }

  private double select(double[] candidateTimes, BoxTail whole) {
    return times.selection.select(
        candidateTimes, times.weights, whole.count, whole.weightAboveTail);
  }

  /** Returns true if more time in some phase may shorten the request. */
  private boolean run(int i, int request, Corners corners) {
    range.of(request, corners);
    times.weights[i] = requests.weight(request);
    times.atLeast[i] = range.atLeast().timeSteps();
    times.atGreatest[i] = range.atGreatest().timeSteps();
    double shortest = times.atLeast[i];
    double longest = shortest;
    boolean mayFall = false;
    for (int phase = 0; phase < range.atLeast().phase(); phase++) {
      double size = corners.greatest[phase] - corners.least[phase];
      range.at(phase);
      if (range.leastTime() < 0) {
        shortest += size * range.leastTime();
        mayFall = true;
      }
      longest += size * Math.max(0, range.greatestTime());
    }
    times.shortest[i] = shortest;
    times.longest[i] = longest;
    return mayFall;
  }

  private void widen(Enclosure tail, int request, Corners corners) {
    range.of(request, corners);
    for (int phase = 0; phase < lengths; phase++) {
      // A phase that the request never reaches has no effect.
      boolean reached = phase < range.atLeast().phase();
      if (reached) {
        range.at(phase);
      }
      double least = reached ? range.leastTime() : 0;
      double greatest = reached ? range.greatestTime() : 0;
      tail.leastSlopes[phase] = Math.min(tail.leastSlopes[phase], least);
      tail.greatestSlopes[phase] = Math.max(tail.greatestSlopes[phase], greatest);
    }
  }
}
