package org.curtail.workflow.load;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.curtail.replicas.Cancellation;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.PartialAnswer;
import org.curtail.workflow.WorkflowPlan;

/** Keeps its own accounts of a run, and fails at the first mismatch. */
final class LoadAccountant implements LoadObserver {
  private static final double ROUNDING_MS = 1e-6;

  private final WorkflowLoad load;
  private final WorkflowPlan plan;
  private final Map<Integer, Double> arrivals = new HashMap<>();
  private final Map<Integer, Double> answers = new HashMap<>();
  private final Set<LoadAttempt> alive = new HashSet<>();
  private final IdentityHashMap<LoadServer, Queues> queues = new IdentityHashMap<>();
  private final IdentityHashMap<LoadVisit, Double> begun = new IdentityHashMap<>();
  private final IdentityHashMap<LoadVisit, Double> ended = new IdentityHashMap<>();
  private final IdentityHashMap<LoadVisit, Integer> answered = new IdentityHashMap<>();

  /** Visits of a request at the top level, by stage, to check their successors. */
  private final Map<Integer, Map<String, LoadVisit>> topVisits = new HashMap<>();

  private double lastMillis;
  private double slotMillis;
  private int busyBefore;
  private double servedMillis;
  private double firstCost;
  private double copiesCost;
  private int busy;

  /** The queues of a server. */
  private static final class Queues {
    final List<LoadAttempt> ahead = new ArrayList<>();
    final List<LoadAttempt> usual = new ArrayList<>();
    int busy;
  }

  LoadAccountant(WorkflowLoad load, WorkflowPlan plan) {
    this.load = load;
    this.plan = plan;
  }

  @Override
  public void arrived(int request, double nowMillis) {
    assertThat(arrivals.put(request, nowMillis)).as("arrivals of a request before").isNull();
    topVisits.put(request, new HashMap<>());
  }

  @Override
  public void began(LoadVisit visit, double nowMillis) {
    assertThat(begun.put(visit, nowMillis)).isNull();
    double cost = visit.stage.stage.cost();
    if (isWithinCopy(visit)) {
      copiesCost += cost;
    } else {
      firstCost += cost;
    }
    double underWay = nowMillis - time(arrivals, visit.scope.request);
    if (load.catchUpBudget() == Double.POSITIVE_INFINITY) {
      assertThat(visit.catchesUp).isEqualTo(underWay >= lateFrom());
    }
    LoadAttempt caller = visit.scope.caller;
    if (caller == null) {
      Map<String, LoadVisit> visits = requireNonNull(topVisits.get(visit.scope.request));
      for (String before : visit.stage.stage.after()) {
        LoadVisit earlier = visits.get(before);
        if (earlier != null) {
          assertThat(ended.get(earlier)).as("end of what it comes after").isNotNull();
        }
      }
      assertThat(visits.put(visit.stage.stage.name(), visit)).as("visits before").isNull();
    } else if (visit.scope.outer == null) {
      assertThat(caller.call.visit.stage.stage.name()).isEqualTo(visit.stage.stage.within());
    }
  }

  private double lateFrom() {
    return switch (plan.catchUp()) {
      case CatchUp.None none -> Double.POSITIVE_INFINITY;
      case CatchUp.Threads threads -> threads.afterMillis();
      case CatchUp.Priority priority -> priority.afterMillis();
      case CatchUp.GlobalReissue global -> global.afterMillis();
    };
  }

  private static boolean isWithinCopy(LoadVisit visit) {
    LoadAttempt caller = visit.scope.caller;
    return caller != null && (caller.number > 0 || isWithinCopy(caller.call.visit));
  }

  @Override
  public void sent(LoadAttempt attempt, double nowMillis) {
    LoadVisit visit = attempt.call.visit;
    assertThat(attempt.call.closed).as("sent for a call that is over").isFalse();
    assertThat(visit.ended).as("sent for a visit that is over").isFalse();
    assertThat(alive.add(attempt)).isTrue();
    Queues at = queues.computeIfAbsent(attempt.server, server -> new Queues());
    boolean ahead = visit.catchesUp && plan.catchUp() instanceof CatchUp.Priority;
    (ahead ? at.ahead : at.usual).add(attempt);
    if (attempt.number > 0) {
      copiesCost += visit.stage.stage.cost() / visit.stage.responders.count();
      assertThat(nowMillis)
          .isCloseTo(visit.beganMillis + visit.rule().delayMillis(), within(ROUNDING_MS));
      if (load.servers().get(visit.stage.index).replicas() > 1) {
        assertThat(attempt.server).isNotSameAs(attempt.call.attempts.getFirst().server);
      }
    } else {
      assertThat(nowMillis).isEqualTo(visit.beganMillis);
    }
  }

  @Override
  public void started(LoadAttempt attempt, double nowMillis) {
    Queues at = at(attempt);
    List<LoadAttempt> queue = at.ahead.isEmpty() ? at.usual : at.ahead;
    assertThat(queue.getFirst()).as("who is next").isSameAs(attempt);
    queue.removeFirst();
    at.busy += attempt.threads;
    busy += attempt.threads;
    int slots = load.servers().get(attempt.call.visit.stage.index).slots();
    assertThat(at.busy).as("slots that compute").isLessThanOrEqualTo(slots);
    int wanted =
        plan.catchUp() instanceof CatchUp.Threads threads && attempt.call.visit.catchesUp
            ? threads.degree()
            : 1;
    assertThat(attempt.threads).isBetween(1, wanted);
    if (attempt.threads < wanted) {
      assertThat(at.busy).as("a thread less only if no slot is left").isEqualTo(slots);
    }
  }

