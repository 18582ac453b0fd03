package org.curtail.traces.workflow;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.curtail.traces.Trace;

/**
 * Times of the calls of a stage by one caller, as the caller sees them, in the order of the
 * requests.
 */
final class CallTimes {
  /**
   * Number of neighbours in time from which a copy's time is drawn. So in a slow minute of the
   * stage, its copies are slow, too.
   */
  private static final int NEAR = 50;

  private final List<Long> nanos = new ArrayList<>();
  private final List<Integer> requests = new ArrayList<>();
  private final List<Integer> spans = new ArrayList<>();

  /** Returns the times of each kind of call. Requests are numbered as in the list. */
  static Map<CallTarget, CallTimes> of(List<Trace> traces) {
    Map<CallTarget, CallTimes> all = new HashMap<>();
    for (int request = 0; request < traces.size(); request++) {
      Trace trace = traces.get(request);
      for (CallVisit visit : CallVisit.of(trace)) {
        CallTimes times = all.computeIfAbsent(visit.called(), none -> new CallTimes());
        times.nanos.add(visit.nanos(trace));
        times.requests.add(request);
        times.spans.add(visit.span());
      }
    }
    return all;
  }

  int size() {
    return nanos.size();
  }

  long nanos(int position) {
    return nanos.get(position);
  }

  int request(int position) {
    return requests.get(position);
  }

  int span(int position) {
    return spans.get(position);
  }

  /** Returns a quantile of the times by nearest rank. */
  long quantileNanos(double quantile) {
    long[] sorted = nanos.stream().mapToLong(Long::longValue).sorted().toArray();
    return sorted[TracedWorkflow.place(100 * quantile, sorted.length)];
  }

  /**
   * Draws the time of a call of another request near in time.
   *
   * @param position position of the call in this list
   * @return nanoseconds; below 0 if no other request makes such calls
   */
  long ofAnother(int position, SplittableRandom random) {
    int from = Math.max(0, position - NEAR);
    int to = Math.min(size(), position + NEAR + 1);
    for (int tries = 0; tries < 100; tries++) {
      int drawn = random.nextInt(from, to);
      if (!requests.get(drawn).equals(requests.get(position))) {
        return nanos.get(drawn);
      }
    }
    return -1;
  }
}
