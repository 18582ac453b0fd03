package org.curtail.cli.bench;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.curtail.benchkit.emulate.EmulatedPolicy;
import org.curtail.benchkit.openloop.ContenderName;
import org.curtail.benchkit.results.Comparison;
import org.curtail.benchkit.results.EnergyFigures;
import org.curtail.benchkit.results.EnergyFigures.ClassFigures;
import org.curtail.benchkit.results.Interruption;
import org.curtail.benchkit.results.Noise;
import org.curtail.benchkit.results.Quality;
import org.curtail.benchkit.results.RankedFigures;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.results.TooFew;
import org.curtail.benchkit.results.Verdict;
import org.curtail.benchkit.results.Verdict.Outcome;
import org.curtail.benchkit.search.Workload;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.steps.StepsVerdict;
import org.curtail.benchkit.terminal.PolicyNames;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.trust.BusyMachine;
import org.curtail.lucene.ranked.ChunkSharing;
import org.jspecify.annotations.Nullable;

/**
 * The verdict on runs in plain words. It claims no more than they show: if an interval covers no
 * difference, no difference is shown.
 *
 * <p>The subject is {@code few-to-many}, or the last policy that is no baseline. {@code automatic}
 * is the subject only without others, since it may still be learning. The reference is the best of
 * the ways without curtail, chosen for each load and figure by hindsight.
 */
final class Verdicts {

  /** Relative deviation of a slow worker's speed above which its results are void. */
  static final double CLOSE = 0.07;

  private static final String ALL_SLOW = "all-slow";

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
   * @param luceneSlices number of slices of a search of this index in plain Lucene
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
    // Findings on the steps do not count under another headline.
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

