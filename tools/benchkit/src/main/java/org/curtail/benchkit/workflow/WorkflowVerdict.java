package org.curtail.benchkit.workflow;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.curtail.benchkit.replicas.MeasuredRuns;
import org.curtail.benchkit.results.LiveStage;
import org.curtail.benchkit.results.LiveWorkflow;
import org.curtail.benchkit.results.LiveWorkflow.Predicted;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.results.Verdict;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.text.Numbers;

/**
 * Findings on the runs of a workflow: the gain and cost of the plan, and its comparison with
 * others.
 */
final class WorkflowVerdict {
  private static final double WHOLE = 100;

  private final MeasuredRuns measured;
  private final List<Run> runs;
  private final double percentile;

  private WorkflowVerdict(MeasuredRuns measured) {
    this.measured = measured;
    runs = measured.runs();
    percentile = measured.percentile();
  }

  static Verdict of(MeasuredRuns measured) {
    var all = new WorkflowVerdict(measured);
    boolean judged = measured.canBeJudged();
    return measured.verdict(
        WorkflowContender.NONE,
        () -> all.sending().map(run -> all.sentence(run, judged)).toList(),
        all::further,
        all::headline);
  }

  private List<String> further() {
    List<Run> plans = runs.stream().filter(WorkflowVerdict::isPlan).toList();
    var details = new ArrayList<String>();
    plans.forEach(run -> details.addAll(rivals(run)));
    plans.forEach(run -> details.add(stages(run)));
    details.add(
        "Simulated figures know neither noise nor HTTP; client and servers took %s of this machine's CPU time."
            .formatted(Numbers.percent(measured.ownShare())));
    return details;
  }

  private static boolean isNone(Run run) {
    return run.policy().equals(WorkflowContender.NONE);
  }

  private static boolean isPlan(Run run) {
    return run.policy().equals(WorkflowContender.PLAN);
  }

  private Stream<Run> sending() {
    return runs.stream().filter(run -> !isNone(run));
  }

  private static LiveWorkflow live(Run run) {
    return requireNonNull(run.workflow(), run.policy());
  }

  private String headline() {
    String p = Numbers.percentile(percentile);
    List<Run> plans = runs.stream().filter(WorkflowVerdict::isPlan).toList();
    List<Run> judged = plans.isEmpty() ? sending().toList() : plans;
    Optional<Run> best =
        judged.stream()
            .filter(run -> measured.tail(run).high() < 1)
            .min(Comparator.comparingDouble(run -> measured.tail(run).value()));
    if (best.isPresent()) {
      Run run = best.get();
      return "%s lowers the %s: it has %s of that without, at %s load, for copies that cost %s%s."
          .formatted(
              capital(name(run)),
              p,
              MeasuredRuns.withInterval(measured.tail(run)),
              Numbers.percent(run.load()),
              Numbers.percent(live(run).budgetUsed()),
              live(run).loss() > 0 ? " and a loss of " + small(live(run).loss()) : "");
    }
    Optional<Run> worse = judged.stream().filter(run -> measured.tail(run).low() > 1).findFirst();
    return worse
        .map(run ->
            "%s raises the %s: it has %s times that without, at %s load."
                .formatted(
                    capital(name(run)),
                    p,
                    MeasuredRuns.withInterval(measured.tail(run)),
                    Numbers.percent(run.load())))
        .orElseGet(() ->
            "No difference is shown: at every load the interval of the %s contains that without."
                .formatted(p));
  }

  private static String name(Run run) {
    return isPlan(run) ? "the plan" : run.policy();
  }

  private static String capital(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }

  private static String small(double share) {
    return Numbers.significant(WHOLE * share) + " %";
  }

  /**
   * Returns a sentence on a contender at a load: its tail, measured and simulated, its cost and
   * loss.
   */
  private String sentence(Run run, boolean judged) {
    LiveWorkflow live = live(run);
    var parts = new ArrayList<String>();
    boolean compared = judged && !run.against().isEmpty();
    if (compared) {
      Ratio tail = measured.tail(run);
      parts.add(
          "%s %s that of %s"
              .formatted(
                  Numbers.percentile(percentile),
                  tail.differs()
                      ? MeasuredRuns.withInterval(tail) + " of"
                      : "not shown to differ from",
                  WorkflowContender.NONE));
    }
    Predicted predicted = live.predicted();
    if (predicted != null && percentile == 99) {
      Predicted underLoad = live.underLoad();
      parts.add(
          "simulated %s without queues%s"
              .formatted(
                  Numbers.ratio(predicted.p99Ratio()),
                  underLoad == null
                      ? ""
                      : ", %s with them".formatted(Numbers.ratio(underLoad.p99Ratio()))));
    }
    Double budget = live.budget();
    String cost =
        "copies cost %s ± %s %%"
            .formatted(
                Numbers.hundredths(WHOLE * live.budgetUsed()),
                Numbers.hundredths(WHOLE * live.budgetTwoErrors()));
    parts.add(
        budget == null
            ? cost + ", without a budget"
            : "%s, %s the budget of %s"
                .formatted(
                    cost, live.exceedsBudget() ? "above" : "within", Numbers.percent(budget)));
    if (live.loss() > 0) {
      parts.add("lost " + small(live.loss()) + " of the answers");
    }
    return "%s at %s load: %s."
        .formatted(run.policy(), Numbers.percent(run.load()), String.join("; ", parts));
  }

  /** Returns comparisons of the plan with contenders of the same cost, or set by hand. */
  private List<String> rivals(Run plan) {
    return plan.against().stream()
        .filter(comparison -> !comparison.baseline().equals(WorkflowContender.NONE))
        .map(comparison -> {
          Ratio ratio = measured.tail(comparison);
          return "Against %s the plan has %s of the %s at %s load%s."
              .formatted(
                  comparison.baseline(),
                  MeasuredRuns.withInterval(ratio),
                  Numbers.percentile(percentile),
                  Numbers.percent(plan.load()),
                  ratio.differs() ? "" : ": no difference is shown");
        })
        .toList();
  }

  /** Returns a sentence on the copies of each stage, compared with the plan. */
  private static String stages(Run plan) {
    List<LiveStage> above = live(plan).stages().stream().filter(LiveStage::exceedsPlan).toList();
    int kept = live(plan).stages().stream().mapToInt(LiveStage::overBudget).sum();
    int byLoad = live(plan).stages().stream().mapToInt(LiveStage::overLoad).sum();
    String back =
        "kept back: %s by budgets, %s by load guards"
            .formatted(Numbers.count(kept), Numbers.count(byLoad));
    if (above.isEmpty()) {
      return "At %s load every stage sent no more copies than planned (%s)."
          .formatted(Numbers.percent(plan.load()), back);
    }
    return "At %s load %s sent more copies than planned (%s)."
        .formatted(
            Numbers.percent(plan.load()),
            String.join(
                ", ",
                above.stream()
                    .map(stage ->
                        "%s %s instead of %s"
                            .formatted(
                                stage.name(),
                                small(stage.share()),
                                small(requireNonNull(stage.planned()))))
                    .toList()),
            back);
  }
}
