package org.curtail.sim;

import java.util.PriorityQueue;
import org.curtail.Profile;

/**
 * First come, first served: at most as many requests at a time as the cores allow, all at one
 * degree.
 */
final class SimplestSimulation {
  private SimplestSimulation() {}

  /**
   * Returns the response times in order of arrival, in milliseconds.
   *
   * @param degree at most cores; remaining cores are not used
   */
  static double[] responsesMs(Trace trace, Profile profile, int cores, int degree) {
    var freeAtMs = new PriorityQueue<Double>();
    for (int server = 0; server < cores / degree; server++) {
      freeAtMs.add(0.0);
    }
    double[] responsesMs = new double[trace.size()];
    for (int i = 0; i < responsesMs.length; i++) {
      double startMs = Math.max(trace.arrivalMs(i), freeAtMs.remove());
      double endMs = startMs + profile.timeMs(trace.request(i), degree);
      freeAtMs.add(endMs);
      responsesMs[i] = endMs - trace.arrivalMs(i);
    }
    return responsesMs;
  }
}
