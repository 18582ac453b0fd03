package org.curtail.workflow;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The curves of all stages of a workflow. They are what takes time in planning; so they are kept,
 * and if one stage changes, only its curve and those of its callers are drawn again. Immutable.
 *
 * <p><b>Calls within calls.</b> A copy of a caller runs all that is within it again. So the curve
 * of a caller is that of its whole attempts: its own time and a run through the stages within.
 */
public final class WorkflowCurves {
  private final Workflow workflow;
  private final CopyCosts costs;

  /** Of each stage by itself. */
  private final List<StageCurve> own;

  /** The same, but of callers' whole attempts. */
  private final List<StageCurve> whole;

  /** By stage, what the stages within it do as the curve of its whole attempts has it. */
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

  /** Draws all curves. */
  public static WorkflowCurves of(Workflow workflow) {
    return of(workflow, workflow.stages().stream().map(StageCurve::of).toList());
  }

  /**
   * Of curves that were drawn before, on as many threads as the caller likes: {@code
   * workflow.stages().parallelStream().map(StageCurve::of).toList()}.
   *
   * @param curves by {@link StageCurve#of}, one per stage in the order of the workflow
   * @throws IllegalArgumentException if they are of other stages
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

  /** Draws the curves of callers too, but for those of which nothing changed. */
  private static WorkflowCurves drawn(
      Workflow workflow, List<StageCurve> own, @Nullable WorkflowCurves before) {
    var whole = new ArrayList<StageCurve>(own);
    var plansWithin = new ArrayList<List<StagePlan>>();
    WorkflowPlan none = WorkflowPlan.none(workflow, WorkflowGoal.reissue(99, 0));
    for (int s = 0; s < own.size(); s++) {
      Stage stage = workflow.stages().get(s);
      if (!workflow.within(stage.name()).isEmpty()) {
        StageCurve kept = before == null ? null : before.kept(stage, workflow);
        whole.set(s, kept == null ? WholeAttempts.curve(workflow, stage, none) : kept);
      }
      plansWithin.add(plansWithin(workflow, stage, none));
    }
    return new WorkflowCurves(workflow, own, whole, plansWithin);
  }

  /** The curve of a caller if it and all that is within it are as they were. */
  private @Nullable StageCurve kept(Stage caller, Workflow changed) {
    List<Stage> stages = workflow.stages();
    boolean same =
        stages.contains(caller)
            && stages.containsAll(WholeAttempts.allWithin(changed, caller.name()));
    return same ? whole.get(workflow.index(caller.name())) : null;
  }

  /**
   * The curves after one stage changed: its times, cost, responders, or what it comes after.
   *
   * @throws IllegalArgumentException if the workflow has no stage of that name, or would not be one
   */
  @SuppressWarnings("ReferenceEquality") // Times that are another object may be others.
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

  /** The same, with the curves of callers if the stages within them do as a plan says. */
  WorkflowCurves given(WorkflowPlan plan) {
    var redrawn = new ArrayList<StageCurve>(own);
    var plans = new ArrayList<List<StagePlan>>();
    for (int s = 0; s < own.size(); s++) {
      Stage stage = workflow.stages().get(s);
      List<StagePlan> planned = plansWithin(workflow, stage, plan);
      boolean same = planned.equals(plansWithin.get(s));
      if (!planned.isEmpty()) {
        redrawn.set(s, same ? whole.get(s) : WholeAttempts.curve(workflow, stage, plan));
      }
      plans.add(planned);
    }
    return new WorkflowCurves(workflow, own, redrawn, plans);
  }

  private static List<StagePlan> plansWithin(Workflow workflow, Stage caller, WorkflowPlan plan) {
    return WholeAttempts.allWithin(workflow, caller.name()).stream()
        .map(stage -> plan.stages().get(workflow.index(stage.name())))
        .toList();
  }

  /** Whether a stage is called by another one. */
  boolean hasCallers() {
    return workflow.stages().stream().anyMatch(stage -> stage.within() != null);
  }

  /** Of which workflow they are. */
  public Workflow workflow() {
    return workflow;
  }

  /** One per stage, in the order of {@link Workflow#stages}; of callers, that of whole attempts. */
  public List<StageCurve> curves() {
    return whole;
  }

  /**
   * The plan that spends these shares of copies. It says what is achieved: where a policy sends
   * fewer copies than it might, that is what it is said to send.
   *
   * @param fractions share of calls that may be sent again: 0 to 1, one per stage
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

  /** What the copies of a plan cost, as a share of what first visits cost, as predicted. */
  public double budgetUsed(WorkflowPlan plan) {
    return costs.budgetUsed(fractions(plan));
  }

  static double[] fractions(WorkflowPlan plan) {
    return plan.stages().stream().mapToDouble(StagePlan::reissueFraction).toArray();
  }
}
