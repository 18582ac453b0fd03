package org.curtail.benchkit.workflow;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.curtail.benchkit.replicas.LatencyCells;
import org.curtail.benchkit.results.Interruption;
import org.curtail.benchkit.results.LiveStage;
import org.curtail.benchkit.results.LiveWorkflow;
import org.curtail.benchkit.results.LiveWorkflow.Predicted;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.results.SampleSize;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.jspecify.annotations.Nullable;

/** Tables of the runs of a workflow: a row for each contender and load, and one for each stage. */
public final class WorkflowText {
  private static final double WHOLE = 100;

  private WorkflowText() {}

  /** True if the results contain runs of a workflow. */
  public static boolean isIn(Results results) {
    return results.runs().stream().anyMatch(run -> run.workflow() != null);
  }

  /** Returns the lines of the tables. */
  public static List<String> lines(Results results) {
    var lines = new ArrayList<>(Interruption.around(table(results).lines(), results.interrupted()));
    lines.addAll(SampleSize.remarks(SampleSize.TOO_FEW, results.runs(), LatencyCells.PERCENTILES));
    lines.add(
        "Times in ms, from when a request was due. The ratio is of the p99 to that of none, with its 95 % interval: below 1 is faster. Beside it the simulated one, without queues and with them; neither knows noise and HTTP.");
    lines.add(
        "Copies: their cost in % of that of first visits, with two standard errors; lost, the % of the answers not waited for.");
    lostConnections(results).ifPresent(lines::add);
    results.runs().stream()
        .filter(run -> run.policy().equals(WorkflowContender.PLAN))
        .forEach(run -> {
          lines.add("");
          lines.add("The stages with the plan, at %s load".formatted(Numbers.percent(run.load())));
          lines.addAll(LiveStage.table(requireNonNull(run.workflow()).stages()).lines());
        });
    return lines;
  }

  /**
   * Returns a line on calls that were sent again after a lost connection; empty if there are none.
   */
  private static Optional<String> lostConnections(Results results) {
    String counts =
        results.runs().stream()
            .filter(run -> lost(run) > 0)
            .map(run ->
                "%s %s at %s load"
                    .formatted(run.policy(), Numbers.count(lost(run)), Numbers.percent(run.load())))
            .collect(Collectors.joining("; "));
    return counts.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Calls sent anew, for the end of a cancelled one took their connection along: %s."
                .formatted(counts));
  }

  private static int lost(Run run) {
    Integer lost = requireNonNull(run.workflow()).lostConnections();
    return lost == null ? 0 : lost;
  }

  private static Table<Run> table(Results results) {
    return LatencyCells.table(results)
        .show("simulated", Unit.DECIMAL, run -> ratio(live(run).predicted()))
        .absent("")
        .show("with queues", Unit.DECIMAL, run -> ratio(live(run).underLoad()))
        .absent("")
        .show("copies", Unit.DECIMAL, run -> WHOLE * live(run).budgetUsed())
        .show("±", Unit.DECIMAL, run -> WHOLE * live(run).budgetTwoErrors())
        .show("budget", Unit.PLAIN, run -> budget(live(run)))
        .absent("")
        .show("lost", Unit.NUMBER, run -> WHOLE * live(run).loss());
  }

  private static LiveWorkflow live(Run run) {
    return requireNonNull(run.workflow());
  }

  private static @Nullable Double ratio(@Nullable Predicted predicted) {
    return predicted == null ? null : predicted.p99Ratio();
  }

  private static @Nullable Double budget(LiveWorkflow live) {
    Double budget = live.budget();
    return budget == null ? null : WHOLE * budget;
  }
}
