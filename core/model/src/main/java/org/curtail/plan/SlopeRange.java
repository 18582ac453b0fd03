package org.curtail.plan;

/**
 * The range of the slopes of one request's time and threads by the lengths of the phases, anywhere
 * in a box of schedules. Ending in phase k, a request takes {@code a_k + sum over the phases i
 * before of v_i (1 - a_k / a_i)}. So only the phases in which it may end count: those between its
 * ends at the box's corners. No assumption about speedups is needed. Not thread-safe: holds the
 * last request.
 */
final class SlopeRange {
  private final Requests requests;
  private final Run atLeast;
  private final Run atGreatest;
  private int request;
  private double leastTime;
  private double greatestTime;
  private double leastThreads;
  private double greatestThreads;

  SlopeRange(Requests requests) {
    this.requests = requests;
    atLeast = new Run(requests);
    atGreatest = new Run(requests);
  }

  /** Runs a request under the schedules at both corners of a box. */
  void of(int request, Corners corners) {
    this.request = request;
    atLeast.of(request, corners.least);
    atGreatest.of(request, corners.greatest);
  }

  /** Returns the run under the least lengths. */
  Run atLeast() {
    return atLeast;
  }

  /** Returns the run under the greatest lengths. */
  Run atGreatest() {
    return atGreatest;
  }

  /** Returns true if it ends in the same phase under all schedules of the box. */
  boolean endsInOnePhase() {
    return atLeast.phase() == atGreatest.phase();
  }

  /** Computes the range for one phase, any but the last. */
  void at(int phase) {
    int first = atGreatest.phase();
    if (first <= phase) {
      // It may end before this phase is over; then the phase's length changes nothing.
      first = phase + 1;
      set(0, 0);
    } else {
      leastTime = Double.POSITIVE_INFINITY;
      greatestTime = Double.NEGATIVE_INFINITY;
      leastThreads = Double.POSITIVE_INFINITY;
      greatestThreads = Double.NEGATIVE_INFINITY;
    }
    double rate = requests.rate(request, phase);
    int degree = requests.degree(phase);
    for (int last = first; last <= atLeast.phase(); last++) {
      double ratio = requests.timeSteps(request, last) * rate;
      double time = 1 - ratio;
      double threads = degree - requests.degree(last) * ratio;
      leastTime = Math.min(leastTime, time);
      greatestTime = Math.max(greatestTime, time);
      leastThreads = Math.min(leastThreads, threads);
      greatestThreads = Math.max(greatestThreads, threads);
    }
  }

  private void set(double time, double threads) {
    leastTime = time;
    greatestTime = time;
    leastThreads = threads;
    greatestThreads = threads;
  }

  double leastTime() {
    return leastTime;
  }

  double greatestTime() {
    return greatestTime;
  }

  double leastThreads() {
    return leastThreads;
  }

  double greatestThreads() {
    return greatestThreads;
  }
}