  /** Remarks on the trustworthiness of the runs, a sentence each. */
  private static List<String> circumstances(List<Run> runs, Noise noise, int luceneSlices) {
    var details = new ArrayList<String>();
    details.add(exactness(runs));
    lateness(runs).ifPresent(details::add);
    if (luceneSlices == 1 && runs.stream().anyMatch(run -> run.policy().startsWith("lucene-"))) {
      details.add(
          "Lucene's own concurrency cannot share work here: by its defaults this index is one slice.");
    }
    if (BusyMachine.isNoteworthy(noise)) {
      details.add(
          "Other processes took %.0f %% of the machine's CPU time."
              .formatted(noise.stolenShare() * 100));
    }
    double swing = noise.capacityGreatestRps() / noise.capacityLeastRps();
    if (swing > STEADY_CAPACITY) {
      details.add(
          "The machine's sequential capacity moved between %.0f and %.0f requests/s from probe to probe, partly because queries are drawn at random: trust the paired ratios, not single times."
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
   * @param percentile that needs enough requests in a run; 0 for the mean
   */
  private record Figure(
      String name, String shortName, Function<Comparison, Ratio> ratio, double percentile) {
    boolean isJudged(Run run) {
      return run.carries(percentile);
    }

    String inWords(Run run) {
      return isJudged(run)
          ? Verdicts.inWords(ratio.apply(run.against().getLast()))
          : "not judged, since too few of %,d requests are beyond it".formatted(run.requests());
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
   * A remark on late sending, if it matters. Lateness is part of the latency and depends on the
   * contender. With more busy threads than cores, the generator waits for a core too. Busy threads
   * of curtail prevent this, since they check for arrivals between chunks.
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

  // ---- Slow workers.

  /** The verdict with findings on slow workers; unchanged without slow workers. */
  static Verdict withSlowWorkers(Verdict verdict, List<Run> runs) {
    List<Run> slowed = runs.stream().filter(run -> run.energy() != null).toList();
    if (slowed.isEmpty()) {
      return verdict;
    }
    List<HeldRange> held = held(slowed);
    var details = new ArrayList<String>();
    held.forEach(each -> details.add(each.sentence()));
    details.addAll(slowdown(slowed));
    details.add(simulated(slowed));
    Verdict judged = verdict.with(details);
    if (!verdict.isGiven()) {
      return judged;
    }
    List<String> far = held.stream().filter(HeldRange::isFar).map(each -> each.name).toList();
    if (!far.isEmpty()) {
      return new Verdict(
          "No verdict: workers of %s were more than %.0f %% off their speed; run again when the machine is quiet, or with fewer workers."
              .formatted(String.join(", ", far), 100 * CLOSE),
          judged.details(),
          Outcome.TOO_BUSY);
    }
    List<Run> compared = compared(slowed);
    if (compared.isEmpty()) {
      return judged;
    }
    boolean differs = compared.stream().anyMatch(run -> requireNonNull(ofAllFast(run)).differs());
    return new Verdict(
        energy(compared) + " " + judged.headline(),
        judged.details(),
        differs ? Outcome.DIFFERENCE : judged.outcome());
  }

  /** Runs of the policy named last, if its energy was compared with that of all-fast. */
  private static List<Run> compared(List<Run> runs) {
    String name = runs.getLast().policy();
    return runs.stream()
        .filter(run -> run.policy().equals(name) && ofAllFast(run) != null)
        .toList();
  }

  private static @Nullable Ratio ofAllFast(Run run) {
    return energyOf(run).joulesOfAllFast();
  }

  private static String energy(List<Run> compared) {
    return "%s draws, of the energy of %s, %s."
        .formatted(
            compared.getFirst().policy(),
            EmulatedPolicy.ALL_FAST,
            compared.stream()
                .map(run ->
                    "%s at load %s"
                        .formatted(
                            share(requireNonNull(ofAllFast(run))), Verdicts.plain(run.load())))
                .collect(Collectors.joining(", ")));
  }

  private static String share(Ratio ratio) {
    String interval = "(%.1f to %.1f %%)".formatted(100 * ratio.low(), 100 * ratio.high());
    return ratio.differs()
        ? "%.0f %% %s".formatted(100 * ratio.value(), interval)
        : "no difference shown " + interval;
  }

  private static EnergyFigures energyOf(Run run) {
    return requireNonNull(run.energy());
  }

  /** The measured speed of workers of a class: least and greatest of all runs. */
  private record HeldRange(
      String name, double speed, boolean isFastest, double least, double most) {
    /**
     * True if a slow worker missed its speed. If a fast worker lacks a core, its latencies show
     * this.
     */
    boolean isFar() {
      return !isFastest && (least < speed * (1 - CLOSE) || most > speed * (1 + CLOSE));
    }

    String sentence() {
      String range = range("%.3f", least, most);
      return isFastest
          ? "Workers of %s have no added waits; they computed for %s of the time for which they had requests, and lacked a core for the rest.%s"
              .formatted(
                  name,
                  range("%.0f %%", 100 * least, 100 * most),
                  least < speed * (1 - CLOSE)
                      ? " Doubtful: other work on this machine takes cores from them."
                      : "")
          : "Workers of %s held a speed of %s; it should be %s."
              .formatted(name, range, Numbers.plain(Math.round(speed * 1e3) / 1e3));
    }
  }

  private static List<HeldRange> held(List<Run> runs) {
    var all = new ArrayList<HeldRange>();
    int classes = energyOf(runs.getFirst()).classes().size();
    for (int k = classes - 1; k >= 0; k--) {
      int place = k;
      ClassFigures one = energyOf(runs.getFirst()).classes().get(k);
      List<Double> speeds =
          runs.stream()
              .flatMap(run -> Stream.ofNullable(energyOf(run).classes().get(place).heldSpeed()))
              .toList();
      if (!speeds.isEmpty()) {
        all.add(
            new HeldRange(
                one.name(),
                one.speed(),
                place == classes - 1,
                speeds.stream().mapToDouble(it -> it).min().orElseThrow(),
                speeds.stream().mapToDouble(it -> it).max().orElseThrow()));
      }
    }
    return all;
  }

  /** Remarks on slowdowns, by the engine's own clock, which does not measure CPU time. */
  private static List<String> slowdown(List<Run> runs) {
    List<ClassFigures> classes = energyOf(runs.getFirst()).classes();
    ClassFigures slow = classes.getFirst();
    ClassFigures fast = classes.getLast();
    var found = new ArrayList<String>();
    for (double load : runs.stream().map(Run::load).distinct().toList()) {
      Optional<EnergyFigures> allSlow = energyOf(runs, ALL_SLOW, load);
      Optional<EnergyFigures> allFast = energyOf(runs, EmulatedPolicy.ALL_FAST, load);
      if (allSlow.isPresent() && allFast.isPresent()) {
        double ratio =
            allSlow.get().classes().getFirst().busyMs()
                / allFast.get().classes().getLast().busyMs();
        found.add("%.2f at load %s".formatted(ratio, Verdicts.plain(load)));
      }
    }
    return found.isEmpty()
        ? List.of()
        : List.of(
            "The same requests took longer on %s than on %s by these factors: %s; by their speeds it is %.2f."
                .formatted(
                    slow.name(),
                    fast.name(),
                    String.join(", ", found),
                    fast.speed() / slow.speed()));
  }

  private static Optional<EnergyFigures> energyOf(List<Run> runs, String policy, double load) {
    return runs.stream()
        .filter(run -> run.policy().equals(policy) && run.load() == load)
        .map(Verdicts::energyOf)
        .findFirst();
  }

  private static String simulated(List<Run> runs) {
    boolean tail = runs.stream().allMatch(run -> run.carries(99));
    boolean watts = runs.stream().allMatch(run -> energyOf(run).joules() != null);
    return "Against the simulator with the times that the probes measured, means are %s%s%s times as great."
        .formatted(
            range(runs, EnergyFigures::mean),
            tail ? ", p99s " + range(runs, EnergyFigures::p99) : "",
            watts ? ", energies " + range(runs, figures -> requireNonNull(figures.joules())) : "");
  }

  private static String range(List<Run> runs, Function<EnergyFigures, Ratio> ratio) {
    double[] values =
        runs.stream().mapToDouble(run -> ratio.apply(energyOf(run)).value()).sorted().toArray();
    return range("%.2f", values[0], values[values.length - 1]);
  }

  private static String range(String format, double least, double most) {
    String low = format.formatted(least);
    String high = format.formatted(most);
    return low.equals(high) ? low : low + " to " + high;
  }

  // ---- Queries in order of importance.

  /**
   * The verdict with findings on searches in order of importance; unchanged without such searches.
   */
  static Verdict withRanked(Verdict verdict, List<Run> runs, Workload workload) {
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
   * @param askedLossRate greatest share of queries that may lose a hit; empty if not given
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
        "Speculative work: chunks that sequential search does not visit, as a share of all visited at the worst load, and additional chunks per request: %s. Sharing is %s unless the name says otherwise."
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
   * Compares the loss rate with the requested one. There is no interval, since the same queries run
   * many times and some were learned from.
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
