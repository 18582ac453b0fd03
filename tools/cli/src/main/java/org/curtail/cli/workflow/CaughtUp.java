package org.curtail.cli.workflow;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.curtail.benchkit.results.NumberTable;
import org.curtail.benchkit.results.SampleSize;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.curtail.cli.workflow.LoadOptions.Setting;
import org.curtail.cli.workflow.load.CatchUpTime;
import org.curtail.cli.workflow.load.GlobalReissues;
import org.curtail.cli.workflow.load.ThinnedPlan;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.CatchUpBudget;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.load.WorkflowLoadResult;
import org.curtail.workflow.load.WorkflowTraffic;
import org.jspecify.annotations.Nullable;

/**
 * One kind of help for late requests on servers with queues, and its result.
 *
 * @param name name of the kind, as in its option
 * @param catchUp time and kind of the help; none in the row for comparison, and if no help is
 *     better
 * @param result after the warm-up
 */
record CaughtUp(String name, CatchUp catchUp, WorkflowLoadResult result) {
  static final String NOTHING = "nothing";

  /** Explanation of the costs. */
  static final String COSTS =
      "Cost: of threads, the cost of each additional thread for late calls; of priority, the cost of the calls with priority, which is no additional work; of reissue, the cost of copies of late calls; as a share of the cost of requests.";

  /** Time from which on a request is late; 0 without catch-up. */
  double afterMillis() {
    return switch (catchUp) {
      case CatchUp.None none -> 0;
      case CatchUp.Threads threads -> threads.afterMillis();
      case CatchUp.Priority priority -> priority.afterMillis();
      case CatchUp.GlobalReissue late -> late.afterMillis();
    };
  }

  boolean isNone() {
    return catchUp instanceof CatchUp.None;
  }

  /**
   * Returns the result without catch-up, and the result of each kind within its budget. All have
   * the plan that holds, or no copies if no plan holds.
   */
  static List<CaughtUp> of(Loaded loaded, List<CatchUpBudget> budgets, Console console) {
    var trials = new Trials(loaded.setting(), loaded.traffic(), local(loaded));
    var all = new ArrayList<CaughtUp>();
    all.add(trials.run(NOTHING, trials.plan()));
    for (CatchUpBudget budget : budgets) {
      console.progress("catching up, %d of %d".formatted(all.size(), budgets.size()));
      all.add(trials.within(budget));
    }
    return all;
  }

  private static WorkflowPlan local(Loaded loaded) {
    WorkflowPlan plan = loaded.holds() ? loaded.plan() : loaded.trials().getFirst().plan();
    return new WorkflowPlan(plan.workflow(), plan.goal(), plan.stages(), CatchUp.NONE);
  }

  private record Trials(Setting setting, WorkflowTraffic traffic, WorkflowPlan plan) {
    CaughtUp within(CatchUpBudget budget) {
      return switch (budget) {
        case CatchUpBudget.None none -> run(NOTHING, plan);
        case CatchUpBudget.Threads threads ->
            run(
                CatchUpOptions.THREADS_KIND,
                timed(
                    threads.extraThreadTime(),
                    late -> new CatchUp.Threads(late, threads.degree(), threads.speedup())));
        case CatchUpBudget.Priority priority ->
            run(CatchUpOptions.PRIORITY_KIND, timed(priority.lateShare(), CatchUp.Priority::new));
        case CatchUpBudget.GlobalReissue global ->
            run(CatchUpOptions.REISSUE_KIND, eager(global.share()));
      };
    }

    /** Returns the plan with a catch-up time that keeps the budget. */
    private WorkflowPlan timed(double budget, CatchUpTime.Kind kind) {
      CatchUpTime time =
          CatchUpTime.within(budget, late -> checked(kind, late), setting.load(), plan, traffic);
      return with(kind.after(time.afterMillis()));
    }

    /**
     * Returns the catch-up after a time. Each run calls this first, so that the user can stop here.
     */
    private static CatchUp checked(CatchUpTime.Kind kind, double afterMillis) {
      StopSignal.check(Loaded.STOPPED);
      return kind.after(afterMillis);
    }

    private WorkflowPlan eager(double share) {
      if (plan.goal().budget() == 0 || share == 0) {
        return plan;
      }
      WorkflowPlan eager =
          GlobalReissues.plan(
              ThinnedPlan.planner(plan), plan.goal(), share, setting.load(), traffic);
      // No eager policy was better than none, so the whole budget remains for others.
      return eager.catchUp() instanceof CatchUp.None ? plan : eager;
    }

    private WorkflowPlan with(CatchUp catchUp) {
      return new WorkflowPlan(plan.workflow(), plan.goal(), plan.stages(), catchUp);
    }

    CaughtUp run(String name, WorkflowPlan planned) {
      StopSignal.check(Loaded.STOPPED);
      int warmUp = traffic.requests() / Loaded.WARM_UP_SHARE;
      return new CaughtUp(
          name, planned.catchUp(), setting.load().run(planned, traffic).afterWarmUp(warmUp));
    }
  }

  /** Returns the table, for at least one kind. */
  static Table<CaughtUp> table(List<CaughtUp> all, Loaded loaded) {
    Table<CaughtUp> table =
        Table.of(all)
            .add("catching up", "kind", Unit.WORDS, CaughtUp::name)
            .add(
                "late after ms",
                "afterMs",
                Unit.NUMBER,
                one -> one.isNone() ? null : one.afterMillis())
            .field("lateShare", one -> one.result().catchUp().lateShare())
            .field("cost", one -> one.result().catchUp().cost())
            .show(
                "late calls",
                Unit.SHARE,
                one -> one.isNone() ? null : one.result().catchUp().lateShare())
            .show("cost", Unit.SHARE, one -> one.isNone() ? null : one.result().catchUp().cost());
    for (double percentile : percentiles(all, loaded)) {
      table.show(Numbers.percentile(percentile) + " ms", Unit.NUMBER, one -> ms(one, percentile));
    }
    return table
        .add("copies cost", "copiesCost", Unit.SHARE, one -> one.result().budgetUsed())
        .add("busiest service", "utilisation", Unit.PERCENT, one -> one.result().utilisation())
        .field(
            "latency",
            one ->
                Table.of(Tried.PERCENTILES)
                    .field("percentile", percentile -> percentile)
                    .field("ms", percentile -> ms(one, percentile))
                    .records());
  }

  /**
   * Returns a latency; null if queues grow without limit, because it would only show the length of
   * the run.
   */
  private static @Nullable Double ms(CaughtUp one, double percentile) {
    return one.result().keptUp() ? one.result().percentileMillis(percentile) : null;
  }

  /** Describes the plan of the requests in words. */
  static String withWhat(Loaded loaded) {
    return !loaded.holds()
        ? "without copies, since no plan holds"
        : "with the plan for %s, which holds"
            .formatted(WorkflowText.share(loaded.plan().goal().budget()));
  }

  private static List<Double> percentiles(List<CaughtUp> all, Loaded loaded) {
    var percentiles = new TreeSet<>(List.of(50.0, 95.0, 99.0, 99.9));
    percentiles.add(loaded.given().plan().goal().percentile());
    int requests = all.getFirst().result().requests();
    return percentiles.stream()
        .filter(percentile -> SampleSize.carries(requests, percentile))
        .toList();
  }

  /** Returns the table for the report, for at least one kind. */
  static NumberTable onPage(List<CaughtUp> all, Loaded loaded) {
    return NumberTable.of(
        "Catching up",
        "On servers with queues, %s. %s".formatted(withWhat(loaded), COSTS),
        table(all, loaded).only(one -> one.result().keptUp()));
  }
}
