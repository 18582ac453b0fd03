package org.curtail.traces.workflow;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.curtail.traces.Trace;
import org.curtail.workflow.JointTraces;
import org.curtail.workflow.Responders;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StageTimes;
import org.curtail.workflow.Workflow;
import org.jspecify.annotations.Nullable;

/**
 * The calls of a workflow's requests, their order and their times. A call follows another call if
 * it began after the other's end in nearly all requests with both. Edges that other edges imply are
 * left out. A visit's self time is the time that its calls, executed in this order, do not cover.
 * So {@link #workflow} has the recorded latency of each request. Immutable.
 */
public final class CallGraph {
  private static final double NANOS_PER_MILLI = 1e6;

  /** Minimum share of requests with an order, as clocks and schedulers cause exceptions. */
  private static final double LEAST_SUPPORT = 0.95;

  private static final double LEAST_COST = 1e-3;

  private final List<CallPlace> places = new ArrayList<>();
  private final List<CallEdge> edges;

  /** For each place: the places that it follows, and the places below it. */
  private final List<List<Integer>> after = new ArrayList<>();

  private final List<List<Integer>> below = new ArrayList<>();

  /** Self times in milliseconds by request and place; NaN if a request has no such call. */
  private final double[][] ownMillis;

  private CallGraph(PlacedCalls calls) {
    edges = edgesOf(calls, LEAST_SUPPORT);
    for (int place = 0; place < calls.places(); place++) {
      after.add(new ArrayList<>());
      below.add(new ArrayList<>());
      if (calls.parent(place) >= 0) {
        below.get(calls.parent(place)).add(place);
      }
    }
    edges.forEach(edge -> after.get(edge.after()).add(edge.before()));
    ownMillis = new double[calls.requests()][];
    double[] own = new double[calls.places()];
    double[] cost = new double[calls.places()];
    for (int request = 0; request < calls.requests(); request++) {
      Trace trace = calls.trace(request);
      @Nullable CallVisit[] visits = calls.byPlace(request);
      double[] row = owns(trace, visits);
      for (int place = 0; place < row.length; place++) {
        CallVisit visit = visits[place];
        if (visit != null) {
          own[place] += row[place];
          long beyond = visit.nanos(trace) - trace.durationNanos(visit.server());
          cost[place] += Math.max(0, row[place] - beyond / NANOS_PER_MILLI);
        }
      }
      ownMillis[request] = row;
    }
    Map<String, Integer> names = new HashMap<>();
    for (int place = 0; place < own.length; place++) {
      double visits = calls.share(place) * calls.requests();
      places.add(
          new CallPlace(
              name(calls, place, names),
              calls.parent(place),
              calls.called(place),
              calls.number(place),
              calls.share(place),
              own[place] / visits,
              Math.max(LEAST_COST, cost[place] / visits)));
    }
  }

  /** Finds the calls of a workflow's requests. */
  public static CallGraph of(TracedWorkflow workflow) {
    return new CallGraph(new PlacedCalls(workflow.traces()));
  }

  private static String name(PlacedCalls calls, int place, Map<String, Integer> names) {
    String name = calls.called(place).stage().toString();
    if (calls.number(place) > 1) {
      name += " #" + calls.number(place);
    }
    int same = names.merge(name, 1, Integer::sum);
    return same == 1 ? name : name + " (place " + same + ")";
  }

  private double[] owns(Trace trace, @Nullable CallVisit[] visits) {
    double[] row = new double[visits.length];
    double[] ends = new double[visits.length];
    for (int place = 0; place < row.length; place++) {
      CallVisit visit = visits[place];
      row[place] = Double.NaN;
      if (visit != null) {
        double whole = visit.nanos(trace) / NANOS_PER_MILLI;
        row[place] = Math.max(0, whole - lastEnd(trace, visits, below.get(place), ends));
      }
    }
    return row;
  }

