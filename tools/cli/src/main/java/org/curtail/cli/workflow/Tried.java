package org.curtail.cli.workflow;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.curtail.benchkit.results.SampleSize;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.text.Output;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.plan.WorkflowPlanDocument.Expected;
import org.curtail.workflow.simulate.WorkflowResult;
import org.curtail.workflow.simulate.WorkflowSimulation;

/**
 * A plan on simulated requests without queues, compared with the same requests without any plan.
 *
 * @param plan plan under test
 * @param without result without any plan
 * @param with result with the plan
 */
record Tried(WorkflowPlan plan, WorkflowResult without, WorkflowResult with) {
  /** Percentiles in JSON. */
  static final List<Double> PERCENTILES = List.of(50.0, 90.0, 95.0, 99.0, 99.9);

  static Tried of(WorkflowPlan plan, WorkflowSimulation simulation) {
    return new Tried(
        plan, simulation.run(WorkflowPlan.none(simulation.workflow())), simulation.run(plan));
  }

  /** The result in the form of a plan's file. */
  Expected expected() {
    return Expected.of(plan.goal().percentile(), without, with);
  }

  double withoutMillis() {
    return without.percentileMillis(plan.goal().percentile());
  }

  double withMillis() {
    return with.percentileMillis(plan.goal().percentile());
  }

  /** Relative fall of the percentile; below 0 if it rises. */
  double reduction() {
    return withoutMillis() == 0 ? 0 : 1 - withMillis() / withoutMillis();
  }

  /** The output for people and programs. */
  Output output(int requests, long seed) {
    return new Output()
        .field("workflow", plan.workflow())
        .field("queues", false)
        .field("requests", requests)
        .field("seed", seed)
        .field("percentile", plan.goal().percentile())
        .field("withoutMs", withoutMillis())
        .field("withMs", withMillis())
        .field("reduction", reduction())
        .field("budget", plan.goal().budget())
        .field("cost", with.budgetUsed())
        .field("loss", with.loss())
        .line(
            "Simulated without queues: %s, seed %d"
                .formatted(WorkflowText.counted(requests, "request"), seed))
        .gap()
        .table(latencies(requests))
        .field(
            "latency",
            Table.of(PERCENTILES)
                .field("percentile", percentile -> percentile)
                .field("withoutMs", without::percentileMillis)
                .field("withMs", with::percentileMillis)
                .records())
        .gap()
        .table("stages", stages())
        .gap()
        .line(
            "Copies cost %s of the cost of requests; planned were %s. Loss: %s."
                .formatted(
                    WorkflowText.share(with.budgetUsed()),
                    WorkflowText.share(plan.goal().budget()),
                    WorkflowText.share(with.loss())));
  }

  /** Returns one sentence: the fall of the tail, and its cost. */
  String headline() {
    return reduction() > 0 ? falls(with.loss() > 0, "") : doesNotFall();
  }

  /**
   * A sentence on the fall of the tail and its cost.
   *
   * @param withLoss true if the loss is included
   * @param where text at the end
   */
  String falls(boolean withLoss, String where) {
    return "%s falls by %s, from %s to %s, for %s of the cost of requests%s%s."
        .formatted(
            WorkflowText.tail(plan.goal()),
            Numbers.percent(reduction()),
            Numbers.time(withoutMillis()),
            Numbers.time(withMillis()),
            WorkflowText.share(with.budgetUsed()),
            withLoss ? " and a loss of " + WorkflowText.share(with.loss()) : "",
            where);
  }

  /** A sentence if the tail does not fall. */
  String doesNotFall() {
    return "This plan does not lower the %s, which is %s."
        .formatted(WorkflowText.tail(plan.goal()), Numbers.time(withoutMillis()));
  }

  private Table<Latency> latencies(int requests) {
    var percentiles = new TreeSet<>(List.of(50.0, 95.0, 99.0, 99.9));
    percentiles.add(plan.goal().percentile());
    var rows = new ArrayList<Latency>();
    rows.add(new Latency("mean", without.meanMillis(), with.meanMillis()));
    percentiles.stream()
        .filter(percentile -> SampleSize.carries(requests, percentile))
        .map(percentile ->
            new Latency(
                Numbers.percentile(percentile),
                without.percentileMillis(percentile),
                with.percentileMillis(percentile)))
        .forEach(rows::add);
    return Table.of(rows)
        .show("latency", Unit.WORDS, Latency::name)
        .show("without ms", Unit.NUMBER, Latency::without)
        .show("with ms", Unit.NUMBER, Latency::with)
        .show("less", Unit.WORDS, row -> WorkflowText.less(row.without, row.with));
  }

  private record Latency(String name, double without, double with) {}

  private Table<Integer> stages() {
    List<StagePlan> stages = plan.stages();
    return Table.ofIndices(stages.size())
        .add("stage", "name", Unit.WORDS, i -> stages.get(i).stage())
        .add("copies planned", "plannedFraction", Unit.SHARE, i -> stages.get(i).reissueFraction())
        .add("found", "reissueFraction", Unit.SHARE, with::reissueFraction)
        .add("mean ms without", "meanWithoutMs", Unit.NUMBER, without::meanMillis)
        .add("with", "meanWithMs", Unit.NUMBER, with::meanMillis)
        .add("loss", "loss", Unit.SHARE, with::loss);
  }
}
