package org.curtail.cli.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.curtail.benchkit.openloop.ContenderName;
import org.curtail.benchkit.results.Comparison;
import org.curtail.benchkit.results.Interruption;
import org.curtail.benchkit.results.Noise;
import org.curtail.benchkit.results.RankedFigures;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.results.TooFew;
import org.curtail.benchkit.results.Verdict;
import org.curtail.benchkit.results.Verdict.Outcome;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.steps.StepsVerdict;
import org.curtail.benchkit.terminal.PolicyNames;
import org.curtail.benchkit.trust.BusyMachine;

/**
 * The verdict on runs in plain words. It claims no more than they show: if an interval covers no
 * difference, no difference is shown.
 *
 * <p>The subject is {@code few-to-many}, or the last policy that is no baseline, {@code automatic}
 * only if there is no other, since it may still be learning. It is compared with the best of the
 * ways without curtail, chosen for each load and figure by hindsight.
 */
final class Verdicts {
  private static final String PREFERRED_SUBJECT = "few-to-many";
  private static final String VOID =
      "These results are void: requests failed, or answers differ from plain Lucene's.";

  /** Relative variation of the capacity above which absolute times cannot be compared. */
  private static final double STEADY_CAPACITY = 1.25;

  private Verdicts() {}

  private static final double NOTEWORTHY_LATENESS_MS = 1;

  /**
   * The verdict on all runs.
   *
   * @param blocks number of blocks of each run
   * @param stopped the place where the user stopped, if so
   * @param luceneSlices number of parts into which plain Lucene cuts a search of this index
   */
  static Verdict of(
      List<Run> runs, Noise noise, int blocks, Optional<Interruption> stopped, int luceneSlices) {
    Verdict verdict =
        of(runs, noise, blocks, stopped).with(circumstances(runs, noise, luceneSlices));
    return stopped.map(Interruption::sentence).map(verdict::withFirst).orElse(verdict);
  }

  private static Verdict of(
      List<Run> runs, Noise noise, int blocks, Optional<Interruption> stopped) {
    List<Run> subject = subject(runs);
    if (isVoid(runs)) {
      return new Verdict(VOID, List.of(), Outcome.VOID);
    }
    if (blocks < TooFew.FEWEST_BLOCKS) {
      String headline = TooFew.headline(blocks, "block", TooFew.FEWEST_BLOCKS, stopped);
      return new Verdict(headline, List.of(), Outcome.TOO_FEW);
    }
    if (BusyMachine.forbidsVerdict(noise)) {
      return new Verdict(taken(noise), List.of(), Outcome.TOO_BUSY);
    }
    if (subject.isEmpty()) {
      return new Verdict(
          "There is nothing to compare: name a policy and a baseline.",
          List.of(),
          Outcome.NOTHING_TO_COMPARE);
    }
    return judged(subject);
  }

  private static Verdict judged(List<Run> subject) {
    List<String> found = changes(subject);
    var details = new ArrayList<String>();
    int comparisons = 0;
    for (Run run : subject) {
      var figures = new ArrayList<String>();
      for (Figure figure : FIGURES.reversed()) {
        figures.add(figure.shortName() + " " + figure.inWords(run));
        comparisons += figure.isJudged(run) ? 1 : 0;
      }
      details.add("At load %s: %s.".formatted(plain(run.load()), String.join(", ", figures)));
    }
    details.add(Verdict.chance(comparisons));
    return new Verdict(
        headline(subject, found),
        details,
        found.isEmpty() ? Outcome.NO_DIFFERENCE : Outcome.DIFFERENCE);
  }

  /** The verdict on a changing load, with remarks on exactness and the machine added. */
  static Verdict ofSteps(
      Verdict shown,
      int repeats,
      List<Run> runs,
      Noise noise,
      Optional<Interruption> stopped,
      int luceneSlices) {
    Verdict verdict = shown;
    // Findings on the steps do not count if the headline is another.
    if (isVoid(runs)) {
      verdict = new Verdict(VOID, List.of(), Outcome.VOID);
    } else if (repeats >= StepsVerdict.FEWEST_REPEATS && BusyMachine.forbidsVerdict(noise)) {
      verdict = new Verdict(taken(noise), List.of(), Outcome.TOO_BUSY);
    }
    verdict = verdict.with(circumstances(runs, noise, luceneSlices));
    return stopped.map(Interruption::sentence).map(verdict::withFirst).orElse(verdict);
  }

  private static String taken(Noise noise) {
    return "No verdict: other processes took %.0f %% of the machine; run again when it is quiet."
        .formatted(noise.stolenShare() * 100);
  }

