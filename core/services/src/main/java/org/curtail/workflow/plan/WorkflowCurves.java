package org.curtail.workflow.plan;

import java.util.ArrayList;
import java.util.List;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.CurvePoint;
import org.curtail.workflow.JointTraces;
import org.curtail.workflow.PartialAnswer;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.estimate.CallerAttempts;
import org.curtail.workflow.estimate.CopyCosts;
import org.curtail.workflow.estimate.CurveHull;
import org.jspecify.annotations.Nullable;

/**
 * The curves of all stages of a workflow. Curves dominate the time of planning. After a change of
 * one stage, only its curve and the curves of its callers are computed again. Immutable.
 *
 * <p><b>Nested calls.</b> A copy of a caller runs all nested stages again. The curve of a caller
 * therefore refers to whole attempts: its own time and a run through the nested stages.
 */
public final class WorkflowCurves {
  private final Workflow workflow;
  private final CopyCosts costs;

  /** Curves by stage, without nested stages. */
  private final List<StageCurve> own;

  /** Curves by stage; for callers, of whole attempts. */
  private final List<StageCurve> whole;

  /** Plans of the nested stages in the curve of whole attempts, by stage. */
  private final List<List<StagePlan>> plansWithin;

  private WorkflowCurves(
      Workflow workflow,
      List<StageCurve> own,
      List<StageCurve> whole,
      List<List<StagePlan>> plansWithin) {
    this.workflow = workflow;
    this.own = List.copyOf(own);
    this.whole = List.copyOf(whole);
    this.plansWithin = List.copyOf(plansWithin);
    costs = new CopyCosts(workflow);
  }

  /** Computes all curves. */
  public static WorkflowCurves of(Workflow workflow) {
    return of(workflow, workflow.stages().stream().map(StageCurve::of).toList());
  }

  /**
   * Returns the curves of a workflow from the curves of its stages. The curves may come from
   * several threads: {@code workflow.stages().parallelStream().map(StageCurve::of).toList()}.
   *
   * @param curves curves by {@link StageCurve#of}, one per stage in the order of the workflow
   * @throws IllegalArgumentException if the curves are of other stages
   */
  public static WorkflowCurves of(Workflow workflow, List<StageCurve> curves) {
    List<String> drawn = curves.stream().map(StageCurve::stage).toList();
    List<String> needed = workflow.stages().stream().map(Stage::name).toList();
    if (!drawn.equals(needed)) {
      throw new IllegalArgumentException(
          "curves are of stages %s, but the workflow has %s".formatted(drawn, needed));
    }
    return drawn(workflow, curves, null);
  }

  /** Computes the curves of callers, except those of unchanged callers. */
  private static WorkflowCurves drawn(
      Workflow workflow, List<StageCurve> own, @Nullable WorkflowCurves before) {
    var whole = new ArrayList<StageCurve>(own);
    var plansWithin = new ArrayList<List<StagePlan>>();
    WorkflowPlan none = WorkflowPlan.none(workflow, WorkflowGoal.reissue(99, 0));
    for (int s = 0; s < own.size(); s++) {
      Stage stage = workflow.stages().get(s);
      if (!workflow.within(stage.name()).isEmpty()) {
        StageCurve kept = before == null ? null : before.kept(stage, workflow);
        whole.set(s, kept == null ? curve(workflow, stage, none) : kept);
      }
      plansWithin.add(plansWithin(workflow, stage, none));
    }
    return new WorkflowCurves(workflow, own, whole, plansWithin);
  }

  /**
   * Returns the curve of a caller if the caller and all nested stages are unchanged; otherwise
   * null.
   */
  private @Nullable StageCurve kept(Stage caller, Workflow changed) {
    List<Stage> stages = workflow.stages();
    boolean same =
        stages.contains(caller)
            && stages.containsAll(CallerAttempts.allWithin(changed, caller.name()));
    return same ? whole.get(workflow.index(caller.name())) : null;
  }

