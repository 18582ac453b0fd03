package org.curtail.cli.workflow;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.curtail.benchkit.text.Columns;
import org.curtail.benchkit.text.Numbers;
import org.curtail.reissue.Reissue;
import org.curtail.workflow.PartialAnswer;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StagePlan;

/** A plan for a workflow, in words. */
final class PlannedText {
  /** By how much copies may cost more on other times without a word about it. */
  private static final double OVERRUN = 1.1;

  /** How many times as long a tail may be on other times without a word about it. */
  private static final double CHANGED = 1.5;

  /** Of a normal variable, 95 % are below that many. */
  static final double DEVIATIONS = 1.645;

  private final Planned planned;
  private final String tail;

  private PlannedText(Planned planned) {
    this.planned = planned;
    this.tail = Numbers.percentile(planned.goal().percentile());
  }

  /** What each stage does. */
  static List<String> stages(Planned planned) {
    return new PlannedText(planned).stages();
  }

  /** What it brings and costs. */
  static List<String> gain(Planned planned) {
    return new PlannedText(planned).gain();
  }

  /** What other budgets and other splits would bring. */
  static List<String> others(Planned planned) {
    return new PlannedText(planned).others();
  }

  /** One sentence: by how much the tail falls, and for what. */
  static String headline(Planned planned) {
    return new PlannedText(planned).headline();
  }

  private List<String> stages() {
    var rows = new ArrayList<List<String>>();
    boolean loses = planned.plan().stages().stream().anyMatch(stage -> stage.partial().mayLose());
    rows.add(header(loses));
    double[] shares = Drawings.budgetShares(planned.shown().workflow(), planned.plan());
    for (int i = 0; i < shares.length; i++) {
      rows.add(row(i, shares[i], loses));
    }
    var lines = new ArrayList<>(Columns.aligned(rows));
    WorkflowText.catchUp(planned.plan().catchUp())
        .ifPresent(line -> {
          lines.add("");
          lines.add(line);
        });
    return lines;
  }

  private List<String> header(boolean loses) {
    var header =
        new ArrayList<>(
            List.of(
                "stage",
                "cost",
                "again after ms",
                "probability",
                "copies",
                "of the budget",
                tail + " ms",
                "with"));
    if (loses) {
      header.add("stops waiting after");
      header.add("loss");
    }
    return header;
  }

  private List<String> row(int index, double share, boolean loses) {
    Stage stage = planned.shown().workflow().stages().get(index);
    StagePlan plan = planned.plan().stages().get(index);
    Reissue copy = WorkflowText.copy(plan.policy());
    boolean sends = copy.probability() > 0;
    var row = new ArrayList<String>();
    row.add(stage.name());
    row.add(Numbers.significant(stage.cost()));
    row.add(sends ? Numbers.significant(copy.delayMillis()) : WorkflowText.NOTHING);
    row.add(sends ? probability(copy) : WorkflowText.NOTHING);
    row.add(sends ? WorkflowText.share(plan.reissueFraction()) : WorkflowText.NOTHING);
    row.add(sends ? Numbers.percent(share) : WorkflowText.NOTHING);
    row.add(Numbers.significant(planned.shown().tails().get(index).tailMillis()));
    row.add(Numbers.significant(planned.tails().get(index).tailMillis()));
    if (loses) {
      row.add(stops(plan.partial()));
      row.add(WorkflowText.share(planned.tried().with().loss(index)));
    }
    return row;
  }

  private static String probability(Reissue copy) {
    return copy.probability() == 1 ? "1" : Numbers.significant(copy.probability());
  }

  /** When a stage stops waiting: after a time, or a time after a share of the answers. */
  static String stops(PartialAnswer partial) {
    if (!partial.mayLose()) {
      return WorkflowText.NOTHING;
    }
    var rules = new ArrayList<String>();
    if (partial.extraMillis() < Double.POSITIVE_INFINITY) {
      rules.add(
          "%s after %s"
              .formatted(Numbers.time(partial.extraMillis()), Numbers.percent(partial.fraction())));
    }
    if (partial.cutoffMillis() < Double.POSITIVE_INFINITY) {
      rules.add(Numbers.time(partial.cutoffMillis()));
    }
    return String.join(", or ", rules);
  }

