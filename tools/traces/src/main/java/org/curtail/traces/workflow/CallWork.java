package org.curtail.traces.workflow;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.curtail.traces.SelfTimes;
import org.curtail.traces.Trace;

/** Work of calls on servers: self times of each call and of all calls below it. */
final class CallWork {
  private final Map<CallTarget, long[]> ofCalls = new HashMap<>();
  private long ofAll;

  private CallWork() {}

  static CallWork of(List<Trace> traces) {
    var work = new CallWork();
    traces.forEach(work::add);
    return work;
  }

  private void add(Trace trace) {
    long[] below = new long[trace.size()];
    for (int span = trace.size() - 1; span >= 0; span--) {
      if (!SelfTimes.isCall(trace, span)) {
        below[span] += SelfTimes.nanos(trace, span);
      }
      if (span > 0) {
        below[trace.parent(span)] += below[span];
      }
    }
    ofAll += below[0];
    for (CallVisit visit : CallVisit.of(trace)) {
      long[] sums = ofCalls.computeIfAbsent(visit.called(), none -> new long[2]);
      sums[0] += below[visit.span()];
      sums[1]++;
    }
  }

  /** Mean work of a call in nanoseconds; 0 without calls. */
  double perCall(CallTarget called) {
    long[] sums = ofCalls.get(called);
    return sums == null ? 0 : sums[0] / (double) sums[1];
  }

  /** Work of all requests, in nanoseconds; at least 1. */
  double ofAll() {
    return Math.max(1, ofAll);
  }
}
