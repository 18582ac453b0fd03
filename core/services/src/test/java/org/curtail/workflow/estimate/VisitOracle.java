package org.curtail.workflow.estimate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.curtail.workflow.Responders;
import org.curtail.workflow.StageTimes;
import org.curtail.workflow.visit.Moments;

/**
 * An oracle over all combinations of times and coins of a stage's calls. It shares no code with the
 * curve.
 */
final class VisitOracle {
  private final StageTimes times;
  private final Responders responders;

  VisitOracle(StageTimes times, Responders responders) {
    this.times = times;
    this.responders = responders;
  }

  /** Result of SingleR. */
  record Moments(double fraction, double mean, double variance) {}

  private record Call(double first, double second, boolean coin, double weight) {}

  Moments singleR(double delay, double probability) {
    List<Call> calls = calls(probability);
    var sums = new double[4];
    visit(calls, new ArrayList<>(), delay, sums);
    double mean = sums[1] / sums[0];
    return new Moments(
        sums[3] / sums[0] / responders.count(), mean, sums[2] / sums[0] - mean * mean);
  }

  private List<Call> calls(double probability) {
    var calls = new ArrayList<Call>();
    for (int i = 0; i < times.size(); i++) {
      for (int j = 0; j < times.size(); j++) {
        if (!times.arePairs() || i == j) {
          double second = times.arePairs() ? times.secondMillis(i) : times.firstMillis(j);
          calls.add(new Call(times.firstMillis(i), second, true, probability));
          calls.add(new Call(times.firstMillis(i), second, false, 1 - probability));
        }
      }
    }
    return calls;
  }

  /** Adds up weight, latency, its square, and copies. */
  private void visit(List<Call> possible, List<Call> made, double delay, double[] sums) {
    if (made.size() < responders.count()) {
      for (Call next : possible) {
        made.add(next);
        visit(possible, made, delay, sums);
        made.removeLast();
      }
      return;
    }
    double weight = made.stream().mapToDouble(Call::weight).reduce(1, (a, b) -> a * b);
    long answered = made.stream().filter(call -> call.first() <= delay).count();
    double[] latencies = new double[made.size()];
    double copies = 0;
    for (int i = 0; i < latencies.length; i++) {
      Call call = made.get(i);
      latencies[i] = call.first();
      if (call.coin() && call.first() > delay) {
        latencies[i] = Math.min(call.first(), delay + call.second());
        copies += answered < responders.needed() ? 1 : 0;
      }
    }
    Arrays.sort(latencies);
    double latency = latencies[responders.needed() - 1];
    sums[0] += weight;
    sums[1] += weight * latency;
    sums[2] += weight * latency * latency;
    sums[3] += weight * copies;
  }
}