  /**
   * Returns the curves after a change of times, cost, responders or predecessors of one stage.
   *
   * @throws IllegalArgumentException if the workflow has no stage of that name, or would become
   *     invalid
   */
  @SuppressWarnings("ReferenceEquality") // Another object may hold other times.
  public WorkflowCurves with(Stage changed) {
    int index = workflow.index(changed.name());
    var stages = new ArrayList<Stage>(workflow.stages());
    Stage before = stages.set(index, changed);
    Workflow next = Workflow.of(workflow.name(), stages);
    JointTraces joint = workflow.joint();
    if (joint != null) {
      next = next.with(joint);
    }
    boolean sameCurve =
        before.times() == changed.times()
            && before.responders().equals(changed.responders())
            && before.traces() == changed.traces();
    var curves = new ArrayList<StageCurve>();
    for (Stage stage : next.stages()) {
      curves.add(
          stage == changed && !sameCurve
              ? StageCurve.of(changed)
              : own.get(workflow.index(stage.name())));
    }
    return drawn(next, curves, this);
  }

  /** Returns these curves for callers whose nested stages follow a plan. */
  WorkflowCurves given(WorkflowPlan plan) {
    var redrawn = new ArrayList<StageCurve>(own);
    var plans = new ArrayList<List<StagePlan>>();
    for (int s = 0; s < own.size(); s++) {
      Stage stage = workflow.stages().get(s);
      List<StagePlan> planned = plansWithin(workflow, stage, plan);
      boolean same = planned.equals(plansWithin.get(s));
      if (!planned.isEmpty()) {
        redrawn.set(s, same ? whole.get(s) : curve(workflow, stage, plan));
      }
      plans.add(planned);
    }
    return new WorkflowCurves(workflow, own, redrawn, plans);
  }

  /** Returns the curve of a caller whose nested stages follow a plan. */
  private static StageCurve curve(Workflow workflow, Stage caller, WorkflowPlan plan) {
    return StageCurve.of(
        new Stage(
            caller.name(),
            caller.after(),
            caller.within(),
            caller.cost(),
            CallerAttempts.times(workflow, caller, plan),
            caller.responders()));
  }

  private static List<StagePlan> plansWithin(Workflow workflow, Stage caller, WorkflowPlan plan) {
    return CallerAttempts.allWithin(workflow, caller.name()).stream()
        .map(stage -> plan.stages().get(workflow.index(stage.name())))
        .toList();
  }

  /** True if a stage is called by another one. */
  boolean hasCallers() {
    return workflow.stages().stream().anyMatch(stage -> stage.within() != null);
  }

  /** Returns the workflow. */
  public Workflow workflow() {
    return workflow;
  }

  /**
   * Returns one curve per stage, in the order of {@link Workflow#stages}; the curve of a caller
   * refers to whole attempts.
   */
  public List<StageCurve> curves() {
    return whole;
  }

  /**
   * Returns the plan that spends these shares of copies. The plan states the achieved shares, which
   * may be less.
   *
   * @param fractions share of calls that may have a copy: 0 to 1, one per stage
   */
  public WorkflowPlan plan(WorkflowGoal goal, double[] fractions, Realisation how) {
    if (fractions.length != whole.size()) {
      throw new IllegalArgumentException(
          "one fraction per stage, %d, but there are %d".formatted(whole.size(), fractions.length));
    }
    var stages = new ArrayList<StagePlan>();
    for (int s = 0; s < fractions.length; s++) {
      stages.add(plan(whole.get(s), fractions[s], how));
    }
    return new WorkflowPlan(workflow.name(), goal, stages, CatchUp.NONE);
  }

  static StagePlan plan(StageCurve curve, double fraction, Realisation how) {
    CurvePoint point =
        switch (how) {
          case SINGLE_R -> curve.leastVariance(fraction);
          case TIME_OUT -> curve.timeOut(fraction);
        };
    double sent = Math.min(1, point.reissueFraction());
    return new StagePlan(curve.stage(), point.policy(), sent, PartialAnswer.NONE, 0);
  }

  List<CurveHull> hulls() {
    return whole.stream().map(StageCurve::hull).toList();
  }

  CopyCosts costs() {
    return costs;
  }

  /** Returns the predicted cost of a plan's copies, as a share of the cost of original visits. */
  public double budgetUsed(WorkflowPlan plan) {
    return costs.budgetUsed(fractions(plan));
  }

  static double[] fractions(WorkflowPlan plan) {
    return plan.stages().stream().mapToDouble(StagePlan::reissueFraction).toArray();
  }
}
