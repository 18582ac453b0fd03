package org.curtail.plan;

/**
 * Range of the slopes of one request's time and threads by the phase lengths, over a box of
 * schedules. A request that ends in phase k takes {@code a_k + sum over the phases i before of v_i
 * (1 - a_k / a_i)}. So the range covers the phases between the request's ends at the box's corners.
 * No assumption about speedups is needed. Keeps the last request, so it is not thread-safe.
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

  void of(int request, Corners corners) {
    this.request = request;
    atLeast.of(request, corners.least);
    atGreatest.of(request, corners.greatest);
  }

  Run atLeast() {
    return atLeast;
  }

  Run atGreatest() {
    return atGreatest;
  }

  /** Returns true if the request ends in the same phase under all schedules of the box. */
  boolean endsInOnePhase() {
    return atLeast.phase() == atGreatest.phase();
  }

  /** Computes the range for one phase, any but the last. */
  void at(int phase) {
    int first = atGreatest.phase();
    if (first <= phase) {
      // The request may end before this phase is over. Then the length of the phase has no effect.
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
