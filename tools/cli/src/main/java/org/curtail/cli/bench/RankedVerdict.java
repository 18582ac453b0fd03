package org.curtail.cli.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.curtail.benchkit.openloop.ContenderName;
import org.curtail.benchkit.results.Comparison;
import org.curtail.benchkit.results.Quality;
import org.curtail.benchkit.results.RankedFigures;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.results.Verdict;
import org.curtail.benchkit.search.Workload;
import org.curtail.lucene.ranked.ChunkSharing;
import org.jspecify.annotations.Nullable;

/** The verdict on searches in order of importance, in plain words. */
final class RankedVerdict {
  private RankedVerdict() {}

  /**
   * The verdict with findings on searches in order of importance; unchanged without such searches.
   */
  static Verdict added(Verdict verdict, List<Run> runs, Workload workload) {
    return workload
        .ranked()
        .map(ranked ->
            verdict.with(
                details(runs, ranked.index().settings().sharing(), ranked.askedLossRate())))
        .orElse(verdict);
  }

  /**
   * The findings, a sentence each.
   *
   * @param sharing of policies whose name has none
   * @param askedLossRate share of queries that may lose a hit; empty if not given
   */
  static List<String> details(List<Run> runs, ChunkSharing sharing, OptionalDouble askedLossRate) {
    var details = new ArrayList<String>();
    details.addAll(quality(runs));
    details.addAll(speculation(runs, sharing.name().toLowerCase(Locale.ROOT)));
    details.addAll(siblings(runs));
    details.addAll(loss(runs, askedLossRate));
    return details;
  }

  private static List<String> quality(List<Run> runs) {
    var noWorse = new ArrayList<String>();
    var worse = new ArrayList<String>();
    byPolicy(runs, RankedFigures::quality)
        .forEach((policy, qualities) -> {
          if (qualities.values().stream().allMatch(Quality::reachesSequential)) {
            noWorse.add(policy);
          }
          qualities.forEach((load, quality) -> {
            if (!quality.reachesSequential()) {
              worse.add(
                  "Response quality of %s is below that of sequential search at load %s: %+.3f %% by proportional, %+.3f %% by exponential weights."
                      .formatted(
                          policy,
                          Verdicts.plain(load),
                          100 * quality.proportional(),
                          100 * quality.exponential()));
            }
          });
        });
    var lines = new ArrayList<String>();
    if (!noWorse.isEmpty()) {
      lines.add(
          "Response quality is at least that of sequential search at every load: %s."
              .formatted(String.join(", ", noWorse)));
    }
    lines.addAll(worse);
    return lines;
  }

  private static List<String> speculation(List<Run> runs, String sharing) {
    Map<String, Map<Double, Double>> shares = byPolicy(runs, RankedFigures::speculativeShare);
    if (shares.isEmpty()) {
      return List.of();
    }
    Map<String, Map<Double, Integer>> beyond =
        byPolicy(runs, RankedFigures::mostChunksBeyondSequential);
    var parts = new ArrayList<String>();
    shares.forEach((policy, byLoad) ->
        parts.add(
            "%s %.2f %% (at most %d more)"
                .formatted(
                    policy,
                    100 * greatest(byLoad),
                    (int) greatest(beyond.getOrDefault(policy, Map.of())))));
    return List.of(
        ("Speculative work, chunks that sequential search does not visit, as a share of all"
                + " visited, at the worst load, and how many more a request visits: %s. Sharing is %s unless the name says otherwise.")
            .formatted(String.join(", ", parts), sharing));
  }

  private static double greatest(Map<Double, ? extends Number> byLoad) {
    return byLoad.values().stream().mapToDouble(Number::doubleValue).max().orElse(0);
  }

  /** Comparisons of the same policy with different ways to share. */
  private static List<String> siblings(List<Run> runs) {
    var lines = new ArrayList<String>();
    for (Run run : runs) {
      for (Comparison comparison : run.against()) {
        if (ContenderName.areSiblings(run.policy(), comparison.baseline())) {
          lines.add(
              "%s against %s at load %s: mean %s, p95 %s."
                  .formatted(
                      run.policy(),
                      comparison.baseline(),
                      Verdicts.plain(run.load()),
                      Verdicts.inWords(comparison.mean()),
                      Verdicts.inWords(comparison.p95())));
        }
      }
    }
    return lines;
  }

  private static List<String> loss(List<Run> runs, OptionalDouble asked) {
    var answers = new LinkedHashMap<String, Integer>();
    runs.forEach(run -> answers.merge(run.policy(), run.checks().checked(), Integer::sum));
    var lines = new ArrayList<String>();
    byPolicy(runs, RankedFigures::lost)
        .forEach((policy, byLoad) -> {
          int lost = byLoad.values().stream().mapToInt(Integer::intValue).sum();
          int compared = answers.getOrDefault(policy, 0);
          double share = (double) lost / Math.max(compared, 1);
          lines.add(
              "%s lacks a hit in %,d of %,d answers, %.2f %%%s."
                  .formatted(
                      policy,
                      lost,
                      compared,
                      100 * share,
                      asked.isEmpty() ? "" : against(asked.getAsDouble(), share)));
        });
    return lines;
  }

  /**
   * Compares the loss rate with the one asked for, without an interval: the same queries run many
   * times, and some were learned from.
   */
  private static String against(double asked, double share) {
    return ", %s the %s %% that were asked for"
        .formatted(share < asked ? "below" : "not below", Verdicts.plain(100 * asked));
  }

  /** A figure of runs, by policy and load; runs without it are left out. */
  private static <T> Map<String, Map<Double, T>> byPolicy(
      List<Run> runs, Function<RankedFigures, @Nullable T> part) {
    var found = new LinkedHashMap<String, Map<Double, T>>();
    for (Run run : runs) {
      RankedFigures ranked = run.ranked();
      T value = ranked == null ? null : part.apply(ranked);
      if (value != null) {
        found.computeIfAbsent(run.policy(), policy -> new LinkedHashMap<>()).put(run.load(), value);
      }
    }
    return found;
  }
}
