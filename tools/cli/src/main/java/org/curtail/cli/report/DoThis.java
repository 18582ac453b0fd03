package org.curtail.cli.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.curtail.benchkit.results.Demand;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.results.Verdict.Next;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.policies.Policies;
import org.jspecify.annotations.Nullable;

/**
 * The recommendation after all measurements: the policy to use, its line of Java, and the next
 * command. This class alone decides it, from results.
 *
 * <p>A live measurement counts more than an emulation, and an emulation more than a simulation.
 * Weaker evidence does not overrule stronger evidence for the same number of cores.
 *
 * @param findings what was shown and what was not, a sentence each
 * @param policy recommended policy; null if none is shown to be better than the user's present way
 * @param cores number of cores of the measurement of the policy; null without a policy
 * @param advice advice in a sentence or two
 * @param java the line that starts the engine with the policy; null without one
 * @param next the next step, if there is one
 */
public record DoThis(
    List<String> findings,
    @Nullable String policy,
    @Nullable Integer cores,
    String advice,
    @Nullable String java,
    @Nullable Next next) {
  private static final int MOST_LOADS = 3;

  /** Number of cores to try if few cores show nothing. */
  private static final int MORE_CORES = 16;

  private static final int SEEDS = 5;

  public DoThis {
    findings = List.copyOf(findings);
  }

  /** The findings of all results that compare policies, with most weight first. */
  static List<Finding> findings(List<Results> all) {
    return all.stream()
        .flatMap(
            results -> Evidence.of(results).map(evidence -> Finding.of(results, evidence)).stream())
        .sorted(Comparator.comparing(Finding::evidence))
        .toList();
  }

  /** The findings with a winner that no stronger finding overrules, with most weight first. */
  private static List<Finding> shown(List<Finding> findings) {
    return findings.stream()
        .filter(finding -> finding.winner() != null && !isOverruled(finding, findings))
        .toList();
  }

  /**
   * The finding that answers: one with a winner, else a judged one, else any.
   *
   * @param findings at least one
   */
  static Finding answer(List<Finding> findings) {
    return shown(findings).stream()
        .findFirst()
        .or(() -> findings.stream().filter(Finding::isJudged).findFirst())
        .orElse(findings.getFirst());
  }

  /** The answer in one line; empty if no results compare policies. */
  public static Optional<String> heading(List<Results> all) {
    List<Finding> findings = findings(all);
    return findings.isEmpty()
        ? Optional.empty()
        : Optional.of(FindingText.heading(answer(findings)));
  }

  /** Returns the recommendation; empty if no results compare policies. */
  public static Optional<DoThis> of(List<Results> all) {
    List<Finding> findings = findings(all);
    if (findings.isEmpty()) {
      return Optional.empty();
    }
    var sentences = new ArrayList<String>();
    findings.stream()
        .map(finding -> finding.results().demand())
        .filter(Objects::nonNull)
        .distinct()
        .forEach(demand -> sentences.add(sentence(demand)));
    findings.forEach(finding -> sentences.addAll(FindingText.sentences(finding, findings)));
    findings.stream()
        .flatMap(finding -> FindingText.degrees(finding).stream())
        .distinct()
        .forEach(sentences::add);
    List<Finding> shown = shown(findings);
    Next next = after(findings, shown.stream().findFirst()).orElse(null);
    if (shown.isEmpty()) {
      return Optional.of(
          new DoThis(sentences, null, null, FindingText.withoutPolicy(findings), null, next));
    }
    Finding best = shown.getFirst();
    String policy = best.registeredWinner();
    return Optional.of(
        new DoThis(
            sentences,
            policy,
            best.results().cores(),
            FindingText.toUse(shown, findings),
            JavaLine.of(policy),
            next));
  }

  private static boolean isOverruled(Finding finding, List<Finding> findings) {
    return findings.stream()
        .anyMatch(other ->
            other.isJudged()
                && other.evidence().compareTo(finding.evidence()) < 0
                && other.results().cores() == finding.results().cores());
  }

  /** The recommendation and the findings as lines, for a terminal. */
  public List<String> lines() {
    return Stream.of(
            Stream.of(advice),
            Stream.ofNullable(java).map(line -> "  " + line),
            Stream.ofNullable(next).map(Next::sentence),
            Stream.of(""),
            findings.stream())
        .flatMap(lines -> lines)
        .toList();
  }

  /** A demand in a sentence: the times of requests alone, and the speedups of the long ones. */
  private static String sentence(Demand demand) {
    boolean p99 = demand.carries(99);
    String tail =
        p99
            ? "one in a hundred more than " + Numbers.time(demand.p99Ms())
            : "one in twenty more than " + Numbers.time(demand.p95Ms());
    return "The demand: on one thread half of the requests take more than %s, %s%s."
        .formatted(Numbers.time(demand.p50Ms()), tail, speedup(demand));
  }

  private static String speedup(Demand demand) {
    return demand.maxDegree() == 1
        ? ""
        : "; %d threads make the longest 5 %% %s times as fast"
            .formatted(demand.maxDegree(), Numbers.ratio(demand.speedupLongest().getLast()));
  }

  // ---- The next command.

  /**
   * The next step.
   *
   * @param findings findings, the most important first
   * @param best the finding of the advice, if there is one
   */
  private static Optional<Next> after(List<Finding> findings, Optional<Finding> best) {
    Optional<Next> missing =
        findings.stream()
            .filter(finding -> !finding.isJudged())
            .filter(finding ->
                best.isEmpty() || finding.evidence().compareTo(best.get().evidence()) < 0)
            .flatMap(finding -> Optional.ofNullable(finding.results().verdict().next()).stream())
            .findFirst();
    if (missing.isPresent()) {
      return missing;
    }
    if (best.isPresent()) {
      return Optional.of(onward(best.get(), findings));
    }
    return moreCores(findings)
        .or(() ->
            findings.stream()
                .flatMap(
                    finding -> Optional.ofNullable(finding.results().verdict().next()).stream())
                .findFirst());
  }

  /**
   * The step after a gain: a run on the engine after a simulation, else a search for the capacity.
   */
  private static Next onward(Finding best, List<Finding> findings) {
    boolean emulated =
        findings.stream().anyMatch(finding -> finding.evidence() == Evidence.EMULATED);
    String profile = best.setting("profile");
    if (profile == null) {
      return new Next(
          "With a profile of your requests, more policies are possible",
          "./curtail profile --help");
    }
    return best.evidence() == Evidence.SIMULATED && !emulated && !boosts(best)
        ? onTheEngine(best, profile)
        : capacity(best, profile);
  }

  private static boolean boosts(Finding best) {
    return best.registeredWinner().endsWith(Policies.BOOSTING);
  }

  private static Next onTheEngine(Finding best, String profile) {
    List<Double> loads = best.ranking().loads();
    return new Next(
        "Check that the engine achieves it, on emulated cores",
        CommandWords.of("bench")
            .option("--profile", profile)
            .ifGiven("--table", tableOf(best))
            .option("--emulate-cores", best.results().cores())
            .option("--policies", List.of("sequential", best.registeredWinner()))
            .option(
                "--load",
                loads.subList(Math.max(0, loads.size() - MOST_LOADS), loads.size()).stream()
                    .map(Numbers::plain)
                    .toList())
            .option("--out", "emulated")
            .toString());
  }

  private static Next capacity(Finding best, String profile) {
    String policy = best.registeredWinner();
    return new Next(
        "Find the additional load at the tail of one thread at a low load, simulated",
        CommandWords.of("capacity")
            .option("--profile", profile)
            .ifGiven("--table", tableOf(best))
            .option("--cores", best.results().cores())
            .option("--policies", List.of("sequential", policy))
            .option("--target-p99-ms", targetMs(best))
            .toString());
  }

  /**
   * A target one tenth above the tail of sequential at its lowest load, at which sequential carries
   * some load too.
   */
  private static String targetMs(Finding best) {
    Ranking ranking = best.ranking();
    double load = ranking.loads().getFirst();
    Run run = ranking.runs().run("sequential", load);
    double ms = Ranking.tailMs(run == null ? ranking.runs().at(load).getFirst() : run);
    return BigDecimal.valueOf(1.1 * ms).round(new MathContext(2)).toPlainString();
  }

  private static @Nullable String tableOf(Finding finding) {
    return JavaLine.needsTable(finding.registeredWinner()) ? finding.setting("table") : null;
  }

  /** A trial on more cores, if few cores show nothing. */
  private static Optional<Next> moreCores(List<Finding> findings) {
    return findings.stream()
        .filter(finding -> finding.isJudged() && finding.results().cores() < MORE_CORES)
        .filter(finding -> findings.stream().noneMatch(DoThis::isLarge))
        .flatMap(finding -> Optional.ofNullable(finding.setting("profile")).stream())
        .findFirst()
        .map(profile ->
            new Next(
                "Find the gain on %d cores".formatted(MORE_CORES),
                CommandWords.of("simulate")
                    .option("--profile", profile)
                    .option("--cores", MORE_CORES)
                    .option("--repeats", SEEDS)
                    .toString()));
  }

  private static boolean isLarge(Finding finding) {
    Results results = finding.results();
    return results.cores() >= MORE_CORES;
  }
}
