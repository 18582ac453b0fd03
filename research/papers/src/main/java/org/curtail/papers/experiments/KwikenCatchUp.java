package org.curtail.papers.experiments;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.DoubleFunction;
import org.curtail.cli.workflow.load.CatchUpTime;
import org.curtail.papers.experiments.KwikenLateSearch.From;
import org.curtail.papers.experiments.KwikenLateSearch.Outcome;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.Stage;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.load.StageServers;
import org.curtail.workflow.load.WorkflowLoad;
import org.curtail.workflow.load.WorkflowLoadResult;
import org.curtail.workflow.load.WorkflowTraffic;
import org.curtail.workflow.simulate.Blame;
import org.curtail.workflow.simulate.Blame.StageBlame;
import org.curtail.workflow.simulate.WorkflowSimulation;

/**
 * Catching up in the web search, of one fit: falls of the p99 in percent. T_z comes from the
 * training days.
 *
 * @param lookupBlame blame of the lookup of documents, as a share of the slowest 5 %
 * @param networkBlame blame of the network
 * @param threads falls by budget of {@link #THREADS}: with more threads in lookups, without queues
 * @param both with more threads, and {@link #PAPER_PRIORITY} of the network's visits first
 * @param network fall with only the network's visits first
 * @param wholeVisits as {@code both} at the paper's budget, with help only for lookups that begin
 *     late
 * @param threadsUnderLoad falls with more threads in all late visits, with queues
 * @param priority falls by budget of {@link #PRIORITIES}: with priority in the queues
 * @param link falls by utilisation of {@link #LINK_UTILISATIONS}: {@link #PAPER_PRIORITY} of the
 *     transfers go first on one link for both tiers
 * @param linkMore the same with {@link #MORE_PRIORITY}
 */
