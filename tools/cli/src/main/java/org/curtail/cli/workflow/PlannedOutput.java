package org.curtail.cli.workflow;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.text.Output;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.curtail.cli.workflow.TriedResults.Outcome;
import org.curtail.services.json.WorkflowPlanJson;
import org.curtail.workflow.plan.WorkflowPlanDocument;
import org.jspecify.annotations.Nullable;

/** A plan for a workflow, for people and programs. */
final class PlannedOutput {
  /** Relative excess of the copies' cost on held-out times above which a remark appears. */
  private static final double OVERRUN = 1.1;

  /** Ratio between tails of different times above which a remark appears. */
  private static final double CHANGED = 1.5;

  /** Standard deviations above the mean, up to which 95 % of a normal distribution lie. */
  private static final double DEVIATIONS = 1.645;

  private static final ObjectMapper JSON = new ObjectMapper();

  private PlannedOutput() {}

  /**
   * The plan as one JSON object on one line, as in its file. The field {@code planning} has the
   * details; readers of plans skip it.
   */
  static String json(WorkflowPlanDocument noted, Planned planned) throws IOException {
    var written = new StringWriter();
    WorkflowPlanJson.write(noted, written);
    ObjectNode json = (ObjectNode) JSON.readTree(written.toString());
    json.set("planning", JSON.readTree(of(planned).json()));
    return JSON.writeValueAsString(json);
  }

  /** The lines for people; for programs, the details of the planning. */
  static Output of(Planned planned) {
    Planned.HeldOut heldOut = planned.heldOut();
    Table<Outcome> outcomes = outcomes(planned);
    List<Map<String, @Nullable Object>> figures = outcomes.records();
    Table<BudgetPoint> budgets = budgets(planned);
    var output =
        new Output()
            .field("split", planned.method().split().option)
            .field("requests", planned.method().options().requests())
            .field("seed", planned.method().options().seed())
            .field("headline", headline(planned))
            .field("costDeviation", planned.cost().deviation())
            .field("costAtMost", planned.cost().most(DEVIATIONS))
            .field("predicted", figures.getFirst())
            .field("budgets", budgets.records())
            .line(WorkflowText.line(planned.shown().workflow()))
            .gap()
            .table(
                "stages",
                StageTable.of(
                    planned.shown(), planned.plan(), planned.tails(), planned.tried().with()));
    WorkflowText.catchUp(planned.plan().catchUp()).ifPresent(line -> output.gap().line(line));
    output.gap().table(outcomes);
    if (heldOut != null) {
      output
          .field("heldOut", figures.get(1))
          .field("heldOut.how", heldOut.how())
          .line("Held out: %s.".formatted(heldOut.how()));
    }
    return output
        .line(
            "Times are a sample: in 95 of 100 cases copies cost at most %s."
                .formatted(WorkflowText.share(planned.cost().most(DEVIATIONS))))
        .gap()
        .table(budgets.only(point -> isShown(point, planned)))
        .gap()
        .line(headline(planned));
  }

  /** Outcomes on the times of planning, and on held-out times, if there are any. */
  static List<Outcome> rows(Planned planned) {
    var rows = new ArrayList<Outcome>();
    rows.add(new Outcome("on the times it was made of", planned.tried()));
    Planned.HeldOut heldOut = planned.heldOut();
    if (heldOut != null) {
      rows.add(new Outcome("on times it had not seen", heldOut.tried()));
    }
    return rows;
  }

  private static Table<Outcome> outcomes(Planned planned) {
    return Table.of(rows(planned))
        .show("", Unit.WORDS, Outcome::requests)
        .add(
            WorkflowText.tail(planned.goal()) + " ms",
            "withoutMs",
            Unit.NUMBER,
            row -> row.tried().withoutMillis())
        .add("with", "withMs", Unit.NUMBER, row -> row.tried().withMillis())
        .add("less", "reduction", Unit.PERCENT, row -> row.tried().reduction())
        .field("meanWithoutMs", row -> row.tried().without().meanMillis())
        .field("meanWithMs", row -> row.tried().with().meanMillis())
        .field("budget", row -> row.tried().plan().goal().budget())
        .add("copies cost", "cost", Unit.SHARE, row -> row.tried().with().budgetUsed())
        .add("loss", "loss", Unit.SHARE, row -> row.tried().with().loss());
  }

  /** The gains of other budgets and other splits. */
  private static Table<BudgetPoint> budgets(Planned planned) {
    double without = planned.tried().withoutMillis();
    return Table.of(planned.budgets())
        .field("split", point -> point.split().option)
        .add("budget", "budget", Unit.PLAIN_PERCENT, BudgetPoint::budget)
        .show("split", Unit.WORDS, point -> point.split().words)
        .add(
            WorkflowText.tail(planned.goal()) + " ms",
            "tailMs",
            Unit.NUMBER,
            BudgetPoint::tailMillis)
        .show("less", Unit.WORDS, point -> WorkflowText.less(without, point.tailMillis()))
        .add("copies cost", "cost", Unit.SHARE, BudgetPoint::cost);
  }

  /** True for the plan's split at each budget, and for other splits at the plan's budget. */
  private static boolean isShown(BudgetPoint point, Planned planned) {
    return point.split() == planned.method().split() || point.budget() == planned.goal().budget();
  }

  /** Returns one sentence: the fall of the tail, and its cost. */
  static String headline(Planned planned) {
    Planned.HeldOut heldOut = planned.heldOut();
    Tried tried = heldOut == null ? planned.tried() : heldOut.tried();
    if (tried.reduction() > 0) {
      return tried.falls(planned.goal().loss() > 0, heldOut == null ? "" : ", on held-out times");
    }
    return heldOut == null
        ? tried.doesNotFall()
        : "On held-out times it does not lower the %s, which is %s there."
            .formatted(WorkflowText.tail(planned.goal()), Numbers.time(tried.withoutMillis()));
  }

  /**
   * Returns a remark if times changed during the measurement, because no plan is better than its
   * times.
   */
  static Optional<String> change(Planned planned) {
    Planned.HeldOut heldOut = planned.heldOut();
    if (heldOut == null || planned.tried().withoutMillis() == 0) {
      return Optional.empty();
    }
    double other = heldOut.tried().withoutMillis();
    double all = planned.tried().withoutMillis();
    return Math.max(other, all) > CHANGED * Math.min(other, all)
        ? Optional.of(
            "without copies, the %s is %s on held-out times and %s on the times of planning: a plan only suits times similar to its own"
                .formatted(
                    Numbers.percentile(planned.goal().percentile()),
                    Numbers.time(other),
                    Numbers.time(all)))
        : Optional.empty();
  }

  /** A remark if copies cost more than planned on held-out times. */
  static Optional<String> overrun(Planned planned) {
    Planned.HeldOut heldOut = planned.heldOut();
    if (heldOut == null) {
      return Optional.of(
          "too few times to hold some of them out: gains and costs of the plan are for the times of planning");
    }
    double cost = heldOut.tried().with().budgetUsed();
    double budget = heldOut.tried().plan().goal().budget();
    return cost > budget * OVERRUN
        ? Optional.of(
            "on held-out times, copies cost %s instead of %s: let token buckets keep the budget, or plan with --safety"
                .formatted(WorkflowText.share(cost), WorkflowText.share(budget)))
        : Optional.empty();
  }
}
