package org.curtail.cli.workflow;

import java.util.List;
import java.util.function.Function;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.curtail.reissue.Reissue;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.simulate.WorkflowResult;
import org.jspecify.annotations.Nullable;

/** The stages of a workflow and the plan's copies at each, as a table. */
final class StageTable {
  /** Explanation of the table on a page. */
  static final String NOTE =
      "To blame: share of the slowest requests. A delay and a probability of 0: no copies.";

  private StageTable() {}

  /**
   * The table.
   *
   * @param tails tails of each stage with the plan
   * @param with result of the plan on the requests of {@code shown}
   */
  static Table<Integer> of(
      Shown shown, WorkflowPlan plan, List<StageTail> tails, WorkflowResult with) {
    String tail = Numbers.percentile(shown.percentile()) + " ms";
    double[] shares = Drawings.budgetShares(shown.workflow(), plan);
    List<Reissue> copies =
        plan.stages().stream().map(stage -> WorkflowText.copy(stage.policy())).toList();
    Table<Integer> table =
        Table.ofIndices(shares.length)
            .add("stage", "name", Unit.WORDS, i -> plan.stages().get(i).stage())
            .show("cost", Unit.NUMBER, i -> shown.workflow().stages().get(i).cost())
            .show("again after ms", Unit.NUMBER, i -> sent(copies.get(i), Reissue::delayMillis))
            .show("probability", Unit.PROBABILITY, i -> sent(copies.get(i), Reissue::probability))
            .show(
                "copies",
                Unit.SHARE,
                i -> sent(copies.get(i), copy -> plan.stages().get(i).reissueFraction()))
            .show("of the budget", Unit.PERCENT, i -> sent(copies.get(i), copy -> shares[i]))
            .field("budgetShare", i -> shares[i])
            .field("realisedFraction", with::reissueFraction)
            .page("p50 ms", Unit.NUMBER, i -> shown.tails().get(i).medianMillis())
            .add(tail, "withoutTailMs", Unit.NUMBER, i -> shown.tails().get(i).tailMillis())
            .add("with", "withTailMs", Unit.NUMBER, i -> tails.get(i).tailMillis())
            .page("to blame", Unit.PERCENT, i -> shown.blame().stages().get(i).blamedFraction())
            .field("loss", with::loss)
            .page("loss", Unit.SHARE, with::loss);
    return plan.stages().stream().noneMatch(stage -> stage.partial().mayLose())
        ? table
        : table
            .line(
                "stops waiting after",
                Unit.WORDS,
                i -> WorkflowText.stops(plan.stages().get(i).partial()))
            .line("loss", Unit.SHARE, with::loss);
  }

  /** A figure of a copy; null if none is sent. */
  private static @Nullable Double sent(Reissue copy, Function<Reissue, Double> figure) {
    return copy.probability() > 0 ? figure.apply(copy) : null;
  }
}
