package org.curtail.traces.compare;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The steps of the requests of one window: counts and times by their keys. */
final class WindowSteps {
  /** Minimum number of times of a step. With fewer times, those of a wider context are used. */
  private static final int FEWEST = 5;

  private static final Integer SEVERAL = -1;

  private final List<ComparedRequest> requests;
  private final Map<Integer, Times> times = new HashMap<>();
  private final Map<Integer, Integer> contextCounts = new HashMap<>();
  private final Map<Integer, Integer> wholeCounts = new HashMap<>();
  private final Map<Integer, Integer> callees = new HashMap<>();

  WindowSteps(List<ComparedRequest> requests) {
    this.requests = requests;
    for (ComparedRequest request : requests) {
      for (int i = 0; i < request.size(); i++) {
        add(request, i);
      }
    }
  }

  private void add(ComparedRequest request, int i) {
    double own = request.span(i).ownMillis();
    times.computeIfAbsent(request.span(i).route(), none -> new Times()).add(own);
    times.computeIfAbsent(request.span(i).context(), none -> new Times()).add(own);
    contextCounts.merge(request.span(i).context(), 1, Integer::sum);
    wholeCounts.merge(request.span(i).whole(), 1, Integer::sum);
    if (request.span(i).isCall()) {
      callees.merge(
          request.span(i).place(),
          request.span(i + 1).service(),
          (one, other) -> one.equals(other) ? one : SEVERAL);
    }
  }

  List<ComparedRequest> requests() {
    return requests;
  }

  int contextCount(int context) {
    return contextCounts.getOrDefault(context, 0);
  }

  /** Number of steps with this {@link ComparedSpan#whole}, in any context. */
  int wholeCount(int whole) {
    return wholeCounts.getOrDefault(whole, 0);
  }

  /**
   * Returns the service that a step calls, also for a call without an answer. Null if the step is
   * not a call, or the service is unknown.
   */
  @Nullable Integer callee(ComparedRequest request, int i) {
    if (request.span(i).isCall()) {
      return request.span(i + 1).service();
    }
    Integer usual = request.span(i).end() == i + 1 ? callees.get(request.span(i).place()) : null;
    return SEVERAL.equals(usual) ? null : usual;
  }

  /** Returns the times of a step; null if there are none. */
  @Nullable Times times(int key) {
    return times.get(key);
  }

  /** Returns the times of the most similar steps that have enough times; null if there are none. */
  @Nullable Times comparable(int route, int context) {
    for (int key : new int[] {route, context}) {
      Times found = times.get(key);
      if (found != null && found.size() >= FEWEST) {
        return found;
      }
    }
    return null;
  }

  double meanMillis() {
    return requests.stream().mapToDouble(ComparedRequest::millis).average().orElse(0);
  }
}