  /** Remarks that make the runs worth more or less, a sentence each. */
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
    return runs.stream()
        .anyMatch(run -> run.checks().failed() > 0 || run.checks().mismatches() > 0);
  }

  private static List<Run> subject(List<Run> runs) {
    List<Run> compared = runs.stream().filter(run -> !run.against().isEmpty()).toList();
    String name =
        compared.stream()
            .map(Run::policy)
            .filter(policy -> !ContenderName.isBaseline(policy))
            .reduce((first, second) ->
                first.equals(PREFERRED_SUBJECT) || PolicyNames.isAutomatic(second) ? first : second)
            .or(() -> compared.stream().map(Run::policy).reduce((first, second) -> second))
            .orElse("");
    return compared.stream().filter(run -> run.policy().equals(name)).toList();
  }

  private static List<String> changes(List<Run> subject) {
    var found = new ArrayList<String>();
    for (Figure figure : FIGURES) {
      change(subject, figure, true, "lowers").ifPresent(found::add);
      change(subject, figure, false, "raises").ifPresent(found::add);
    }
    return found;
  }

  private static String headline(List<Run> subject, List<String> found) {
    String name = subject.getFirst().policy();
    String baseline = subject.getFirst().against().getLast().baseline();
    if (found.isEmpty()) {
      return "No difference is shown between %s and the %s at any load, %s."
          .formatted(name, baseline, whereNone(subject));
    }
    boolean tail =
        found.stream().anyMatch(change -> change.contains("p99"))
            || subject.stream().noneMatch(run -> run.carries(99));
    return "Against the %s, %s %s%s."
        .formatted(
            baseline,
            name,
            String.join("; it ", found),
            tail ? "" : "; at p99 no difference is shown");
  }

  private static String whereNone(List<Run> subject) {
    if (subject.stream().anyMatch(run -> run.carries(99))) {
      return "neither in the mean nor in the tail";
    }
    return subject.stream().anyMatch(run -> run.carries(95))
        ? "neither in the mean nor at p95; too few requests to judge p99"
        : "not in the mean; too few requests to judge p95 and p99";
  }

  /**
   * A figure for comparing policies.
   *
   * @param percentile that a run must have enough requests for; 0 for the mean
   */
  private record Figure(
      String name, String shortName, Function<Comparison, Ratio> ratio, double percentile) {
    boolean isJudged(Run run) {
      return run.carries(percentile);
    }

    String inWords(Run run) {
      return isJudged(run)
          ? Verdicts.inWords(ratio.apply(run.against().getLast()))
          : "not judged, %,d requests have too few beyond it".formatted(run.requests());
    }
  }

  private static final List<Figure> FIGURES =
      List.of(
          new Figure("p99", "p99", Comparison::p99, 99),
          new Figure("p95", "p95", Comparison::p95, 95),
          new Figure("the mean", "mean", Comparison::mean, 0));

  private static Optional<String> change(
      List<Run> subject, Figure figure, boolean lower, String verb) {
    record Change(double load, Ratio ratio) {}
    List<Change> changes =
        subject.stream()
            .filter(figure::isJudged)
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
   * A remark on late sending, if it matters. Lateness is part of the latency, and depends on the
   * contender: with more busy threads than cores the generator waits for a core too, unless busy
   * threads look for arrivals themselves, as curtail's do between chunks.
   */
  private static Optional<String> lateness(List<Run> runs) {
    boolean tail = runs.stream().allMatch(run -> run.carries(99));
    var latestMs = new LinkedHashMap<String, Double>();
    runs.forEach(run ->
        latestMs.merge(
            run.policy(),
            tail ? run.lateness().latenessP99Ms() : run.lateness().latenessMaxMs(),
            Math::max));
    if (latestMs.values().stream().allMatch(ms -> ms < NOTEWORTHY_LATENESS_MS)) {
      return Optional.empty();
    }
    return Optional.of(
        latestMs.entrySet().stream()
            .map(late -> "%s %.1f ms".formatted(late.getKey(), late.getValue()))
            .collect(
                Collectors.joining(
                    ", ",
                    "Requests were handed over late, which counts in their latency; "
                        + (tail ? "99th percentile" : "the latest")
                        + " at the worst load: ",
                    ".")));
  }

  private static String exactness(List<Run> runs) {
    int checked = runs.stream().mapToInt(run -> run.checks().checked()).sum();
    int mismatches = runs.stream().mapToInt(run -> run.checks().mismatches()).sum();
    int failed = runs.stream().mapToInt(run -> run.checks().failed()).sum();
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
