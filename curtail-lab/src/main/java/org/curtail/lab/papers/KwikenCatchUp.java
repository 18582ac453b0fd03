package org.curtail.lab.papers;

import java.util.List;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;
import org.curtail.workflow.Blame;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.CatchUpTime;
import org.curtail.workflow.StageBlame;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowLoad;
import org.curtail.workflow.WorkflowLoadResult;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.WorkflowResult;
import org.curtail.workflow.WorkflowSimulation;
import org.curtail.workflow.WorkflowTraffic;

/**
 * Catching up in the search of the web, of one fit; by how many percent the p99 falls.
 *
 * @param lookupBlame share of the slowest 5 % for which the lookup of documents is blamed
 * @param networkBlame the same of the network
 * @param threads by budget of {@link #THREADS}: with more threads, without queues
 * @param threadsUnderLoad the same at the paper's budget with queues
 * @param priority by budget of {@link #PRIORITIES}: with priority in the queues
 */
record KwikenCatchUp(
    double lookupBlame,
    double networkBlame,
    List<Double> threads,
    double threadsUnderLoad,
    List<Double> priority) {
  /** More threads, in percent. */
  static final List<Double> THREADS = List.of(1.0, 3.0, 6.3, 10.0, 20.0);

  /** What the paper reports of both. */
  static final double PAPER_THREADS = 6.3;

  static final double PAPER_PRIORITY = 1.5;

  /** Work that goes before other work, in percent. */
  static final List<Double> PRIORITIES = List.of(1.5, 5.0, 10.0, 20.0);

  /** "Using 3 threads yields roughly a 2X speed up" (section 5.4). */
  static final int DEGREE = 3;

  static final double SPEEDUP = 2;

  /** Waiting in queues is "quite small" at Bing (section 2.3). */
  static final double UTILISATION = 0.5;

  private static final double PER_SECOND = 1_000;
  private static final int SLOTS = 4;
  private static final int HALVINGS = 14;
  private static final int WARM_UP = 10;

  KwikenCatchUp {
    threads = List.copyOf(threads);
    priority = List.copyOf(priority);
  }

  static KwikenCatchUp measure(KwikenSearch of, int requests, long seed) {
    Workflow test = of.test();
    var tried = WorkflowSimulation.of(test, requests, seed);
    var known = WorkflowSimulation.of(of.training(), requests, seed + 1);
    Blame blame = Blame.of(tried, WorkflowPlan.none(test));
    double without = p99(tried, CatchUp.NONE);
    List<Double> threads =
        THREADS.stream()
            .map(budget -> 100 * (1 - p99(tried, threads(known, budget / 100)) / without))
            .toList();
    var load = new UnderLoad(of.training(), test, requests, seed);
    return new KwikenCatchUp(
        blamed(blame, KwikenSearch.LOOKUP),
        blamed(blame, KwikenSearch.NETWORK),
        threads,
        load.less(KwikenCatchUp::threadsAfter, PAPER_THREADS / 100),
        PRIORITIES.stream().map(share -> load.less(CatchUp.Priority::new, share / 100)).toList());
  }

  private static double blamed(Blame blame, String stage) {
    return 100
        * blame.stages().stream()
            .filter(of -> of.stage().startsWith(stage))
            .mapToDouble(StageBlame::blamedFraction)
            .sum();
  }

  private static CatchUp threadsAfter(double afterMillis) {
    return new CatchUp.Threads(afterMillis, DEGREE, SPEEDUP);
  }

  private static WorkflowPlan plan(Workflow workflow, CatchUp catchUp) {
    WorkflowPlan none = WorkflowPlan.none(workflow);
    return new WorkflowPlan(none.workflow(), none.goal(), none.stages(), catchUp);
  }

  private static double p99(WorkflowSimulation simulation, CatchUp catchUp) {
    return simulation
        .run(plan(simulation.workflow(), catchUp))
        .percentileMillis(KwikenPlans.PERCENTILE);
  }

  /** The earliest time from which on more threads for late requests take no more than a budget. */
  private static CatchUp threads(WorkflowSimulation simulation, double budget) {
    double tooSoon = 0;
    double late = simulation.run(WorkflowPlan.none(simulation.workflow())).percentileMillis(100);
    for (int i = 0; i < HALVINGS; i++) {
      double middle = (tooSoon + late) / 2;
      if (moreThreads(simulation, middle) > budget) {
        tooSoon = middle;
      } else {
        late = middle;
      }
    }
    return threadsAfter(late);
  }

  /** Threads beyond the first, per visit. */
  private static double moreThreads(WorkflowSimulation simulation, double afterMillis) {
    Workflow workflow = simulation.workflow();
    WorkflowResult result = simulation.run(plan(workflow, threadsAfter(afterMillis)));
    int stages = workflow.stages().size();
    return (DEGREE - 1)
        * IntStream.range(0, stages).mapToDouble(result::lateFraction).average().orElseThrow();
  }

  /** The same workflow on servers with queues. */
  private static final class UnderLoad {
    private final WorkflowLoad known;
    private final WorkflowLoad tried;
    private final WorkflowTraffic past;
    private final WorkflowTraffic traffic;
    private final double without;

    UnderLoad(Workflow training, Workflow test, int requests, long seed) {
      known = WorkflowLoad.sized(training, PER_SECOND, UTILISATION, SLOTS);
      tried =
          new WorkflowLoad(
              test, known.servers(), known.choice(), known.cancellation(), known.catchUpBudget());
      past = WorkflowTraffic.poisson(PER_SECOND, requests, seed + 1);
      traffic = WorkflowTraffic.poisson(PER_SECOND, requests, seed);
      without = p99(tried.run(WorkflowPlan.none(test), traffic));
    }

    double less(DoubleFunction<? extends CatchUp> kind, double budget) {
      WorkflowPlan none = WorkflowPlan.none(known.workflow());
      CatchUpTime time = CatchUpTime.within(budget, kind::apply, known, none, past);
      CatchUp catchUp = kind.apply(time.afterMillis());
      return 100 * (1 - p99(tried.run(plan(tried.workflow(), catchUp), traffic)) / without);
    }

    private static double p99(WorkflowLoadResult result) {
      return result
          .afterWarmUp(result.requests() / WARM_UP)
          .percentileMillis(KwikenPlans.PERCENTILE);
    }
  }
}
