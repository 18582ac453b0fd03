package org.curtail.workflow;

import java.util.List;
import org.curtail.reissue.CurveHull;

/**
 * The curves of all stages of a workflow. They are what takes time in planning; so they are kept,
 * and if one stage changes, only its curve is drawn again. Immutable.
 */
public final class WorkflowCurves {
  private WorkflowCurves() {}

  /** Draws all curves. */
  public static WorkflowCurves of(Workflow workflow) {
    throw new UnsupportedOperationException();
  }

  /**
   * Of curves that were drawn before, on as many threads as the caller likes.
   *
   * @param curves by {@link StageCurve#of}, one per stage in the order of the workflow
   */
  public static WorkflowCurves of(Workflow workflow, List<StageCurve> curves) {
    throw new UnsupportedOperationException();
  }

  /** The curves after one stage changed: its times, cost or responders. */
  public WorkflowCurves with(Stage changed) {
    throw new UnsupportedOperationException();
  }

  /** Of which workflow they are. */
  public Workflow workflow() {
    throw new UnsupportedOperationException();
  }

  /** One per stage, in the order of {@link Workflow#stages}. */
  public List<StageCurve> curves() {
    throw new UnsupportedOperationException();
  }

  /** The plan that spends these shares of copies. */
  public WorkflowPlan plan(WorkflowGoal goal, double[] fractions, Realisation how) {
    throw new UnsupportedOperationException();
  }

  List<CurveHull> hulls() {
    throw new UnsupportedOperationException();
  }

  double[] copyCosts(double[] fractions) {
    throw new UnsupportedOperationException();
  }

  double[] within(double budget, double[] fractions) {
    throw new UnsupportedOperationException();
  }
}
