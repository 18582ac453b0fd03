package org.curtail.traces.compare;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Attributes increased times of calls between services, beyond the time of the called servers. If
 * most calls to and from a service have a common excess, this part belongs to that service. The
 * service with the largest part comes first. The remaining excess belongs to the callee.
 */
final class CallExcess {
  /** Minimum unexplained time that counts, in milliseconds per call. */
  private static final double NOTHING = 1e-6;

  private final List<Edge> edges = new ArrayList<>();
  private final Map<Integer, Double> millis = Change.none();

  /** Calls of one service by another, with the unexplained time per call. */
  private static final class Edge {
    private final int caller;
    private final int callee;
    private final double calls;
    private double perCall;

    Edge(int caller, int callee, double calls, double perCall) {
      this.caller = caller;
      this.callee = callee;
      this.calls = calls;
      this.perCall = perCall;
    }

    boolean touches(int service) {
      return caller == service || callee == service;
    }
  }

  /** The common excess of most calls to and from a service. */
  private record Common(int service, double perCall, double millis) {}

  /**
   * Adds calls of one service by another.
   *
   * @param excessMillis total excess of these calls
   */
  void add(int caller, int callee, double calls, double excessMillis) {
    edges.add(new Edge(caller, callee, calls, excessMillis / calls));
  }

  /** Returns each service's part of the excess of all calls, in milliseconds. */
  Map<Integer, Double> byService() {
    for (Common most = most(); most.perCall > NOTHING; most = most()) {
      for (Edge edge : edges) {
        if (edge.touches(most.service) && edge.perCall > 0) {
          double explained = Math.min(edge.perCall, most.perCall);
          edge.perCall -= explained;
          Change.add(millis, most.service, explained * edge.calls);
        }
      }
    }
    for (Edge edge : edges) {
      Change.add(millis, edge.callee, edge.perCall * edge.calls);
    }
    return millis;
  }

  private Common most() {
    Map<Integer, List<Edge>> byService = new TreeMap<>();
    for (Edge edge : edges) {
      byService.computeIfAbsent(edge.caller, none -> new ArrayList<>()).add(edge);
      byService.computeIfAbsent(edge.callee, none -> new ArrayList<>()).add(edge);
    }
    Common most = new Common(-1, 0, 0);
    for (Map.Entry<Integer, List<Edge>> touching : byService.entrySet()) {
      int service = touching.getKey();
      Common common = common(service, touching.getValue());
      boolean isAnsweringAlone = common.millis == most.millis && isCallee(service, most.service);
      if (common.perCall > NOTHING && (common.millis > most.millis || isAnsweringAlone)) {
        most = common;
      }
    }
    return most;
  }

  private boolean isCallee(int callee, int caller) {
    return edges.stream().anyMatch(edge -> edge.caller == caller && edge.callee == callee);
  }

  /**
   * Returns the lower median excess of a service's calls, so at least half of the calls have this
   * excess.
   */
  private static Common common(int service, List<Edge> touching) {
    List<Double> sorted = new ArrayList<>();
    touching.forEach(edge -> sorted.add(edge.perCall));
    Collections.sort(sorted);
    double perCall = sorted.get((sorted.size() - 1) / 2);
    double explained = 0;
    for (Edge edge : touching) {
      explained += Math.max(0, Math.min(edge.perCall, perCall)) * edge.calls;
    }
    return new Common(service, perCall, explained);
  }
}
