package org.curtail.plan;

import java.util.Arrays;

/**
 * What all requests do under the schedules of a box. A request that ends in the same phase under
 * all of them takes a time that is a linear function of the phases' lengths, so that it has to be
 * looked at once and its function is added to a sum; a part of the box looks only at the others.
 * The same goes for the tail: a request that is sure to be shorter than the tail everywhere in the
 * box is not looked at again, nor is one that is sure to be longer. Therefore small boxes are
 * cheap.
 *
 * <p>A request that does not end in the same phase everywhere is enclosed by its times at the box's
 * corners and by the slopes of the phases in which it may end; no assumption about speedups is
 * needed. Where they grow with the degree and efficiency falls, these are the tangents.
 *
 * <p>Mutable, to be used again; not thread-safe.
 */
final class Box {
  /** Relative to the slope 1 of a wait: what rounding leaves of a slope that is 0. */
  private static final double NO_SLOPE = 1e-12;

  private final Requests requests;
  private final Run atLeast;
  private final Run atGreatest;
  private final TailSelection selection;
  private final int lengths;

  /** The schedules. */
  final Corners corners;

  /** Mean execution time in steps. */
  final Enclosure time;

  /** Mean of threads times steps. */
  final Enclosure threads;

  /** The tail of the execution times in steps. */
  final Enclosure tail;

  /** Requests that may end in different phases, and the sum of the others' linear functions. */
  private int[] open = {};

  private int openCount;
  private double timeConstant;
  private double threadConstant;
  private final double[] timeSlopes;
  private final double[] threadSlopes;

  /** Requests that may be the tail, and how much weight may be above it among them. */
  private int[] candidates = {};

  private int candidateCount;
  private double weightAboveTail;

  /** The slopes of the request at hand. */
  private double leastTimeSlope;

  private double greatestTimeSlope;
  private double leastThreadSlope;
  private double greatestThreadSlope;

  /** Scratch, by candidate. */
  private final Candidates scratch;

  /** Arrays that all boxes of a search share. */
  static final class Candidates {
    private final double[] weights;
    private final double[] atLeast;
    private final double[] atGreatest;
    private final double[] shortest;
    private final double[] longest;

    Candidates(int requests) {
      weights = new double[requests];
      atLeast = new double[requests];
      atGreatest = new double[requests];
      shortest = new double[requests];
      longest = new double[requests];
    }
  }

  Box(Requests requests, TailSelection selection, Candidates scratch) {
    this.requests = requests;
    this.selection = selection;
    this.scratch = scratch;
    lengths = requests.phases() - 1;
    atLeast = new Run(requests);
    atGreatest = new Run(requests);
    corners = new Corners(lengths);
    time = new Enclosure(lengths);
    threads = new Enclosure(lengths);
    tail = new Enclosure(lengths);
    timeSlopes = new double[lengths];
    threadSlopes = new double[lengths];
  }

  /** All schedules, of which nothing is known yet; to be looked at as a part of itself. */
  static Box all(Requests requests, TailSelection selection, Candidates scratch, double steps) {
    var box = new Box(requests, selection, scratch);
    Arrays.fill(box.corners.greatest, steps);
    box.open = new int[requests.count()];
    Arrays.setAll(box.open, request -> request);
    box.openCount = requests.count();
    box.candidates = box.open;
    box.candidateCount = requests.count();
    box.weightAboveTail = requests.weightAboveTail();
    return box;
  }

  /** How many requests a part of this box has to look at. */
  int effort() {
    return openCount + candidateCount;
  }

  /** Looks at the schedules between this box's corners, which are a part of another box. */
  void enclose(Box whole) {
    encloseMeans(whole);
    encloseTail(whole);
  }

  private void encloseMeans(Box whole) {
    if (open.length < whole.openCount) {
      open = new int[whole.openCount];
    }
    openCount = 0;
    timeConstant = whole.timeConstant;
    threadConstant = whole.threadConstant;
    System.arraycopy(whole.timeSlopes, 0, timeSlopes, 0, lengths);
    System.arraycopy(whole.threadSlopes, 0, threadSlopes, 0, lengths);
    time.clear();
    threads.clear();
    for (int i = 0; i < whole.openCount; i++) {
      int request = whole.open[i];
      atLeast.of(request, corners.least);
      atGreatest.of(request, corners.greatest);
      if (atLeast.phase() == atGreatest.phase()) {
        close(request, atLeast.phase());
      } else {
        open[openCount++] = request;
        encloseOpen(request);
      }
    }
    addClosed(time, timeConstant, timeSlopes);
    addClosed(threads, threadConstant, threadSlopes);
  }

  /** Ending in phase k, it takes a_k + sum over the phases i before of v_i (1 - a_k / a_i). */
  private void close(int request, int last) {
    double weight = requests.weight(request) / requests.totalWeight();
    double steps = requests.timeSteps(request, last);
    double threadSteps = requests.degree(last) * steps;
    timeConstant += weight * steps;
    threadConstant += weight * threadSteps;
    for (int phase = 0; phase < last; phase++) {
      double rate = requests.rate(request, phase);
      timeSlopes[phase] += weight * (1 - steps * rate);
      threadSlopes[phase] += weight * (requests.degree(phase) - threadSteps * rate);
    }
  }

