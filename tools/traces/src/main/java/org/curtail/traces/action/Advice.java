package org.curtail.traces.action;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.curtail.traces.Trace;
import org.curtail.traces.workflow.CallTarget;
import org.curtail.traces.workflow.Intervention;
import org.curtail.traces.workflow.PathBlame;
import org.curtail.traces.workflow.Repeatable;
import org.curtail.traces.workflow.StageName;
import org.curtail.traces.workflow.TracedWorkflow;
import org.curtail.traces.workflow.WhatIf;
import org.jspecify.annotations.Nullable;

/**
 * Advice on the slow requests of a workflow. Causes, delays and choices come from the first half of
 * the requests, and the figures from the second half. Immutable.
 *
 * @param scored number of requests behind the figures
 * @param p99Millis recorded 99th percentile of these requests
 * @param p50Millis recorded median of these requests
 * @param actions actions by decrease of the 99th percentile, largest first
 * @param hedges calls to hedge; empty if no hedge gains
 * @param causes causes for the stages with the longest waits of slow requests
 * @param alike evidence for each call that slow calls are slow again when repeated
 * @param refused calls not to hedge, with the reason
 */
public record Advice(
    int scored,
    double p99Millis,
    double p50Millis,
    List<Action> actions,
    Optional<Hedges> hedges,
    List<StageCause> causes,
    Map<CallTarget, RepeatedSlowness> alike,
    Map<CallTarget, Refusal> refused) {
  /** Number of stages with causes. Other stages are rarely on the paths of slow requests. */
  private static final int MOST_STAGES = 20;

  /** Reasons not to hedge a call. */
  public enum Refusal {
    /** The call, or a call below it, may write. */
    MAY_WRITE,
    /** A copy is as slow as the original call. */
    WORK,
    /** The call waits for other requests, and copies would add to them. */
    QUEUE,
    /** A hedge would hardly lower the 99th percentile. */
    NO_GAIN
  }

  /**
   * The user's limits.
   *
   * @param repeatable calls that may be sent twice
   * @param budget share of a call's executions that may be sent twice: above 0, below 1
   * @param speedup speedup of a stage if threads share its work: at least 1
   */
  public record Limits(Repeatable repeatable, double budget, double speedup) {}

  public Advice {
    actions = List.copyOf(actions);
    causes = List.copyOf(causes);
    alike = Map.copyOf(alike);
    refused = Map.copyOf(refused);
  }

  /**
   * Computes the advice on a workflow.
   *
   * @param recording all requests, also of other workflows, as they are load
   * @param seed seed of random draws
   * @throws IllegalArgumentException if the workflow has too few requests, as {@link WhatIf} does
   */
  public static Advice of(
      TracedWorkflow workflow, List<Trace> recording, Limits limits, long seed) {
    WhatIf whatIf = WhatIf.of(workflow, seed);
    var causes = new StageCauses(whatIf.firstHalf(), recording, seed);
    List<Action> actions = new ArrayList<>();
    Map<StageName, StageCause> found = new HashMap<>();
    List<StageCause> inOrder = new ArrayList<>();
    for (StageName stage : slowest(workflow)) {
      StageCauses.Result of = causes.of(stage);
      found.put(stage, of.cause());
      inOrder.add(of.cause());
      if (of.cause().alike().isWork()) {
        actions.add(
            new Action(
                Action.Reason.WORK, whatIf.of(new Intervention.Parallel(stage, limits.speedup()))));
      }
      of.unqueued()
          .ifPresent(without -> actions.add(new Action(Action.Reason.QUEUE, whatIf.of(without))));
    }
    Map<CallTarget, RepeatedSlowness> alike = causes.ofCalls();
    Map<CallTarget, Refusal> refused = new HashMap<>();
    List<CallTarget> candidates = new ArrayList<>();
    for (CallTarget called : whatIf.calls()) {
      if (called.caller().isEmpty()) {
        continue; // the root has no caller in this recording
      }
      Refusal refusal = refusal(called, limits.repeatable(), alike, found);
      if (refusal == null) {
        candidates.add(called);
      } else {
        refused.put(called, refusal);
      }
    }
    Optional<Hedges> hedges = new HedgeChoice(whatIf).of(candidates, limits.budget());
    Set<StageName> hedged = new HashSet<>();
    hedges.ifPresent(chosen ->
        chosen
            .each()
            .forEach(forecast -> {
              var it = (Intervention.Hedged) forecast.intervention();
              hedged.add(it.stage());
              candidates.remove(it.called());
              RepeatedSlowness ofCall = alike.get(it.called());
              actions.add(
                  new Action(
                      ofCall != null && ofCall.isNoise()
                          ? Action.Reason.NOISE
                          : Action.Reason.UNKNOWN,
                      forecast));
            }));
    candidates.forEach(called -> refused.put(called, Refusal.NO_GAIN));
    for (StageCause cause : inOrder) {
      if (!hedged.contains(cause.stage())
          && !cause.alike().isWork()
          && !cause.queueing().isShown()) {
        actions.add(
            new Action(
                cause.alike().isNoise() ? Action.Reason.NOISE : Action.Reason.UNKNOWN,
                whatIf.of(whatIf.capped(cause.stage()))));
      }
    }
    for (CallTarget called : whatIf.loops()) {
      actions.add(new Action(Action.Reason.LOOP, whatIf.of(new Intervention.Concurrent(called))));
    }
    return new Advice(
        whatIf.scored(),
        whatIf.p99Millis(),
        whatIf.p50Millis(),
        ranked(actions),
        hedges,
        inOrder,
        alike,
        refused);
  }

  private static List<StageName> slowest(TracedWorkflow workflow) {
    return PathBlame.of(workflow).stages().stream()
        .sorted(Comparator.comparingDouble((PathBlame.Blamed stage) -> -stage.slowMillis()))
        .limit(MOST_STAGES)
        .map(PathBlame.Blamed::stage)
        .toList();
  }

  private static @Nullable Refusal refusal(
      CallTarget called,
      Repeatable repeatable,
      Map<CallTarget, RepeatedSlowness> alike,
      Map<StageName, StageCause> causes) {
    if (!repeatable.isRepeatable(called)) {
      return Refusal.MAY_WRITE;
    }
    RepeatedSlowness ofCall = alike.get(called);
    if (ofCall != null && ofCall.isWork()) {
      return Refusal.WORK;
    }
    StageCause cause = causes.get(called.stage());
    return cause != null && cause.queueing().isShown() ? Refusal.QUEUE : null;
  }

  /** Returns the actions that lower the percentile, largest decrease first. */
  private static List<Action> ranked(List<Action> actions) {
    return actions.stream()
        .filter(action ->
            action.forecast().p99().gainMillis()
                > HedgeChoice.LEAST_GAIN * action.forecast().p99().millis())
        .sorted(Comparator.comparingDouble(action -> -action.forecast().p99().gainMillis()))
        .toList();
  }
}
