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
import org.curtail.traces.workflow.Called;
import org.curtail.traces.workflow.Intervention;
import org.curtail.traces.workflow.PathBlame;
import org.curtail.traces.workflow.Repeatable;
import org.curtail.traces.workflow.StageName;
import org.curtail.traces.workflow.TracedWorkflow;
import org.curtail.traces.workflow.WhatIf;
import org.jspecify.annotations.Nullable;

/**
 * What to do about the slow requests of a workflow. Causes, delays and choices come of the first
 * half of its requests, the figures of the later half. Immutable.
 *
 * @param scored how many requests the figures are of
 * @param p99Millis their 99th percentile as it was
 * @param p50Millis their median
 * @param actions by how much they lower the 99th percentile, most first
 * @param hedges the calls to send again; empty if none gains
 * @param causes of the stages that slow requests wait for longest
 * @param alike whether calls are slow alike, of each that requests make
 * @param refused calls that are not to be sent again, and why not
 */
public record Advice(
    int scored,
    double p99Millis,
    double p50Millis,
    List<Action> actions,
    Optional<Hedges> hedges,
    List<StageCause> causes,
    Map<Called, SlowAlike> alike,
    Map<Called, Refusal> refused) {
  /** Others are hardly on the paths of slow requests. */
  private static final int MOST_STAGES = 20;

  /** Why a call is not sent again. */
  public enum Refusal {
    /** It may write, or calls what may. */
    MAY_WRITE,
    /** A second attempt is as slow as the first. */
    WORK,
    /** It waits for other requests; copies are more of these. */
    QUEUE,
    /** It would lower the 99th percentile by next to nothing. */
    NO_GAIN
  }

  /**
   * What the user allows.
   *
   * @param repeatable which calls may be sent twice
   * @param budget share of the calls that may be: above 0, below 1
   * @param speedup of a stage whose work is shared by threads: at least 1
   */
  public record Terms(Repeatable repeatable, double budget, double speedup) {}

  public Advice {
    actions = List.copyOf(actions);
    causes = List.copyOf(causes);
    alike = Map.copyOf(alike);
    refused = Map.copyOf(refused);
  }

  /**
   * Of a workflow.
   *
   * @param recording all requests, also of other workflows: they are load
   * @param seed of what is drawn at random
   * @throws IllegalArgumentException if the workflow has too few requests, as {@link WhatIf} does
   */
  public static Advice of(TracedWorkflow workflow, List<Trace> recording, Terms terms, long seed) {
    WhatIf whatIf = WhatIf.of(workflow, seed);
    var causes = new StageCauses(whatIf.firstHalf(), recording, seed);
    List<Action> actions = new ArrayList<>();
    Map<StageName, StageCause> found = new HashMap<>();
    List<StageCause> inOrder = new ArrayList<>();
    for (StageName stage : slowest(workflow)) {
      StageCauses.Found of = causes.of(stage);
      found.put(stage, of.cause());
      inOrder.add(of.cause());
      if (of.cause().alike().isWork()) {
        actions.add(
            new Action(
                Action.Reason.WORK, whatIf.of(new Intervention.Parallel(stage, terms.speedup()))));
      }
      of.unqueued()
          .ifPresent(without -> actions.add(new Action(Action.Reason.QUEUE, whatIf.of(without))));
    }
    Map<Called, SlowAlike> alike = causes.ofCalls();
    Map<Called, Refusal> refused = new HashMap<>();
    List<Called> candidates = new ArrayList<>();
    for (Called called : whatIf.calls()) {
      if (called.caller().isEmpty()) {
        continue; // The root is no call that somebody here could send again.
      }
      Refusal refusal = refusal(called, terms.repeatable(), alike, found);
      if (refusal == null) {
        candidates.add(called);
      } else {
        refused.put(called, refusal);
      }
    }
    Optional<Hedges> hedges = new HedgeChoice(whatIf).of(candidates, terms.budget());
    Set<StageName> hedged = new HashSet<>();
    hedges.ifPresent(chosen ->
        chosen
            .each()
            .forEach(forecast -> {
              var it = (Intervention.Hedged) forecast.intervention();
              hedged.add(it.stage());
              candidates.remove(it.called());
              SlowAlike ofCall = alike.get(it.called());
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
    for (Called called : whatIf.loops()) {
      actions.add(new Action(Action.Reason.LOOP, whatIf.of(new Intervention.AtOnce(called))));
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
      Called called,
      Repeatable repeatable,
      Map<Called, SlowAlike> alike,
      Map<StageName, StageCause> causes) {
    if (!repeatable.may(called)) {
      return Refusal.MAY_WRITE;
    }
    SlowAlike ofCall = alike.get(called);
    if (ofCall != null && ofCall.isWork()) {
      return Refusal.WORK;
    }
    StageCause cause = causes.get(called.stage());
    return cause != null && cause.queueing().isShown() ? Refusal.QUEUE : null;
  }

  /** Those that lower the percentile at all, most first. */
  private static List<Action> ranked(List<Action> actions) {
    return actions.stream()
        .filter(action ->
            action.forecast().p99().gainMillis()
                > HedgeChoice.LEAST_GAIN * action.forecast().p99().millis())
        .sorted(Comparator.comparingDouble(action -> -action.forecast().p99().gainMillis()))
        .toList();
  }
}
