package org.curtail.plan;

/**
 * Range of the slopes of one request's time and threads by the phase lengths, over a box of
 * schedules. A request that ends in phase k takes {@code a_k + sum over the phases i before of v_i
 * (1 - a_k / a_i)}; phases up to the end of its serial part count as the phase of this end. So the
 * range covers the phases between the ends of the request, and of its serial part, at the box's
 * corners. No assumption about speedups is needed. Keeps the last request, so it is not
 * thread-safe.
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

  /**
   * Returns true if the request ends in the same phase under all schedules of the box, and so does
   * its serial part.
   */
  boolean endsInOnePhase() {
    return atLeast.phase() == atGreatest.phase()
        && atLeast.serialPhase() == atGreatest.serialPhase();
  }

  /** Computes the range for one phase, any but the last. */
  void at(int phase) {
    leastTime = Double.POSITIVE_INFINITY;
    greatestTime = Double.NEGATIVE_INFINITY;
    leastThreads = Double.POSITIVE_INFINITY;
    greatestThreads = Double.NEGATIVE_INFINITY;
    int from = Math.max(phase, atGreatest.serialPhase());
    int to = Math.max(phase, atLeast.serialPhase());
    for (int counted = from; counted <= to; counted++) {
      include(counted);
    }
  }

  /** Includes the slopes of a phase that counts as another, for all phases of the request's end. */
  private void include(int counted) {
    int first = atGreatest.phase();
    if (first <= counted) {
      // The request may end before this phase is over. Then the length of the phase has no effect.
      first = counted + 1;
      include(0, 0);
    }
    double rate = requests.rate(request, counted);
    int degree = requests.degree(counted);
    for (int last = first; last <= atLeast.phase(); last++) {
      double ratio = requests.sharedSteps(request, last) * rate;
      include(1 - ratio, degree - requests.degree(last) * ratio);
    }
  }

  private void include(double time, double threads) {
    leastTime = Math.min(leastTime, time);
    greatestTime = Math.max(greatestTime, time);
    leastThreads = Math.min(leastThreads, threads);
    greatestThreads = Math.max(greatestThreads, threads);
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
