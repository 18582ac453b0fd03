package org.curtail.benchkit.replicas;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.curtail.benchkit.results.HedgeFigures;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.results.TooFew;
import org.curtail.benchkit.results.Verdict;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.trust.BusyMachine;

/** Findings on runs with replicas: the gain, harm and cost of hedging. */
final class ReplicaVerdict {
  /** Runs test for harm only with a load of at least this share. */
  private static final double HARM_FROM_LOAD = 0.85;

  private final MeasuredRuns measured;
  private final List<Run> runs;

  /** Percentile of the verdict: 99, or 95 if there are too few requests for a p99. */
  private final double percentile;

  private ReplicaVerdict(MeasuredRuns measured) {
    this.measured = measured;
    runs = measured.runs();
    percentile = measured.percentile();
  }

  static Verdict of(MeasuredRuns measured) {
    var all = new ReplicaVerdict(measured);
    return measured.verdict(
        ReplicaBench.BASELINE,
        () -> all.policies().stream().map(all::sentence).toList(),
        () ->
            Stream.of(all.rivals(), all.learned(), all.harm(), Optional.of(all.beyond()))
                .flatMap(Optional::stream)
                .toList(),
        all::headline);
  }

  private static boolean isBaseline(Run run) {
    return run.policy().equals(ReplicaBench.BASELINE);
  }

  /** Returns the policies that may send copies. */
  private List<String> policies() {
    return runs.stream().filter(run -> !isBaseline(run)).map(Run::policy).distinct().toList();
  }

  private Stream<Run> compared() {
    return runs.stream().filter(run -> !run.against().isEmpty());
  }

  private boolean isLower(Run run) {
    return measured.tail(run).high() < 1;
  }

  private boolean isHigher(Run run) {
    return measured.tail(run).low() > 1;
  }

  private static HedgeFigures hedges(Run run) {
    return requireNonNull(run.hedges(), run.policy());
  }

  private static boolean keepsBudget(Run run) {
    return hedges(run).budget() != null && !hedges(run).exceedsBudget();
  }

  private String headline() {
    String p = Numbers.percentile(percentile);
    Optional<Run> best = best();
    if (best.isPresent()) {
      Run run = best.get();
      return "Hedging lowers the %s: %s has %s of that without, at %s load, for %s more requests."
          .formatted(
              p,
              run.policy(),
              MeasuredRuns.withInterval(measured.tail(run)),
              Numbers.percent(run.load()),
              Numbers.percent(hedges(run).reissueFraction()));
    }
    List<Run> harmed = compared().filter(this::isHigher).toList();
    return harmed.isEmpty()
        ? "No difference is shown: at every load the interval of every policy's %s contains that without hedging."
            .formatted(p)
        : "No policy is shown to lower the %s; %s."
            .formatted(
                p,
                "%s raises it at %s load"
                    .formatted(
                        harmed.getFirst().policy(), Numbers.percent(harmed.getFirst().load())));
  }

  /**
   * Returns the run of the lowest tail among policies within their budget; if none lowers the tail,
   * among the others.
   */
  private Optional<Run> best() {
    Comparator<Run> byTail = Comparator.comparingDouble(run -> measured.tail(run).value());
    return compared()
        .filter(run -> isLower(run) && keepsBudget(run))
        .min(byTail)
        .or(() -> compared().filter(this::isLower).min(byTail));
  }

  /** Returns a sentence on a policy at all loads: its tail and its copies. */
  private String sentence(String policy) {
    List<Run> own = runs.stream().filter(run -> run.policy().equals(policy)).toList();
    var parts = new ArrayList<String>();
    if (measured.blocks() >= TooFew.FEWEST_BLOCKS
        && !BusyMachine.forbidsVerdict(measured.noise())
        && own.stream().allMatch(run -> !run.against().isEmpty() && run.carries(percentile))) {
      part("lower", own, this::isLower).ifPresent(parts::add);
      part("not shown to differ", own, run -> !measured.tail(run).differs()).ifPresent(parts::add);
      part("higher", own, this::isHigher).ifPresent(parts::add);
    }
    String tail =
        parts.isEmpty()
            ? ""
            : "%s %s; ".formatted(Numbers.percentile(percentile), String.join(", ", parts));
    return "%s: %s%s.".formatted(policy, tail, sent(own));
  }

  private static Optional<String> part(String word, List<Run> own, Predicate<Run> which) {
    List<String> loads =
        own.stream().filter(which).map(run -> Numbers.percent(run.load())).toList();
    return loads.isEmpty()
        ? Optional.empty()
        : Optional.of("%s at %s load".formatted(word, String.join(", ", loads)));
  }

  private static String sent(List<Run> own) {
    HedgeFigures least = hedges(bySent(own, true));
    HedgeFigures most = hedges(bySent(own, false));
    String range =
        share(least).equals(share(most))
            ? share(most)
            : "%s to %s".formatted(share(least), share(most));
    Double budget = most.budget();
    if (budget == null) {
      return "copies sent, without a budget: %s of requests".formatted(range);
    }
    List<String> above =
        own.stream()
            .filter(run -> hedges(run).exceedsBudget())
            .map(run -> Numbers.percent(run.load()))
            .toList();
    return "copies sent: %s of requests, %s %s"
        .formatted(
            range,
            above.isEmpty()
                ? "within the budget of"
                : "at %s load above the budget of".formatted(String.join(", ", above)),
            Numbers.percent(budget));
  }

