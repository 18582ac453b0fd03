package org.curtail.benchkit.workflow;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.curtail.benchkit.openloop.Arrivals;
import org.curtail.benchkit.replicas.Disturbance;
import org.curtail.benchkit.replicas.OtherReplica;
import org.curtail.workflow.JointTraces;
import org.curtail.workflow.ResponderTraces;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StageTimes;
import org.jspecify.annotations.Nullable;

/**
 * All random values of a block: arrivals of requests, the time and server of each attempt, and
 * disturbances of servers. Times are drawn as in the simulation of workflows. Immutable.
 */
final class WorkflowTrace {
  private static final int FIRST_TIME = 0;
  private static final int VISIT_TRACE = 1_000_000;
  private static final int REPLICA = 2_000_000;

  private final WorkflowSetting setting;
  private final long seed;
  private final long[] dueNanos;
  private final List<List<Disturbance>> disturbances;

  /** Column of each stage in joint traces, or -1. */
  private final int[] jointColumn;

  /** Row of the joint traces of each request; empty without joint traces. */
  private final int[] jointRow;

  /** Pairs of times of each stage; null where the nearest pair is not needed. */
  private final List<@Nullable PairsByFirst> pairs = new ArrayList<>();

  private WorkflowTrace(
      WorkflowSetting setting, long seed, long[] dueNanos, List<List<Disturbance>> disturbances) {
    this.setting = setting;
    this.seed = seed;
    this.dueNanos = dueNanos;
    this.disturbances = List.copyOf(disturbances);
    List<Stage> stages = setting.workflow().stages();
    JointTraces joint = setting.workflow().joint();
    jointColumn = new int[stages.size()];
    for (int s = 0; s < stages.size(); s++) {
      Stage stage = stages.get(s);
      jointColumn[s] = joint == null ? -1 : joint.stages().indexOf(stage.name());
      boolean seeks = jointColumn[s] >= 0 && stage.times().arePairs();
      pairs.add(seeks ? PairsByFirst.of(stage.times()) : null);
    }
    int rows = joint == null ? 0 : joint.size();
    jointRow =
        IntStream.range(0, rows == 0 ? 0 : dueNanos.length)
            .map(request -> Place.ofRequest(seed, request).at(VISIT_TRACE).index(rows))
            .toArray();
  }

  /**
   * Draws a trace.
   *
   * @param requests number of requests, at least 1
   * @param perSecond requests per second: above 0
   */
  static WorkflowTrace draw(WorkflowSetting setting, int requests, double perSecond, long seed) {
    var random = new Random(seed);
    Arrivals arrivals = Arrivals.poisson(requests, 1, random);
    long[] dueNanos =
        IntStream.range(0, requests).mapToLong(i -> arrivals.dueNanos(i, perSecond)).toArray();
    double blockMs = 1000 * requests / perSecond;
    var disturbances = new ArrayList<List<Disturbance>>();
    for (int stage = 0; stage < setting.servers().size(); stage++) {
      disturbances.add(
          Disturbance.draw(setting.noise(), setting.serverCount(stage), blockMs, random));
    }
    return new WorkflowTrace(setting, seed, dueNanos, disturbances);
  }

  int size() {
    return dueNanos.length;
  }

  /** Returns the arrival of a request since the begin. */
  long dueNanos(int request) {
    return dueNanos[request];
  }

  /** Returns the disturbances of the servers of a stage. */
  List<Disturbance> disturbances(int stage) {
    return disturbances.get(stage);
  }

  Place place(int request) {
    return Place.ofRequest(seed, request);
  }

  /** True if the joint trace of a request does not visit a stage. */
  boolean skips(int request, int stage) {
    return jointColumn[stage] >= 0 && Double.isNaN(jointMillis(request, stage));
  }

  /**
   * Returns the time for which a server holds an attempt of a call.
   *
   * @param visit the place of the visit
   * @param attempt 0 for the first
   */
  long holdNanos(int request, int stage, Place visit, int responder, int attempt) {
    return Math.round(millis(request, stage, visit, responder, attempt) * 1e6);
  }

  private double millis(int request, int stage, Place visit, int responder, int attempt) {
    Stage asked = setting.workflow().stages().get(stage);
    StageTimes times = asked.times();
    ResponderTraces traces = asked.traces();
    if (attempt == 0 && traces != null) {
      return traces.millis(visit.at(VISIT_TRACE).index(traces.size()), responder);
    }
    Place call = visit.at(responder);
    int first = call.at(FIRST_TIME).index(times.size());
    if (jointColumn[stage] >= 0 && !visit.inCopy()) {
      double traced = jointMillis(request, stage);
      if (attempt == 0) {
        return traced;
      }
      PairsByFirst sorted = pairs.get(stage);
      first = sorted == null ? first : sorted.nearest(traced);
    }
    if (attempt == 0) {
      return times.firstMillis(first);
    }
    return times.arePairs()
        ? times.secondMillis(first)
        : times.firstMillis(call.at(FIRST_TIME + attempt).index(times.size()));
  }

  private double jointMillis(int request, int stage) {
    JointTraces joint = setting.workflow().joint();
    if (joint == null) {
      throw new IllegalStateException("no joint traces");
    }
    return joint.millis(jointRow[request], jointColumn[stage]);
  }

  /** Pairs of times, sorted by the first time. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record PairsByFirst(int[] order, double[] ascendingMillis) {
    static PairsByFirst of(StageTimes times) {
      int[] order =
          IntStream.range(0, times.size())
              .boxed()
              .sorted((i, j) -> Double.compare(times.firstMillis(i), times.firstMillis(j)))
              .mapToInt(Integer::intValue)
              .toArray();
      return new PairsByFirst(
          order, Arrays.stream(order).mapToDouble(times::firstMillis).toArray());
    }

    /** Returns the index of the pair with the nearest first time. */
    int nearest(double millis) {
      int found = Arrays.binarySearch(ascendingMillis, millis);
      int above = found < 0 ? -found - 1 : found;
      if (above == 0) {
        return order[0];
      }
      boolean isBelow =
          above == order.length
              || millis - ascendingMillis[above - 1] < ascendingMillis[above] - millis;
      return order[isBelow ? above - 1 : above];
    }
  }

  /**
   * Returns the server of an attempt, by its index in the stage.
   *
   * @param avoided servers to avoid if there are others
   */
  int server(int stage, Place visit, int responder, int attempt, Collection<?> avoided) {
    int coin = visit.at(responder).at(REPLICA + attempt).index(Integer.MAX_VALUE);
    int replicas = setting.servers().get(stage).replicas();
    int first = responder * replicas;
    List<Integer> own = avoided.stream().map(server -> (Integer) server - first).toList();
    return first + OtherReplica.of(coin, replicas, own);
  }
}
