package org.curtail.cli.plan;

import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.text.Columns;
import org.curtail.benchkit.text.Numbers;
import org.curtail.tune.HarmlessTable;
import org.curtail.tune.HarmlessTable.Ratios;

/** What of a plan was given up so that it does no harm, and what is left of its gain. */
public final class NoHarmText {
  private NoHarmText() {}

  /** The lines: sentences, and a small table of ratios. */
  public static List<String> lines(HarmlessTable harmless) {
    var cells = new ArrayList<List<String>>();
    cells.add(
        List.of(
            "simulated load",
            "mean",
            "p50",
            "p95",
            "p99",
            "p99.9",
            "greatest",
            "all of the plan: p99",
            "greatest"));
    for (HarmlessTable.Trial trial : harmless.trials()) {
      Ratios ratios = trial.ratios();
      cells.add(
          List.of(
              "%.2f".formatted(trial.utilisation()),
              "%.2f".formatted(ratios.mean()),
              "%.2f".formatted(ratios.p50()),
              "%.2f".formatted(ratios.p95()),
              "%.2f".formatted(ratios.p99()),
              "%.2f".formatted(ratios.p999()),
              greatest(ratios),
              "%.2f".formatted(trial.planned().p99()),
              greatest(trial.planned())));
    }
    var lines = new ArrayList<>(sentences(harmless));
    lines.addAll(Columns.aligned(cells));
    lines.add(
        "Latencies over those of sequential requests, each the mean of several runs; greatest: of the mean"
            + " and of the percentiles 1 to 99 and 99.9.");
    return lines;
  }

  private static String greatest(Ratios ratios) {
    return "%.2f %s".formatted(ratios.worst(), percentile(ratios));
  }

  private static String percentile(Ratios ratios) {
    return ratios.worstPercentile() == Ratios.MEAN
        ? "mean"
        : "p" + Numbers.exact(ratios.worstPercentile());
  }

  private static List<String> sentences(HarmlessTable harmless) {
    if (harmless.isPlanned()) {
      return List.of("No harm: all of the plan is kept.");
    }
    var sentences = new ArrayList<String>();
    sentences.add("No harm: " + whatHarms(harmless) + " Given up:");
    for (HarmlessTable.Kept kept : harmless.kept().reversed()) {
      sentences.add("  " + givenUp(kept));
    }
    sentences.add("  No request waits for another to end. --allow-harm keeps the whole plan.");
    return sentences;
  }

  /** "the whole plan would make the p94 1.71 times that of sequential requests at load 0.70." */
  private static String whatHarms(HarmlessTable harmless) {
    HarmlessTable.Trial first =
        harmless.trials().stream()
            .filter(trial -> !trial.isPlannedHarmless())
            .findFirst()
            .orElseThrow();
    Ratios planned = first.planned();
    return "the whole plan would make the %s %.2f times that of sequential requests at load %.2f."
        .formatted(percentile(planned), planned.worst(), first.utilisation());
  }

  private static String givenUp(HarmlessTable.Kept kept) {
    if (kept.delayedUpToLoad() == 0) {
      return "%d threads at all loads.".formatted(kept.degree());
    }
    String later =
        "%d threads from %d requests in the system on"
            .formatted(kept.degree(), kept.delayedUpToLoad() + 1);
    if (kept.delayedUpToLoad() == kept.upToLoad()) {
      return later + ".";
    }
    return "%s, and %s in the first %s ms of a request."
        .formatted(
            later,
            kept.upToLoad() == 0 ? "below" : "from %d on".formatted(kept.upToLoad() + 1),
            Numbers.tenths(kept.delayMs()));
  }
}