record KwikenCatchUp(
    double lookupBlame,
    double networkBlame,
    List<Double> threads,
    List<Double> both,
    double network,
    double wholeVisits,
    double threadsUnderLoad,
    List<Double> priority,
    List<Double> link,
    List<Double> linkMore) {
  /** Budgets of additional threads, in percent. */
  static final List<Double> THREADS = List.of(1.0, 3.0, 6.3, 10.0, 20.0);

  /** The paper's results for both. */
  static final double PAPER_THREADS = 6.3;

  static final double PAPER_PRIORITY = 1.5;

  /** A larger budget for transfers on a link, in percent. */
  static final double MORE_PRIORITY = 10;

  /** Busy shares of the link. */
  static final List<Double> LINK_UTILISATIONS = List.of(0.5, 0.8, 0.9);

  /** Budgets of work with priority, in percent. */
  static final List<Double> PRIORITIES = List.of(1.5, 5.0, 10.0, 20.0);

  /** Waiting in queues is "quite small" at Bing (section 2.3). */
  static final double UTILISATION = 0.5;

  private static final double PER_SECOND = 1_000;
  private static final int SLOTS = 4;
  private static final int WARM_UP = 10;

  KwikenCatchUp {
    threads = List.copyOf(threads);
    both = List.copyOf(both);
    priority = List.copyOf(priority);
    link = List.copyOf(link);
    linkMore = List.copyOf(linkMore);
  }

  static KwikenCatchUp measure(KwikenSearch of, int requests, long seed) {
    Workflow test = of.test();
    Blame blame = Blame.of(WorkflowSimulation.of(test, requests, seed), WorkflowPlan.none(test));
    var free = new Free(of, requests, seed);
    WorkflowLoad sized =
        WorkflowLoad.sized(of.training(), PER_SECOND, UTILISATION, SLOTS, List.of());
    var load = new UnderLoad(sized, test, PER_SECOND, requests, seed);
    List<UnderLoad> links =
        LINK_UTILISATIONS.stream()
            .map(utilisation -> onLink(of, utilisation, requests, seed))
            .toList();
    return new KwikenCatchUp(
        blamed(blame, KwikenSearch.LOOKUP),
        blamed(blame, KwikenSearch.NETWORK),
        THREADS.stream().map(budget -> free.less(free.threads(budget, From.NEVER))).toList(),
        THREADS.stream().map(budget -> free.less(free.both(budget, From.NEVER))).toList(),
        free.less(free.network(From.NEVER)),
        free.less(free.both(PAPER_THREADS, From.NEVER.ofWholeVisits())),
        load.less(KwikenCatchUp::threadsAfter, PAPER_THREADS / 100),
        PRIORITIES.stream().map(share -> load.less(CatchUp.Priority::new, share / 100)).toList(),
        links.stream().map(one -> one.less(CatchUp.Priority::new, PAPER_PRIORITY / 100)).toList(),
        links.stream().map(one -> one.less(CatchUp.Priority::new, MORE_PRIORITY / 100)).toList());
  }

  /** Returns the search with one link, which alone has a queue, for the answers of both tiers. */
  private static UnderLoad onLink(KwikenSearch of, double utilisation, int requests, long seed) {
    Workflow training = KwikenSearch.overOneLink(of.trainingParts());
    var servers = new ArrayList<StageServers>();
    var transfers = new HashSet<String>();
    for (Stage stage : training.stages()) {
      boolean isTransfer = stage.name().startsWith(KwikenSearch.LINK);
      servers.add(isTransfer ? new StageServers(1, 1) : StageServers.WITHOUT_QUEUE);
      if (isTransfer) {
        transfers.add(stage.name());
      }
    }
    WorkflowLoad load = WorkflowLoad.of(training, servers).sharing(List.of(transfers));
    return new UnderLoad(
        load,
        KwikenSearch.overOneLink(of.testParts()),
        load.perSecond(utilisation),
        requests,
        seed);
  }

  static double blamed(Blame blame, String stage) {
    return 100
        * blame.stages().stream()
            .filter(of -> of.stage().startsWith(stage))
            .mapToDouble(StageBlame::blamedFraction)
            .sum();
  }

  private static CatchUp threadsAfter(double afterMillis) {
    return new CatchUp.Threads(afterMillis, KwikenLateSearch.DEGREE, KwikenLateSearch.SPEEDUP);
  }

  /** Measures the workflow without queues, with T_z from the training days on the test days. */
  static final class Free {
    private final KwikenLateSearch known;
    private final KwikenLateSearch tried;
    private final double without;

    Free(KwikenSearch of, int requests, long seed) {
      known = new KwikenLateSearch(of.trainingParts(), requests, seed + 1);
      tried = new KwikenLateSearch(of.testParts(), requests, seed);
      without = tried.run(From.NEVER).p99Millis();
    }

    double less(From from) {
      return 100 * (1 - tried.run(from).p99Millis() / without);
    }

    From threads(double percent, From from) {
      return known.earliest(from::threads, Outcome::moreThreads, percent / 100);
    }

    From network(From from) {
      return known.earliest(from::network, Outcome::firstOnNetwork, PAPER_PRIORITY / 100);
    }

    /** Measures both; a query that has caught up in lookups is less often late on the network. */
    From both(double percent, From from) {
      return network(threads(percent, from));
    }
  }

  /** Measures the same workflow on servers with queues. */
  private static final class UnderLoad {
    private final WorkflowLoad known;
    private final WorkflowLoad tried;
    private final WorkflowTraffic past;
    private final WorkflowTraffic traffic;
    private final double without;

    UnderLoad(WorkflowLoad known, Workflow test, double perSecond, int requests, long seed) {
      this.known = known;
      tried = WorkflowLoad.of(test, known.servers()).sharing(known.shared());
      past = WorkflowTraffic.poisson(perSecond, requests, seed + 1);
      traffic = WorkflowTraffic.poisson(perSecond, requests, seed);
      without = p99(tried.run(WorkflowPlan.none(test), traffic));
    }

    double less(DoubleFunction<? extends CatchUp> kind, double budget) {
      WorkflowPlan none = WorkflowPlan.none(known.workflow());
      CatchUpTime time = CatchUpTime.within(budget, kind::apply, known, none, past);
      CatchUp catchUp = kind.apply(time.afterMillis());
      return 100 * (1 - p99(tried.run(plan(tried.workflow(), catchUp), traffic)) / without);
    }

    private static WorkflowPlan plan(Workflow workflow, CatchUp catchUp) {
      WorkflowPlan none = WorkflowPlan.none(workflow);
      return new WorkflowPlan(none.workflow(), none.goal(), none.stages(), catchUp);
    }

    private static double p99(WorkflowLoadResult result) {
      return result
          .afterWarmUp(result.requests() / WARM_UP)
          .percentileMillis(KwikenPlans.PERCENTILE);
    }
  }
}
