package org.curtail.cli.bench.opensearch;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.curtail.benchkit.replicas.MeasuredRuns;
import org.curtail.benchkit.results.Comparison;
import org.curtail.benchkit.results.Interruption;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.results.Verdict;
import org.curtail.benchkit.results.Verdict.Outcome;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.text.Numbers;

/** The verdict on runs on a cluster: does the plugin make searches faster or slower? */
final class ClusterVerdict {
  private static final int MOST_IN_HEADLINE = 2;

  private ClusterVerdict() {}

  /**
   * The verdict.
   *
   * @param circumstances remarks on the trustworthiness of the figures, a sentence each
   */
  static Verdict of(MeasuredRuns measured, List<String> circumstances) {
    var details = new ArrayList<String>();
    measured.stopped().map(Interruption::sentence).ifPresent(details::add);
    details.addAll(circumstances);
    Optional<Verdict> failed = measured.whyVoid(details);
    if (failed.isPresent()) {
      return failed.get();
    }
    List<Run> runs = measured.runs();
    int checked = runs.stream().mapToInt(run -> run.checks().checked()).sum();
    int different = runs.stream().mapToInt(run -> run.checks().mismatches()).sum();
    if (different > 0) {
      return new Verdict(
          "These results are void: %s of %s answers differ from those of OpenSearch without the plugin, as of %s."
              .formatted(
                  Numbers.count(different),
                  Numbers.count(checked),
                  runs.stream()
                      .filter(run -> run.checks().mismatches() > 0)
                      .map(Run::policy)
                      .findFirst()
                      .orElseThrow()),
          details,
          Outcome.VOID);
    }
    details.add(
        "All %s answers were those of OpenSearch without the plugin: hits, scores, totals and aggregations."
            .formatted(Numbers.count(checked)));
    List<Run> compared = compared(runs);
    if (compared.isEmpty()) {
      return new Verdict(
          "No verdict: that takes two of --policies, one of them stock-, and two blocks.",
          details,
          Outcome.NOTHING_TO_COMPARE);
    }
    Optional<Verdict> open = measured.notJudged(details);
    return open.orElseGet(() -> judged(measured, compared, details));
  }

  /** Runs of the plugin; without it, of OpenSearch's own modes. */
  private static List<Run> compared(List<Run> runs) {
    List<Run> all = runs.stream().filter(run -> !run.against().isEmpty()).toList();
    List<Run> plugin =
        all.stream().filter(run -> !run.policy().startsWith(ClusterContender.STOCK)).toList();
    return plugin.isEmpty() ? all : plugin;
  }

  private static Verdict judged(MeasuredRuns measured, List<Run> compared, List<String> details) {
    String tail = Numbers.percentile(measured.percentile());
    var shown = new ArrayList<Shown>();
    int comparisons = 0;
    for (Run run : compared) {
      for (Comparison with : run.against()) {
        Ratio mean = with.mean();
        Ratio high = measured.tail(with);
        comparisons += 2;
        details.add(
            "At load %s, %s has of %s's latency: mean %s, %s %s."
                .formatted(
                    Numbers.significant(run.load()),
                    run.policy(),
                    with.baseline(),
                    MeasuredRuns.withInterval(mean),
                    tail,
                    MeasuredRuns.withInterval(high)));
        shown(run, with, "mean", mean).ifPresent(shown::add);
        shown(run, with, tail, high).ifPresent(shown::add);
      }
    }
    details.add(Verdict.chance(comparisons));
    return new Verdict(
        shown.isEmpty()
            ? "No difference is shown at any load, neither in the mean nor at the %s."
                .formatted(tail)
            : headline(shown),
        details,
        shown.isEmpty() ? Outcome.NO_DIFFERENCE : Outcome.DIFFERENCE);
  }

  /** The greatest differences; a headline of all would be a page. */
  private static String headline(List<Shown> shown) {
    String greatest =
        shown.stream()
            .sorted(Comparator.comparingDouble(Shown::size).reversed())
            .limit(MOST_IN_HEADLINE)
            .map(Shown::words)
            .collect(Collectors.joining("; "));
    int more = shown.size() - MOST_IN_HEADLINE;
    return more <= 0
        ? "Shown are: %s.".formatted(greatest)
        : "Shown are: %s; and %d more differences that are smaller.".formatted(greatest, more);
  }

  /**
   * A shown difference.
   *
   * @param size of the logarithm of the ratio
   */
  private record Shown(String words, double size) {}

  private static Optional<Shown> shown(Run run, Comparison with, String figure, Ratio ratio) {
    return ratio.differs()
        ? Optional.of(
            new Shown(
                "%s %s the %s of %s to %s at load %s"
                    .formatted(
                        run.policy(),
                        ratio.value() < 1 ? "lowers" : "raises",
                        figure,
                        with.baseline(),
                        Numbers.ratio(ratio.value()),
                        Numbers.significant(run.load())),
                Math.abs(Math.log(ratio.value()))))
        : Optional.empty();
  }
}