  private static Run bySent(List<Run> own, boolean least) {
    Comparator<Run> bySent = Comparator.comparingDouble(run -> hedges(run).reissueFraction());
    return own.stream().min(least ? bySent : bySent.reversed()).orElseThrow();
  }

  private static String share(HedgeFigures hedges) {
    return "%s ± %s"
        .formatted(
            Numbers.hundredths(100 * hedges.reissueFraction()),
            Numbers.hundredths(100 * hedges.reissueTwoErrors()) + " %");
  }

  /** Returns a sentence on policies that do not differ from the best policy at its load. */
  private Optional<String> rivals() {
    Optional<Run> best = best();
    if (best.isEmpty()) {
      return Optional.empty();
    }
    Ratio own = measured.tail(best.get());
    List<String> rivals =
        compared()
            .filter(run -> run.load() == best.get().load())
            .filter(run -> !run.policy().equals(best.get().policy()))
            .filter(run ->
                measured.tail(run).low() <= own.high() && own.low() <= measured.tail(run).high())
            .map(Run::policy)
            .toList();
    return rivals.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "At that load the intervals of %s and %s overlap: which is better is not shown."
                .formatted(best.get().policy(), String.join(", ", rivals)));
  }

  /** Returns a sentence on policies that were also compared with another policy that learns. */
  private Optional<String> learned() {
    String all =
        compared()
            .filter(run -> run.against().size() > 1)
            .map(run ->
                "at %s load %s has %s times the %s of %s"
                    .formatted(
                        Numbers.percent(run.load()),
                        run.policy(),
                        MeasuredRuns.withInterval(measured.tail(run.against().getFirst())),
                        Numbers.percentile(percentile),
                        ReplicaPolicy.LEARNED_P90))
            .collect(Collectors.joining("; "));
    return all.isEmpty() ? Optional.empty() : Optional.of("Both learn: " + all + ".");
  }

  /**
   * Returns a sentence on the least load at which a policy harms, and on policies with a budget at
   * this load.
   */
  private Optional<String> harm() {
    Optional<Run> first =
        compared().filter(this::isHigher).min(Comparator.comparingDouble(Run::load));
    if (first.isEmpty()) {
      double most = runs.stream().mapToDouble(Run::load).max().orElseThrow();
      return most >= HARM_FROM_LOAD
          ? Optional.of("No harm is shown at any of these loads.")
          : Optional.of(
              "No harm is shown at these loads; it begins at high ones, such as --load 0.8,0.9,0.95.");
    }
    double load = first.get().load();
    List<Run> there = compared().filter(run -> run.load() == load).toList();
    String harming =
        String.join(
            "; ",
            there.stream()
                .filter(this::isHigher)
                .map(run ->
                    "%s sends %s of requests again and has %s times the %s"
                        .formatted(
                            run.policy(),
                            Numbers.percent(hedges(run).reissueFraction()),
                            MeasuredRuns.withInterval(measured.tail(run)),
                            Numbers.percentile(percentile)))
                .toList());
    String safe =
        String.join(
            "; ",
            there.stream()
                .filter(run -> !isHigher(run) && hedges(run).budget() != null)
                .map(this::stopped)
                .toList());
    return Optional.of(
        "Harm begins at %s load: %s.%s"
            .formatted(
                Numbers.percent(load), harming, safe.isEmpty() ? "" : " There " + safe + "."));
  }

  private String stopped(Run run) {
    HedgeFigures hedges = hedges(run);
    var kept = new ArrayList<String>();
    if (hedges.hedgesOverBudget() > 0) {
      kept.add(Numbers.count(hedges.hedgesOverBudget()) + " by its budget");
    }
    if (hedges.hedgesOverLoad() > 0) {
      kept.add(Numbers.count(hedges.hedgesOverLoad()) + " by its load guard");
    }
    return "%s sends %s%s, and no harm is shown: %s"
        .formatted(
            run.policy(),
            Numbers.percent(hedges.reissueFraction()),
            kept.isEmpty() ? "" : " (kept back: %s)".formatted(String.join(", ", kept)),
            MeasuredRuns.withInterval(measured.tail(run)));
  }

  private String beyond() {
    Run quiet =
        runs.stream()
            .filter(ReplicaVerdict::isBaseline)
            .min(Comparator.comparingDouble(Run::load))
            .orElseThrow();
    return "Queues, noise, messages and timers add %s in the median to a recorded time at %s load; client and servers took %s of this machine's CPU time."
        .formatted(
            Numbers.time(hedges(quiet).beyondP50Ms()),
            Numbers.percent(quiet.load()),
            Numbers.percent(measured.ownShare()));
  }
}
