package org.curtail.cli.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Optional;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.results.Verdict.Next;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.policies.Policies;
import org.jspecify.annotations.Nullable;

/** The command for the next step after a result. */
final class NextCommand {
  private static final int MOST_LOADS = 3;

  /** Number of cores to try if a few show nothing. */
  private static final int MORE_CORES = 16;

  private static final int SEEDS = 5;

  private NextCommand() {}

  /**
   * The next step.
   *
   * @param findings the one that counts most first
   * @param best the one behind the advice, if there is one
   */
  static Optional<Next> after(List<Finding> findings, Optional<Finding> best) {
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

  /** After a simulation, a run on the engine; after the engine, a search for its capacity. */
  private static Next onward(Finding best, List<Finding> findings) {
    boolean emulated =
        findings.stream().anyMatch(finding -> finding.evidence() == Evidence.EMULATED);
    String profile = best.setting("profile");
    if (profile == null) {
      return new Next(
          "With a profile of your requests more policies can be tried", "./curtail profile --help");
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
        "See if the engine delivers it, on emulated cores",
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
        "How much more load it carries with the tail that one thread has at a low load, simulated",
        CommandWords.of("capacity")
            .option("--profile", profile)
            .ifGiven("--table", tableOf(best))
            .option("--cores", best.results().cores())
            .option("--policies", List.of("sequential", policy))
            .option("--target-p99-ms", targetMs(best))
            .toString());
  }

  /**
   * A target one tenth above the tail of sequential at its lowest load, so that it carries some
   * load too.
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

  /** A trial of more cores, if a few show nothing. */
  private static Optional<Next> moreCores(List<Finding> findings) {
    return findings.stream()
        .filter(finding -> finding.isJudged() && finding.results().cores() < MORE_CORES)
        .filter(finding -> findings.stream().noneMatch(NextCommand::isLarge))
        .flatMap(finding -> Optional.ofNullable(finding.setting("profile")).stream())
        .findFirst()
        .map(profile ->
            new Next(
                "See what %d cores would bring".formatted(MORE_CORES),
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
