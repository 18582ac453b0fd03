package org.curtail.app.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.curtail.app.results.Comparison;
import org.curtail.app.results.Comparison.Ratio;
import org.curtail.app.results.Noise;
import org.curtail.app.results.RankedFigures;
import org.curtail.app.results.Run;
import org.curtail.app.results.Verdict;
import org.curtail.app.steps.StepsVerdict;
import org.curtail.app.trust.BusyMachine;

/**
 * Says in plain words what the runs show, and no more: where an interval covers no difference, that
 * none is shown.
 *
 * <p>The subject is {@code few-to-many}, or the last policy that is no baseline; it is held against
 * the best of what a user would have without curtail, chosen for each load and figure by hindsight.
 */
final class Verdicts {
  private static final String PREFERRED_SUBJECT = "few-to-many";
  private static final String VOID =
      "These results are void: requests failed, or answers differ from plain Lucene's.";

  /** A capacity that varied by more than this makes absolute times unfit for comparison. */
  private static final double STEADY_CAPACITY = 1.25;

  private Verdicts() {}

  private static final double NOTEWORTHY_LATENESS_MS = 1;

  /** With fewer blocks no interval means anything. */
  private static final int FEWEST_BLOCKS = 5;

  /**
   * The verdict on all runs.
   *
   * @param blocks how many blocks each run has
   * @param luceneSlices in how many parts plain Lucene shares out a search of this index
   */
  static Verdict of(List<Run> runs, Noise noise, int blocks, int luceneSlices) {
    var details = new ArrayList<String>();
    String headline = "There is nothing to compare: name a policy and a baseline.";
    List<Run> subject = subject(runs);
    if (isVoid(runs)) {
      headline = VOID;
    } else if (blocks < FEWEST_BLOCKS) {
      headline =
          "No verdict: %d blocks are too few to tell a difference from chance; give at least %d."
              .formatted(blocks, FEWEST_BLOCKS);
    } else if (BusyMachine.forbidsVerdict(noise)) {
      headline = taken(noise);
    } else if (!subject.isEmpty()) {
      headline = headline(subject);
      for (Run run : subject) {
        Comparison comparison = run.against().getLast();
        details.add(
            "At load %s: mean %s, p95 %s, p99 %s."
                .formatted(
                    plain(run.load()),
                    inWords(comparison.mean()),
                    inWords(comparison.p95()),
                    run.hasTail()
                        ? inWords(comparison.p99())
                        : "not judged, %,d requests have too few beyond it"
                            .formatted(run.requests())));
      }
      int comparisons = subject.size() * FIGURES.size();
      details.add(
          "These are %d comparisons at 95 %% each: about one in twenty shows a difference by chance."
              .formatted(comparisons));
    }
    details.addAll(circumstances(runs, noise, luceneSlices));
    return new Verdict(headline, details);
  }

  /** The verdict on a load that changes, which says nothing of exactness or the machine yet. */
  static Verdict ofSteps(
      Verdict shown, int repeats, List<Run> runs, Noise noise, int luceneSlices) {
    String headline = shown.headline();
    if (isVoid(runs)) {
      headline = VOID;
    } else if (repeats >= StepsVerdict.FEWEST_REPEATS && BusyMachine.forbidsVerdict(noise)) {
      headline = taken(noise);
    }
    // What the steps show does not count where the headline is another.
    var details = new ArrayList<>(headline.equals(shown.headline()) ? shown.details() : List.of());
    details.addAll(circumstances(runs, noise, luceneSlices));
    return new Verdict(headline, details);
  }

  private static String taken(Noise noise) {
    return "No verdict: other processes took %.0f %% of the machine; run again when it is quiet."
        .formatted(noise.stolenShare() * 100);
  }

  /** What makes the runs worth more or less: a sentence each. */
  private static List<String> circumstances(List<Run> runs, Noise noise, int luceneSlices) {
    var details = new ArrayList<String>();
    details.add(exactness(runs));
    lateness(runs).ifPresent(details::add);
    if (luceneSlices == 1 && runs.stream().anyMatch(run -> run.policy().startsWith("lucene-"))) {
      details.add(
          "Lucene's own concurrency has nothing to share here: by its defaults this index is one"
              + " slice.");
    }
    if (BusyMachine.isNoteworthy(noise)) {
      details.add(
          "Other processes took %.0f %% of the machine's CPU time."
              .formatted(noise.stolenShare() * 100));
    }
    double swing = noise.capacityGreatestRps() / noise.capacityLeastRps();
    if (swing > STEADY_CAPACITY) {
      details.add(
          ("The machine's sequential capacity moved between %.0f and %.0f requests/s from probe to"
                  + " probe, partly with the queries drawn: trust the paired ratios, not single"
                  + " times.")
              .formatted(noise.capacityLeastRps(), noise.capacityGreatestRps()));
    }
    return details;
  }

  private static boolean isVoid(List<Run> runs) {
    return runs.stream().anyMatch(run -> run.failed() > 0 || run.mismatches() > 0);
  }

