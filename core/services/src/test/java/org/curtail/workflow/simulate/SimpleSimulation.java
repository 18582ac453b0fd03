package org.curtail.workflow.simulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.LossComposition;
import org.curtail.workflow.PartialAnswer;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.visit.StageDraws;
import org.curtail.workflow.visit.StageRandom;
import org.jspecify.annotations.Nullable;

/**
 * An oracle for {@link WorkflowSimulation}: the same rules, request by request. Both share only the
 * random draws.
 */
final class SimpleSimulation {
  private final Workflow workflow;
  private final WorkflowPlan plan;
  private final List<StageDraws> draws = new ArrayList<>();
  private final Map<String, Integer> calls = new HashMap<>();
  private final Map<String, Integer> copies = new HashMap<>();
  private final Map<String, Integer> lateVisits = new HashMap<>();
  private double firstCost;
  private double copiesCost;
  private double lost;
  private final double[] latencies;

  /**
   * The result of a visit: its latency, and for each stage the share of awaited answers, by name.
   */
  private record Visit(double latency, Map<String, Double> waitedFor) {}

  SimpleSimulation(Workflow workflow, WorkflowPlan plan, int requests, long seed) {
    this.workflow = workflow;
    this.plan = plan;
    for (int s = 0; s < workflow.stages().size(); s++) {
      draws.add(new StageDraws(workflow, s, seed));
    }
    latencies = new double[requests];
    for (int r = 0; r < requests; r++) {
      Visit whole = stages(null, r, 0, StageRandom.NO_COPY);
      latencies[r] = whole.latency();
      double[] losses = new double[workflow.stages().size()];
      whole.waitedFor().forEach((stage, share) -> losses[workflow.index(stage)] = 1 - share);
      lost += LossComposition.of(workflow).loss(losses);
    }
  }

  double[] latencies() {
    return latencies.clone();
  }

  double reissueFraction(String stage) {
    return calls.getOrDefault(stage, 0) == 0
        ? 0
        : (double) copies.getOrDefault(stage, 0) / calls.getOrDefault(stage, 0);
  }

  double lateFraction(String stage) {
    int visits = calls.getOrDefault(stage, 0) / workflow.stage(stage).responders().count();
    return visits == 0 ? 0 : (double) lateVisits.getOrDefault(stage, 0) / visits;
  }

  double budgetUsed() {
    return firstCost == 0 ? 0 : copiesCost / firstCost;
  }

  double loss() {
    return lost / latencies.length;
  }

  /** Visits all stages that a caller calls; null for the workflow itself. */
  private Visit stages(@Nullable String caller, int request, double start, long inside) {
    var ends = new HashMap<String, Double>();
    var waitedFor = new HashMap<String, Double>();
    double last = 0;
    for (Stage stage : workflow.within(caller)) {
      double begin = 0;
      for (String before : stage.after()) {
        begin = Math.max(begin, Objects.requireNonNull(ends.get(before)));
      }
      Visit visit = visit(stage, request, start + begin, inside);
      ends.put(stage.name(), begin + visit.latency());
      waitedFor.putAll(visit.waitedFor());
      last = Math.max(last, begin + visit.latency());
    }
    return new Visit(last, waitedFor);
  }

  private Visit visit(Stage stage, int request, double start, long inside) {
    int index = workflow.index(stage.name());
    StageDraws own = draws.get(index);
    StagePlan planned = plan.stages().get(index);
    if (Double.isNaN(own.firstMillis(request, 0, inside))) {
      return stages(stage.name(), request, start, inside);
    }
    boolean late = false;
    double speedup = 1;
    ReissuePolicy policy = planned.policy();
    switch (plan.catchUp()) {
      case CatchUp.None none -> {}
      case CatchUp.Priority priority -> late = start >= priority.afterMillis();
      case CatchUp.Threads more -> {
        late = start >= more.afterMillis();
        speedup = late ? more.speedup() : 1;
      }
      case CatchUp.GlobalReissue global -> {
        late = start >= global.afterMillis();
        policy = late ? global.policies().getOrDefault(stage.name(), policy) : policy;
      }
    }
    double delay = Double.POSITIVE_INFINITY;
    double probability = 0;
    for (Reissue reissue : policy.reissues()) {
      delay = reissue.delayMillis();
      probability = reissue.probability();
    }
    int count = stage.responders().count();
    calls.merge(stage.name(), count, Integer::sum);
    if (late) {
      lateVisits.merge(stage.name(), 1, Integer::sum);
    }
    if (inside == StageRandom.NO_COPY) {
      firstCost += stage.cost();
    } else {
      copiesCost += stage.cost();
    }
    double[] answers = new double[count];
    Map<String, Double> below = Map.of();
    // The end without copies; copies are sent only if this end is after the delay.
    for (int i = 0; i < count; i++) {
      double time = own.firstMillis(request, i, inside) / speedup;
      Visit rest = stages(stage.name(), request, start + time, inside);
      answers[i] = time + rest.latency();
      below = rest.waitedFor();
    }
    if (end(stage, planned, answers) > delay) {
      for (int i = 0; i < count; i++) {
        if (answers[i] > delay && own.sendsCopy(probability, request, i, inside)) {
          double first = own.firstMillis(request, i, inside);
          double time = delay + own.secondMillis(request, i, inside, first) / speedup;
          Visit rest =
              stages(stage.name(), request, start + time, StageRandom.withinCopy(inside, index));
          if (time + rest.latency() < answers[i]) {
            answers[i] = time + rest.latency();
            below = rest.waitedFor();
          }
          copies.merge(stage.name(), 1, Integer::sum);
          copiesCost += stage.cost() / count;
        }
      }
    }
    double end = end(stage, planned, answers);
    long answered = Arrays.stream(answers).filter(answer -> answer <= end).count();
    int needed = stage.responders().needed();
    var waitedFor = new HashMap<>(below);
    waitedFor.put(stage.name(), Math.min(1, (double) answered / needed));
    if (answered == 0) {
      loseAllWithin(stage.name(), waitedFor);
    }
    return new Visit(end, waitedFor);
  }

  /** Drops all nested stages, visited or not. */
  private void loseAllWithin(String caller, Map<String, Double> waitedFor) {
    for (Stage stage : workflow.within(caller)) {
      waitedFor.put(stage.name(), 0.0);
      loseAllWithin(stage.name(), waitedFor);
    }
  }

  private static double end(Stage stage, StagePlan planned, double[] answers) {
    double[] ascending = answers.clone();
    Arrays.sort(ascending);
    int needed = stage.responders().needed();
    PartialAnswer partial = planned.partial();
    int share = (int) Math.ceil(partial.fraction() * needed - 1e-9);
    return Math.min(
        Math.min(ascending[needed - 1], partial.cutoffMillis()),
        ascending[Math.max(1, share) - 1] + partial.extraMillis());
  }
}