  private void encloseOpen(int request) {
    double weight = requests.weight(request) / requests.totalWeight();
    time.atLeast += weight * atLeast.timeSteps();
    time.atGreatest += weight * atGreatest.timeSteps();
    threads.atLeast += weight * atLeast.threadSteps();
    threads.atGreatest += weight * atGreatest.threadSteps();
    for (int phase = 0; phase < atLeast.phase(); phase++) {
      slopes(request, phase);
      time.leastSlopes[phase] += weight * leastTimeSlope;
      time.greatestSlopes[phase] += weight * greatestTimeSlope;
      threads.leastSlopes[phase] += weight * leastThreadSlope;
      threads.greatestSlopes[phase] += weight * greatestThreadSlope;
    }
  }

  /** The range of the slopes of a request that ends in one of the phases between the two runs'. */
  private void slopes(int request, int phase) {
    int first = atGreatest.phase();
    if (first <= phase) {
      // It may end before this phase is over, whose length then changes nothing.
      first = phase + 1;
      leastTimeSlope = 0;
      greatestTimeSlope = 0;
      leastThreadSlope = 0;
      greatestThreadSlope = 0;
    } else {
      leastTimeSlope = Double.POSITIVE_INFINITY;
      greatestTimeSlope = Double.NEGATIVE_INFINITY;
      leastThreadSlope = Double.POSITIVE_INFINITY;
      greatestThreadSlope = Double.NEGATIVE_INFINITY;
    }
    double rate = requests.rate(request, phase);
    int degree = requests.degree(phase);
    for (int last = first; last <= atLeast.phase(); last++) {
      double ratio = requests.timeSteps(request, last) * rate;
      double timeSlope = 1 - ratio;
      double threadSlope = degree - requests.degree(last) * ratio;
      leastTimeSlope = Math.min(leastTimeSlope, timeSlope);
      greatestTimeSlope = Math.max(greatestTimeSlope, timeSlope);
      leastThreadSlope = Math.min(leastThreadSlope, threadSlope);
      greatestThreadSlope = Math.max(greatestThreadSlope, threadSlope);
    }
  }

  private void addClosed(Enclosure sum, double constant, double[] slopes) {
    sum.atLeast += constant;
    sum.atGreatest += constant;
    for (int i = 0; i < lengths; i++) {
      sum.atLeast += slopes[i] * corners.least[i];
      sum.atGreatest += slopes[i] * corners.greatest[i];
      sum.leastSlopes[i] += slopes[i];
      sum.greatestSlopes[i] += slopes[i];
    }
  }

  private void encloseTail(Box whole) {
    int count = whole.candidateCount;
    boolean mayFall = false;
    for (int i = 0; i < count; i++) {
      mayFall |= runCandidate(i, whole.candidates[i]);
    }
    tail.atLeast = tail(scratch.atLeast, whole);
    tail.atGreatest = tail(scratch.atGreatest, whole);
    // With slopes of at least 0 nothing is shorter than at the least corner.
    double shortest = mayFall ? tail(scratch.shortest, whole) : tail.atLeast;
    double longest = tail(scratch.longest, whole);
    if (candidates.length < count) {
      candidates = new int[count];
    }
    candidateCount = 0;
    weightAboveTail = whole.weightAboveTail;
    Arrays.fill(tail.leastSlopes, Double.POSITIVE_INFINITY);
    Arrays.fill(tail.greatestSlopes, Double.NEGATIVE_INFINITY);
    for (int i = 0; i < count; i++) {
      if (scratch.shortest[i] > longest) {
        weightAboveTail -= scratch.weights[i];
      } else if (scratch.longest[i] >= shortest) {
        int request = whole.candidates[i];
        candidates[candidateCount++] = request;
        widenTailSlopes(request);
      }
    }
  }

  private double tail(double[] times, Box whole) {
    return selection.select(times, scratch.weights, whole.candidateCount, whole.weightAboveTail);
  }

  /** True if more time in some phase might make the request shorter. */
  private boolean runCandidate(int i, int request) {
    atLeast.of(request, corners.least);
    atGreatest.of(request, corners.greatest);
    scratch.weights[i] = requests.weight(request);
    scratch.atLeast[i] = atLeast.timeSteps();
    scratch.atGreatest[i] = atGreatest.timeSteps();
    double shortest = atLeast.timeSteps();
    double longest = shortest;
    boolean mayFall = false;
    for (int phase = 0; phase < atLeast.phase(); phase++) {
      double size = corners.greatest[phase] - corners.least[phase];
      slopes(request, phase);
      if (leastTimeSlope < 0) {
        shortest += size * leastTimeSlope;
        mayFall = true;
      }
      if (greatestTimeSlope > 0) {
        longest += size * greatestTimeSlope;
      }
    }
    scratch.shortest[i] = shortest;
    scratch.longest[i] = longest;
    return mayFall;
  }

  private void widenTailSlopes(int request) {
    atLeast.of(request, corners.least);
    atGreatest.of(request, corners.greatest);
    for (int phase = 0; phase < lengths; phase++) {
      if (phase < atLeast.phase()) {
        slopes(request, phase);
      } else {
        leastTimeSlope = 0;
        greatestTimeSlope = 0;
      }
      tail.leastSlopes[phase] = Math.min(tail.leastSlopes[phase], leastTimeSlope);
      tail.greatestSlopes[phase] = Math.max(tail.greatestSlopes[phase], greatestTimeSlope);
    }
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
          time.greatestSlopes[i]
              - time.leastSlopes[i]
              + loadPerTarget * (threads.greatestSlopes[i] - threads.leastSlopes[i])
              + tail.greatestSlopes[i]
              - tail.leastSlopes[i];
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
