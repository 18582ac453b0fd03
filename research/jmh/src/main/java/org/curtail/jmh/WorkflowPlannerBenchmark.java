package org.curtail.jmh;

import java.util.concurrent.TimeUnit;
import org.curtail.workflow.PlanOptions;
import org.curtail.workflow.Stage;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.plan.BudgetSplit;
import org.curtail.workflow.plan.StageCurve;
import org.curtail.workflow.plan.WorkflowCurves;
import org.curtail.workflow.plan.WorkflowPlanner;
import org.curtail.workflow.simulate.WorkflowGenerator;
import org.curtail.workflow.simulate.WorkflowGenerator.WorkflowGraph;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Duration of planning for a workflow with times in memory, in milliseconds. Target: 380 stages of
 * 10,000 times are planned in 10 s on two cores, and again in 100 ms after a change of one stage.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2, time = 5)
@Measurement(iterations = 5, time = 5)
@Fork(1)
@State(Scope.Benchmark)
public class WorkflowPlannerBenchmark {
  private static final WorkflowGoal GOAL = WorkflowGoal.reissue(99, 0.05);
  private static final int SAMPLES = 10_000;

  @Param({"10", "380"})
  int stages;

  private Workflow workflow = generated(10);
  private WorkflowCurves curves = WorkflowCurves.of(workflow);
  private Stage changed = workflow.stages().getFirst();

  private static Workflow generated(int stages) {
    var generator =
        new WorkflowGenerator(stages, WorkflowGraph.LAYERED, SAMPLES, 0.3, 1.5, 0.3, 0.3, 0);
    return generator.generate(17);
  }

  @Setup
  public void prepare() {
    workflow = generated(stages);
    curves = WorkflowCurves.of(workflow);
    Stage old = workflow.stages().get(stages / 2);
    Stage other = workflow.stages().get(stages / 2 - 1);
    changed =
        new Stage(
            old.name(), old.after(), old.within(), old.cost(), other.times(), old.responders());
  }

  /** All curves on one thread. */
  @Benchmark
  public WorkflowCurves curves() {
    return WorkflowCurves.of(workflow);
  }

  /** All curves on all cores, and the plan. */
  @Benchmark
  public WorkflowPlan planOnAllCores() {
    WorkflowCurves drawn =
        WorkflowCurves.of(
            workflow, workflow.stages().parallelStream().map(StageCurve::of).toList());
    return WorkflowPlanner.plan(drawn, GOAL, PlanOptions.DEFAULT);
  }

  /** Plan with existing curves. */
  @Benchmark
  public WorkflowPlan plan() {
    return WorkflowPlanner.plan(curves, GOAL, PlanOptions.DEFAULT);
  }

  /** Plan after a change of one stage. */
  @Benchmark
  public WorkflowPlan planAgain() {
    return WorkflowPlanner.plan(curves.with(changed), GOAL, PlanOptions.DEFAULT);
  }

  /** Only the splits. */
  @Benchmark
  public double[] hullFill() {
    return fractions(BudgetSplit.leastVariance());
  }

  @Benchmark
  public double[] sumVar() {
    return fractions(BudgetSplit.sumVar(3));
  }

  private double[] fractions(BudgetSplit split) {
    return split.fractions(curves, GOAL.budget());
  }
}
