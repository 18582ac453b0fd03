package org.curtail.cli.plan;

import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.text.Columns;
import org.curtail.benchkit.text.Numbers;
import org.curtail.tune.HarmlessTable;
import org.curtail.tune.HarmlessTable.Ratios;

/** The part of a plan without harm, and the gain that remains. */
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
            "whole plan: p99",
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
        "Latency over that with one thread a request; greatest: of the mean, p1 to p99 and p99.9.");
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
    sentences.add("No harm: " + whatHarms(harmless) + " Kept of it:");
    for (HarmlessTable.Kept kept : harmless.kept().reversed()) {
      sentences.add("  " + kept(kept));
    }
    sentences.add("  No request waits for another to end. --allow-harm keeps the whole plan.");
    return sentences;
  }

  /** "the whole plan would make p94 1.71 times as long as one thread a request at load 0.70." */
  private static String whatHarms(HarmlessTable harmless) {
    HarmlessTable.Trial first =
        harmless.trials().stream()
            .filter(trial -> !trial.isPlannedHarmless())
            .findFirst()
            .orElseThrow();
    Ratios planned = first.planned();
    return "the whole plan would make the %s %.2f times as long as one thread a request at load %.2f."
        .formatted(percentile(planned), planned.worst(), first.utilisation());
  }

  /** "3 threads with at most 5 requests in the system, from 600.0 ms on with 6 to 9." */
  private static String kept(HarmlessTable.Kept kept) {
    int all = kept.delayedUpToLoad();
    int atOnce = kept.upToLoad();
    if (all == 0) {
      return "%d threads at no load.".formatted(kept.degree());
    }
    String later = "from %s ms on".formatted(Numbers.tenths(kept.delayMs()));
    if (atOnce == 0) {
      return "%d threads %s with at most %s.".formatted(kept.degree(), later, requests(all));
    }
    return "%d threads with at most %s%s."
        .formatted(
            kept.degree(),
            requests(atOnce),
            all == atOnce
                ? ""
                : ", %s with %s"
                    .formatted(
                        later, all == atOnce + 1 ? all : "%d to %d".formatted(atOnce + 1, all)));
  }

  private static String requests(int count) {
    return count == 1 ? "1 request in the system" : count + " requests in the system";
  }
}