  private Queues at(LoadAttempt attempt) {
    return requireNonNull(queues.get(attempt.server));
  }

  @Override
  public void left(LoadAttempt attempt, boolean served, double nowMillis) {
    assertThat(alive.remove(attempt)).as("left before").isTrue();
    Queues at = at(attempt);
    if (attempt.threads == 0) {
      assertThat(served).isFalse();
      assertThat(at.usual.remove(attempt) || at.ahead.remove(attempt)).isTrue();
      return;
    }
    at.busy -= attempt.threads;
    busy -= attempt.threads;
    double took = nowMillis - attempt.startedMillis;
    servedMillis += attempt.threads * took;
    double full = attempt.workMillis / speedup(attempt.threads);
    if (served) {
      assertThat(took).as("own time").isCloseTo(full, within(ROUNDING_MS));
    } else {
      assertThat(load.cancellation()).isNotInstanceOf(Cancellation.None.class);
      assertThat(took).isLessThanOrEqualTo(full + ROUNDING_MS);
    }
  }

  private double speedup(int threads) {
    if (threads == 1 || !(plan.catchUp() instanceof CatchUp.Threads most)) {
      return 1;
    }
    double share = (threads - 1) / (double) (most.degree() - 1);
    return 1 + (most.speedup() - 1) * share;
  }

  @Override
  public void answered(LoadAttempt winner, double nowMillis) {
    LoadVisit visit = winner.call.visit;
    assertThat(ended).as("answers after the end").doesNotContainKey(visit);
    answered.merge(visit, 1, Integer::sum);
  }

  @Override
  public void ended(LoadVisit visit, double nowMillis) {
    assertThat(ended.put(visit, nowMillis)).as("ended before").isNull();
    int have = answered.getOrDefault(visit, 0);
    assertThat(have).isEqualTo(visit.answered);
    PartialAnswer partial = visit.stage.partial;
    if (have < visit.stage.responders.needed()) {
      double ran = nowMillis - time(begun, visit);
      assertThat(partial.mayLose()).as("ended though it waits for all").isTrue();
      if (Math.abs(ran - partial.cutoffMillis()) > ROUNDING_MS) {
        assertThat(have)
            .isGreaterThanOrEqualTo(
                (int) Math.ceil(partial.fraction() * visit.stage.responders.needed() - 1e-9));
      }
    }
  }

  @Override
  public void finished(int request, double nowMillis) {
    assertThat(answers.put(request, nowMillis)).as("answers of a request before").isNull();
    for (LoadVisit visit : requireNonNull(topVisits.remove(request)).values()) {
      assertThat(ended).as("visits that have ended").containsKey(visit);
    }
  }

  @Override
  public void settled(double nowMillis) {
    assertThat(nowMillis).isGreaterThanOrEqualTo(lastMillis);
    slotMillis += busyBefore * (nowMillis - lastMillis);
    busyBefore = busy;
    lastMillis = nowMillis;
    queues.forEach((server, at) -> {
      if (!at.usual.isEmpty() || !at.ahead.isEmpty()) {
        assertThat(server.busy())
            .as("slots that compute while others wait")
            .isEqualTo(server.slots());
      }
      assertThat(server.busy()).isEqualTo(at.busy);
      assertThat(server.waiting()).isEqualTo(at.usual.size() + at.ahead.size());
    });
  }

  /** Checks the result at the end. */
  void close(WorkflowLoadResult result) {
    assertThat(alive).isEmpty();
    assertThat(busy).isZero();
    assertThat(answers).hasSize(arrivals.size());
    double[] latencies = result.latenciesMillis();
    for (int request = 0; request < latencies.length; request++) {
      assertThat(latencies[request])
          .as("latency of request %d", request)
          .isEqualTo(time(answers, request) - time(arrivals, request));
    }
    queues.forEach((server, at) -> {
      assertThat(at.usual).isEmpty();
      assertThat(at.ahead).isEmpty();
    });
    if (firstCost > 0) {
      assertThat(result.budgetUsed()).isCloseTo(copiesCost / firstCost, withinPercentage(1e-6));
    }
    assertThat(slotMillis).isCloseTo(servedMillis, withinPercentage(1e-6));
    checkBusy(result);
  }

  private void checkBusy(WorkflowLoadResult result) {
    double horizon = arrivals.values().stream().mapToDouble(millis -> millis).max().orElseThrow();
    double upToHorizon = 0;
    for (int stage = 0; stage < load.servers().size(); stage++) {
      StageServers servers = load.servers().get(stage);
      int count = load.workflow().stages().get(stage).responders().count();
      double utilisation = result.stage(stage).utilisation();
      assertThat(utilisation).isBetween(0.0, 1 + 1e-9);
      if (load.sharing(stage)[0] < stage) {
        continue;
      }
      upToHorizon += utilisation * horizon * servers.allSlots() * count;
    }
    assertThat(upToHorizon).isLessThanOrEqualTo(servedMillis * (1 + 1e-9));
  }

  private static <K> double time(Map<K, Double> times, K of) {
    return requireNonNull(times.get(of));
  }
}
