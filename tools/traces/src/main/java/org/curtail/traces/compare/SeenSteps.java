package org.curtail.traces.compare;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The steps of the requests of one window, counted and timed by what is alike. */
final class SeenSteps {
  /** Fewer times say too little of a step; then those of a wider context are taken. */
  private static final int FEWEST = 5;

  private static final Integer SEVERAL = -1;

  private final List<SeenRequest> requests;
  private final Map<Integer, Times> times = new HashMap<>();
  private final Map<Integer, Integer> contextCounts = new HashMap<>();
  private final Map<Integer, Integer> wholeCounts = new HashMap<>();
  private final Map<Integer, Integer> callees = new HashMap<>();

  SeenSteps(List<SeenRequest> requests) {
    this.requests = requests;
    for (SeenRequest request : requests) {
      for (int i = 0; i < request.size(); i++) {
        add(request, i);
      }
    }
  }

  private void add(SeenRequest request, int i) {
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

  List<SeenRequest> requests() {
    return requests;
  }

  /** How often a step was taken in a way, within a kind of request. */
  int contextCount(int context) {
    return contextCounts.getOrDefault(context, 0);
  }

  /** How often a step was taken at all, within a kind of request. */
  int wholeCount(int whole) {
    return wholeCounts.getOrDefault(whole, 0);
  }

  /**
   * The service that a step is a call to, even if nobody answers; null if it is no call, or nobody
   * knows to whom.
   */
  @Nullable Integer callee(SeenRequest request, int i) {
    if (request.span(i).isCall()) {
      return request.span(i + 1).service();
    }
    Integer usual = request.span(i).end() == i + 1 ? callees.get(request.span(i).place()) : null;
    return SEVERAL.equals(usual) ? null : usual;
  }

  /** The times of a step; null if it is not there. */
  @Nullable Times times(int key) {
    return times.get(key);
  }

  /** The times of the most similar steps of which there are enough; null if there are too few. */
  @Nullable Times like(int route, int context) {
    for (int key : new int[] {route, context}) {
      Times found = times.get(key);
      if (found != null && found.size() >= FEWEST) {
        return found;
      }
    }
    return null;
  }

  double meanMillis() {
    return requests.stream().mapToDouble(SeenRequest::millis).average().orElse(0);
  }
}