  private List<String> gain() {
    var rows = new ArrayList<List<String>>();
    rows.add(List.of("", tail + " ms", "with", "less", "copies cost", "loss"));
    rows.add(row("on the times it was made of", planned.tried()));
    Planned.HeldOut heldOut = planned.heldOut();
    if (heldOut != null) {
      rows.add(row("on times it had not seen", heldOut.tried()));
    }
    var lines = new ArrayList<>(Columns.aligned(rows));
    if (heldOut != null) {
      lines.add("Not seen: %s.".formatted(heldOut.how()));
    }
    lines.add(
        "Times are a sample: in 95 of 100 cases copies cost at most %s."
            .formatted(WorkflowText.share(planned.cost().most(DEVIATIONS))));
    return lines;
  }

  private static List<String> row(String what, Tried tried) {
    return List.of(
        what,
        Numbers.significant(tried.withoutMillis()),
        Numbers.significant(tried.withMillis()),
        WorkflowText.less(tried.withoutMillis(), tried.withMillis()),
        WorkflowText.share(tried.with().budgetUsed()),
        WorkflowText.share(tried.with().loss()));
  }

  private List<String> others() {
    double without = planned.tried().withoutMillis();
    var rows = new ArrayList<List<String>>();
    rows.add(List.of("budget", "split", tail + " ms", "less", "copies cost"));
    planned.ofItsSplit().forEach(point -> rows.add(row(point, without)));
    planned.opponents().forEach(point -> rows.add(row(point, without)));
    return Columns.aligned(rows);
  }

  private static List<String> row(BudgetPoint point, double without) {
    return List.of(
        Numbers.plain(100 * point.budget()) + " %",
        point.split().words,
        Numbers.significant(point.tailMillis()),
        WorkflowText.less(without, point.tailMillis()),
        WorkflowText.share(point.cost()));
  }

  private String headline() {
    Planned.HeldOut heldOut = planned.heldOut();
    Tried tried = heldOut == null ? planned.tried() : heldOut.tried();
    if (tried.reduction() > 0) {
      return TriedText.falls(
          tried,
          planned.goal().loss() > 0,
          heldOut == null ? "" : ", on times that the plan had not seen");
    }
    return heldOut == null
        ? TriedText.doesNotFall(tried)
        : "On times that the plan had not seen, it does not lower the %s, which is %s there."
            .formatted(tail, Numbers.time(tried.withoutMillis()));
  }

  /** That times changed while they were measured, if they did: no plan is better than its times. */
  static Optional<String> change(Planned planned) {
    Planned.HeldOut heldOut = planned.heldOut();
    if (heldOut == null || planned.tried().withoutMillis() == 0) {
      return Optional.empty();
    }
    double other = heldOut.tried().withoutMillis();
    double all = planned.tried().withoutMillis();
    return Math.max(other, all) > CHANGED * Math.min(other, all)
        ? Optional.of(
            "without copies, the %s is %s on the times that the plan had not seen and %s on those it was made of: a plan fits only times like those it was made of"
                .formatted(
                    Numbers.percentile(planned.goal().percentile()),
                    Numbers.time(other),
                    Numbers.time(all)))
        : Optional.empty();
  }

  /** That copies cost more than planned on other times, if they do. */
  static Optional<String> overrun(Planned planned) {
    Planned.HeldOut heldOut = planned.heldOut();
    if (heldOut == null) {
      return Optional.of(
          "too few times to hold some of them out: what the plan brings and costs is told from the times it was made of");
    }
    double cost = heldOut.tried().with().budgetUsed();
    double budget = heldOut.tried().plan().goal().budget();
    return cost > budget * OVERRUN
        ? Optional.of(
            "on times that the plan had not seen, copies cost %s instead of %s: let token buckets keep the budget, or plan with --safety"
                .formatted(WorkflowText.share(cost), WorkflowText.share(budget)))
        : Optional.empty();
  }
}
