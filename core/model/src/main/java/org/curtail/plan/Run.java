package org.curtail.plan;

/**
 * One request under one schedule, without admission delay. Keeps the last run, so it is not
 * thread-safe.
 */
final class Run {
  private final Requests requests;
  private double serialInPhases;
  private int serialPhase;
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
    of(request, lengths, requests.serialSteps(request));
  }

  /** Runs a request whose phases begin after its serial part. */
  void ofSharedPart(int request, double[] lengths) {
    of(request, lengths, 0);
  }

  private void of(int request, double[] lengths, double serialInPhases) {
    this.serialInPhases = serialInPhases;
    double serialLeft = serialInPhases;
    double remaining = 1;
    serialPhase = 0;
    timeSteps = requests.serialSteps(request);
    threadSteps = timeSteps;
    for (phase = 0; phase < lengths.length; phase++) {
      double length = lengths[phase];
      if (serialLeft > 0) {
        double serialHere = Math.min(serialLeft, length);
        serialLeft -= serialHere;
        length -= serialHere;
        serialPhase = serialLeft > 0 ? phase + 1 : phase;
      }
      double done = length * requests.rate(request, phase);
      if (remaining <= done) {
        break;
      }
      remaining -= done;
      timeSteps += length;
      threadSteps += requests.degree(phase) * length;
    }
    double last = remaining * requests.sharedSteps(request, phase);
    timeSteps += last;
    threadSteps += requests.degree(phase) * last;
  }

  /** Returns the steps of the phases that the serial part takes; 0 if the phases begin after it. */
  double serialInPhases() {
    return serialInPhases;
  }

  /** Returns the phase in which the serial part ends, never after {@link #phase}. */
  int serialPhase() {
    return serialPhase;
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
