package org.curtail.jmh;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.services.json.WorkflowJson;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.PartialAnswer;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.simulate.Blame;
import org.curtail.workflow.simulate.WhatIf;
import org.curtail.workflow.simulate.WorkflowGenerator;
import org.curtail.workflow.simulate.WorkflowGenerator.WorkflowGraph;
import org.curtail.workflow.simulate.WorkflowResult;
import org.curtail.workflow.simulate.WorkflowSimulation;
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
 * Duration of running requests through a workflow, and of reading a large one, in milliseconds, on
 * one core. Target: 100,000 requests through 100 stages in less than 2 s.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
@State(Scope.Benchmark)
public class WorkflowBenchmark {
  @Param("100")
  int stages;

  @Param("100000")
  int requests;

  @Param("10000")
  int samples;

  private Workflow workflow = workflow(1, 1);
  private WorkflowPlan plan = WorkflowPlan.none(workflow);
  private WorkflowSimulation simulation = WorkflowSimulation.of(workflow, 1, 1);
  private String text = "";

  private static Workflow workflow(int stages, int samples) {
    return new WorkflowGenerator(stages, WorkflowGraph.LAYERED, samples, 0.3, 1.5, 0.2, 0.3, 0)
        .generate(17);
  }

  /** Each stage reissues its slowest 5 %. */
  @Setup
  public void prepare() throws IOException {
    workflow = workflow(stages, samples);
    simulation = WorkflowSimulation.of(workflow, requests, 17);
    List<StagePlan> planned = workflow.stages().stream().map(WorkflowBenchmark::timeout).toList();
    plan = new WorkflowPlan(workflow.name(), WorkflowGoal.reissue(99, 0.05), planned, CatchUp.NONE);
    var written = new StringWriter();
    WorkflowJson.write(workflow, written);
    text = written.toString();
  }

  private static StagePlan timeout(Stage stage) {
    double[] ascending = stage.times().firstMillis();
    Arrays.sort(ascending);
    double delay = ascending[ascending.length * 95 / 100];
    return new StagePlan(stage.name(), ReissuePolicy.singleD(delay), 0.05, PartialAnswer.NONE, 0);
  }

  @Benchmark
  public WorkflowResult withoutReissue() {
    return simulation.run(WorkflowPlan.none(workflow));
  }

  @Benchmark
  public WorkflowResult withReissue() {
    return simulation.run(plan);
  }

  @Benchmark
  public Blame blame() {
    return Blame.of(simulation, plan);
  }

  @Benchmark
  public WhatIf whatIf() {
    return WhatIf.of(simulation, plan, 99);
  }

  /** Reads a file in memory; {@code -p stages=380} gives 380 stages. */
  @Benchmark
  public Workflow read() throws IOException {
    return WorkflowJson.read(new StringReader(text), "workflow.json");
  }
}