  /**
   * Returns the end of the last call of a visit, if each call begins as soon as the order permits.
   */
  private double lastEnd(
      Trace trace, @Nullable CallVisit[] visits, List<Integer> called, double[] ends) {
    double last = 0;
    for (int place : called) {
      double begin = 0;
      for (int before : after.get(place)) {
        begin = Math.max(begin, ends[before]);
      }
      CallVisit visit = visits[place];
      ends[place] = begin + (visit == null ? 0 : visit.nanos(trace) / NANOS_PER_MILLI);
      last = Math.max(last, ends[place]);
    }
    return last;
  }

  /** All calls. Each call comes after its caller and after the calls that it follows. */
  public List<CallPlace> places() {
    return List.copyOf(places);
  }

  /** Orders between calls. */
  public List<CallEdge> edges() {
    return edges;
  }

  /**
   * Returns the graph for planners: a stage for each call, with joint times of the requests.
   *
   * @param name name of the workflow, not blank
   * @param most maximum number of requests to use, evenly selected: at least 1
   */
  public Workflow workflow(String name, int most) {
    int number = Math.min(most, ownMillis.length);
    double[][] rows = new double[number][];
    for (int i = 0; i < number; i++) {
      rows[i] = ownMillis[(int) ((long) i * ownMillis.length / number)];
    }
    List<Stage> stages = new ArrayList<>();
    for (int place = 0; place < places.size(); place++) {
      stages.add(stage(place, rows));
    }
    return Workflow.of(name, stages)
        .with(JointTraces.of(places.stream().map(CallPlace::name).toList(), rows));
  }

  private Stage stage(int place, double[][] rows) {
    CallPlace it = places.get(place);
    int column = place;
    double[] times =
        Arrays.stream(rows)
            .mapToDouble(row -> row[column])
            .filter(millis -> !Double.isNaN(millis))
            .toArray();
    return new Stage(
        it.name(),
        after.get(place).stream().map(before -> places.get(before).name()).toList(),
        it.parent() < 0 ? null : places.get(it.parent()).name(),
        it.cost(),
        StageTimes.independent(times.length == 0 ? new double[] {it.ownMillis()} : times),
        Responders.ONE);
  }

  /**
   * Returns the edges between calls of the same caller, without edges that others imply. Edges go
   * only from an earlier place to a later one, so there are no cycles.
   */
  private static List<CallEdge> edgesOf(PlacedCalls calls, double leastSupport) {
    int places = calls.places();
    int[][] both = new int[places][places];
    int[][] ordered = new int[places][places];
    for (int request = 0; request < calls.requests(); request++) {
      Trace trace = calls.trace(request);
      @Nullable CallVisit[] visits = calls.byPlace(request);
      for (int later = 1; later < places; later++) {
        CallVisit second = visits[later];
        for (int earlier = 1; earlier < later && second != null; earlier++) {
          CallVisit first = visits[earlier];
          if (first != null && calls.parent(earlier) == calls.parent(later)) {
            both[earlier][later]++;
            if (first.endNanos() <= trace.startNanos(second.span())) {
              ordered[earlier][later]++;
            }
          }
        }
      }
    }
    boolean[][] waits = new boolean[places][places];
    for (int later = 1; later < places; later++) {
      for (int earlier = 1; earlier < later; earlier++) {
        waits[earlier][later] =
            both[earlier][later] > 0
                && ordered[earlier][later] >= leastSupport * both[earlier][later];
      }
    }
    List<CallEdge> edges = new ArrayList<>();
    for (int later = 1; later < places; later++) {
      for (int earlier = 1; earlier < later; earlier++) {
        if (waits[earlier][later] && !follows(waits, earlier, later)) {
          int together = both[earlier][later];
          edges.add(
              new CallEdge(earlier, later, together, ordered[earlier][later] / (double) together));
        }
      }
    }
    return edges;
  }

  /** True if a place between the two follows the earlier one and precedes the later one. */
  private static boolean follows(boolean[][] waits, int earlier, int later) {
    for (int between = earlier + 1; between < later; between++) {
      if (waits[earlier][between] && waits[between][later]) {
        return true;
      }
    }
    return false;
  }
}
