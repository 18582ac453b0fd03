package org.curtail.workflow.simulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.Stage;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.visit.StageGraph;
import org.curtail.workflow.visit.StageRandom;

/** One run of all requests of a simulation under a plan. Used once. */
final class WorkflowRun {
  /** Observes blocks of ended requests, with all their times. */
  interface Observer {
    /** Handles requests that have ended. The run uses the block again afterwards. */
    void ended(RequestBlock block);
  }

  private final int requests;
  private final RunSetting setting;

  /** By stage, once prepared. */
  private final StageVisits[] visits;

  WorkflowRun(WorkflowSimulation simulation, WorkflowPlan plan, double[] capMillis) {
    Workflow workflow = simulation.workflow();
    plan.requireFits(workflow);
    requests = simulation.requests();
    int stages = workflow.stages().size();
    setting =
        new RunSetting(
            simulation, plan, capMillis, new WorkflowTally(workflow), new double[stages]);
    visits = new StageVisits[stages];
  }

  WorkflowRun(WorkflowSimulation simulation, WorkflowPlan plan) {
    this(simulation, plan, uncapped(simulation.workflow()));
  }

  static double[] uncapped(Workflow workflow) {
    double[] capMillis = new double[workflow.stages().size()];
    Arrays.fill(capMillis, Double.POSITIVE_INFINITY);
    return capMillis;
  }

  /** Prepares the visits of a stage and of all stages below it; returns their indices. */
  private int[] prepare(int stage) {
    String name = setting.workflow().stages().get(stage).name();
    StageGraph graph = StageGraph.of(setting.workflow(), name);
    if (graph.size() == 0) {
      visits[stage] = new StageVisits(stage, setting, null);
      return new int[] {stage};
    }
    var children = new ArrayList<StageVisits>();
    int[][] below = new int[graph.size()][];
    for (int i = 0; i < below.length; i++) {
      below[i] = prepare(graph.stages()[i]);
      children.add(visits[graph.stages()[i]]);
    }
    var calls = new NestedCalls(graph, children, below, setting.parts());
    visits[stage] = new StageVisits(stage, setting, calls);
    return IntStream.concat(IntStream.of(stage), IntStream.of(calls.all())).toArray();
  }

  /** Prepares the visits of all stages. */
  private RequestBlock prepareAll() {
    StageGraph graph = StageGraph.of(setting.workflow(), null);
    int[][] withParts = new int[graph.size()][];
    for (int i = 0; i < graph.size(); i++) {
      int[] below = prepare(graph.stages()[i]);
      withParts[i] = below.length > 1 ? below : new int[0];
    }
    return new RequestBlock(graph, withParts, visits.length);
  }

  WorkflowResult run(Observer observer) {
    return run(prepareAll(), observer);
  }

  private WorkflowResult run(RequestBlock block, Observer observer) {
    double[] latencies = new double[requests];
    for (int from = 0; from < requests; from += RequestBlock.SIZE) {
      block.from = from;
      block.size = Math.min(RequestBlock.SIZE, requests - from);
      run(block);
      System.arraycopy(block.totals, 0, latencies, from, block.size);
      observer.ended(block);
    }
    return new WorkflowResult(latencies, setting.tallies());
  }

  private void run(RequestBlock block) {
    Arrays.fill(block.totals, 0);
    Arrays.fill(block.kept, 1);
    Arrays.fill(block.besideLost, 0);
    for (int i = 0; i < block.graph.size(); i++) {
      begin(block, i);
      visit(block, i);
      double[] ends = block.ends[i];
      for (int r = 0; r < block.size; r++) {
        ends[r] = block.starts[i][r] + block.latencies[i][r];
        block.totals[r] = Math.max(block.totals[r], ends[r]);
      }
    }
    for (int r = 0; r < block.size; r++) {
      setting.tallies().ended(block.kept[r] * (1 - block.besideLost[r]));
    }
  }

  /** Starts a stage when all its predecessors have ended. */
  private static void begin(RequestBlock block, int place) {
    double[] starts = block.starts[place];
    Arrays.fill(starts, 0);
    for (int before : block.graph.before()[place]) {
      double[] ends = block.ends[before];
      for (int r = 0; r < block.size; r++) {
        starts[r] = Math.max(starts[r], ends[r]);
      }
    }
  }

  private void visit(RequestBlock block, int place) {
    StageVisits stage = visits[block.graph.stages()[place]];
    double[] starts = block.starts[place];
    double[] latencies = block.latencies[place];
    int[] parts = block.below[place];
    for (int r = 0; r < block.size; r++) {
      latencies[r] = stage.visit(block.from + r, starts[r], StageRandom.NO_COPY);
      block.kept[r] *= stage.kept();
      block.besideLost[r] += stage.besideLost();
      for (int part : parts) {
        block.parts(part)[r] = setting.parts()[part];
      }
    }
  }

  /** Returns the latency of each original visit of a stage, in the order of requests. */
  double[] latenciesOf(int stage) {
    if (setting.plan().catchUp() instanceof CatchUp.None) {
      // Without catch-up, times do not depend on the start, so other stages need not run.
      int outermost = outermost(stage);
      prepare(outermost);
      visits[stage].record(requests);
      for (int r = 0; r < requests; r++) {
        visits[outermost].visit(r, 0, StageRandom.NO_COPY);
      }
    } else {
      RequestBlock block = prepareAll();
      visits[stage].record(requests);
      run(block, ended -> {});
    }
    return visits[stage].recorded();
  }

  private int outermost(int stage) {
    List<Stage> stages = setting.workflow().stages();
    String caller = stages.get(stage).within();
    return caller == null ? stage : outermost(setting.workflow().index(caller));
  }

  /**
   * The setting that all stages of a run share.
   *
   * @param simulation simulation with the workflow and all random draws
   * @param capMillis greatest time of a visit by stage; infinite for no limit
   * @param tallies counts of all stages
   * @param parts contribution of each stage to the current request, by index
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record RunSetting(
      WorkflowSimulation simulation,
      WorkflowPlan plan,
      double[] capMillis,
      WorkflowTally tallies,
      double[] parts) {
    Workflow workflow() {
      return simulation.workflow();
    }
  }
}