  private static List<Run> subject(List<Run> runs) {
    List<Run> compared = runs.stream().filter(run -> !run.against().isEmpty()).toList();
    String name =
        compared.stream()
            .map(Run::policy)
            .filter(policy -> !Contenders.isBaseline(policy))
            .reduce((first, second) -> first.equals(PREFERRED_SUBJECT) ? first : second)
            .or(() -> compared.stream().map(Run::policy).reduce((first, second) -> second))
            .orElse("");
    return compared.stream().filter(run -> run.policy().equals(name)).toList();
  }

  private static String headline(List<Run> subject) {
    String name = subject.getFirst().policy();
    String baseline = subject.getFirst().against().getLast().baseline();
    var found = new ArrayList<String>();
    for (Figure figure : FIGURES) {
      change(subject, figure, true, "lowers").ifPresent(found::add);
      change(subject, figure, false, "raises").ifPresent(found::add);
    }
    if (found.isEmpty()) {
      return "No difference is shown between %s and the %s at any load, neither in the mean nor in the tail."
          .formatted(name, baseline);
    }
    boolean tail =
        found.stream().anyMatch(change -> change.contains("p99"))
            || subject.stream().noneMatch(Run::hasTail);
    return "Against the %s, %s %s%s."
        .formatted(
            baseline,
            name,
            String.join("; it ", found),
            tail ? "" : "; at p99 no difference is shown");
  }

  private record Figure(String name, Function<Comparison, Ratio> ratio, Predicate<Run> judged) {}

  private static final List<Figure> FIGURES =
      List.of(
          new Figure("p99", Comparison::p99, Run::hasTail),
          new Figure("p95", Comparison::p95, run -> true),
          new Figure("the mean", Comparison::mean, run -> true));

  private static Optional<String> change(
      List<Run> subject, Figure figure, boolean lower, String verb) {
    record Change(double load, Ratio ratio) {}
    List<Change> changes =
        subject.stream()
            .filter(figure.judged)
            .map(run -> new Change(run.load(), figure.ratio.apply(run.against().getLast())))
            .filter(change -> change.ratio.differs() && change.ratio.value() < 1 == lower)
            .toList();
    if (changes.isEmpty()) {
      return Optional.empty();
    }
    double most =
        changes.stream().mapToDouble(c -> Math.abs(1 - c.ratio.value())).max().orElseThrow();
    String loads = String.join(", ", changes.stream().map(change -> plain(change.load)).toList());
    return Optional.of(
        "%s %s by %s%.0f %% at load %s"
            .formatted(verb, figure.name, changes.size() > 1 ? "up to " : "", most * 100, loads));
  }

  static String inWords(Ratio ratio) {
    return ratio.differs()
        ? "%s (%s to %s)"
            .formatted(change(ratio.value()), change(ratio.low()), change(ratio.high()))
        : "no difference shown (%s to %s)".formatted(change(ratio.low()), change(ratio.high()));
  }

  private static String change(double ratio) {
    long percent = Math.round(Math.abs(ratio - 1) * 100);
    return percent == 0 ? "equal" : percent + " % " + (ratio < 1 ? "lower" : "higher");
  }

  /**
   * How late the generator handed requests over, if that is worth a word. It is part of their
   * latency, and depends on the contender: with more busy threads than cores the generator waits
   * for a core too, unless busy threads look for arrivals themselves, as curtail's do between
   * chunks.
   */
  private static Optional<String> lateness(List<Run> runs) {
    var latestMs = new LinkedHashMap<String, Double>();
    runs.forEach(run -> latestMs.merge(run.policy(), run.latenessP99Ms(), Math::max));
    if (latestMs.values().stream().allMatch(ms -> ms < NOTEWORTHY_LATENESS_MS)) {
      return Optional.empty();
    }
    return Optional.of(
        latestMs.entrySet().stream()
            .map(late -> "%s %.1f ms".formatted(late.getKey(), late.getValue()))
            .collect(
                Collectors.joining(
                    ", ",
                    "Requests were handed over late, which counts in their latency; 99th percentile"
                        + " at the worst load: ",
                    ".")));
  }

  private static String exactness(List<Run> runs) {
    int checked = runs.stream().mapToInt(Run::checked).sum();
    int mismatches = runs.stream().mapToInt(Run::mismatches).sum();
    int failed = runs.stream().mapToInt(Run::failed).sum();
    if (failed > 0 || mismatches > 0) {
      return "%d requests failed and %d of %d answers differ from plain Lucene's."
          .formatted(failed, mismatches, checked);
    }
    int lost = runs.stream().mapToInt(Verdicts::lost).sum();
    return lost == 0
        ? "All %,d answers had exactly plain Lucene's top hits and scores.".formatted(checked)
        : "%,d of %,d answers lack hits, as probable termination may; all others had exactly plain Lucene's top hits and scores."
            .formatted(lost, checked);
  }

  private static int lost(Run run) {
    RankedFigures ranked = run.ranked();
    Integer lost = ranked == null ? null : ranked.lost();
    return lost == null ? 0 : lost;
  }

  static String plain(double load) {
    return "%.4g".formatted(load).replaceAll("0+$", "").replaceAll("\\.$", "");
  }
}
