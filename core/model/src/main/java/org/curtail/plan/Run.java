package org.curtail.plan;

/**
 * One request under one schedule, without admission delay. Keeps the last run, so it is not
 * thread-safe.
 */
final class Run {
  private final Requests requests;
  private int phase;
  private double timeSteps;
  private double threadSteps;

  Run(Requests requests) {
    this.requests = requests;
  }

  /**
   * Runs a request.
   *
   * @param lengths steps that it may spend in each phase but the last
   */
  void of(int request, double[] lengths) {
    double remaining = 1;
    timeSteps = 0;
    threadSteps = 0;
    for (phase = 0; phase < lengths.length; phase++) {
      double length = lengths[phase];
      double done = length * requests.rate(request, phase);
      if (remaining <= done) {
        break;
      }
      remaining -= done;
      timeSteps += length;
      threadSteps += requests.degree(phase) * length;
    }
    double last = remaining * requests.timeSteps(request, phase);
    timeSteps += last;
    threadSteps += requests.degree(phase) * last;
  }

  /** Returns the phase in which the request ends. More time in any phase never makes it later. */
  int phase() {
    return phase;
  }

  double timeSteps() {
    return timeSteps;
  }

  /** Returns threads times steps. */
  double threadSteps() {
    return threadSteps;
  }
}
