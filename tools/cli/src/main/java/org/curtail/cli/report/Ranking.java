package org.curtail.cli.report;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.curtail.benchkit.results.Comparison;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.cli.report.Finding.Winner;
import org.curtail.policies.Policies;
import org.jspecify.annotations.Nullable;

/**
 * The comparison of policies in one file of results.
 *
 * @param loads at which some policy keeps up, ascending; other loads are left out
 */
record Ranking(RunGrid runs, List<Double> loads) {
  static Ranking of(Results results) {
    RunGrid runs = RunGrid.of(results.runs());
    return new Ranking(
        runs,
        runs.loads().stream()
            .filter(load -> runs.at(load).stream().anyMatch(Ranking::isUp))
            .toList());
  }

  /** True if the tail of any run was compared with a baseline. */
  boolean isCompared() {
    return loads.stream()
        .flatMap(load -> runs.at(load).stream())
        .anyMatch(run -> tail(run) != null);
  }

  /** True if its backlog did not grow until the end, which only a simulation measures. */
  static boolean isUp(Run run) {
    return run.unstable() == null || !run.unstable();
  }

  /** The best of the policies with a gain; empty if none is shown to gain. */
  Optional<Winner> winner() {
    List<String> gaining = runs.policies().stream().filter(this::gains).toList();
    return gaining.stream()
        .min(Comparator.comparingDouble(this::meanLogTail))
        .map(best ->
            new Winner(
                best,
                gaining.stream()
                    .filter(other -> !other.equals(best) && overlapsEverywhere(best, other))
                    .toList(),
                loads.stream().filter(load -> raisesMean(runs.run(best, load))).toList()));
  }

  /** The policy of the cards of a page: the winner, else the one with the lowest tail. */
  Optional<String> subject() {
    return winner().map(Winner::name).or(this::lowest).or(runs::lastCompared);
  }

  /** The policy with the lowest tail over all loads of practical use; empty if there is none. */
  Optional<String> lowest() {
    return runs.policies().stream()
        .filter(this::isUsable)
        .filter(this::keepsUp)
        .min(Comparator.comparingDouble(this::meanLogTail));
  }

  /** The winner; without comparisons with a baseline, the lowest. Charts draw it bold. */
  Optional<String> recommended() {
    return winner().map(Winner::name).or(() -> isCompared() ? Optional.empty() : lowest());
  }

  private boolean gains(String policy) {
    if (!isUsable(policy) || !keepsUp(policy)) {
      return false;
    }
    List<Ratio> tails =
        loads.stream()
            .map(load -> tail(runs.run(policy, load)))
            .flatMap(Stream::ofNullable)
            .toList();
    return tails.stream().anyMatch(tail -> tail.differs() && tail.value() < 1)
        && tails.stream().noneMatch(tail -> tail.differs() && tail.value() > 1);
  }

  /** The name for the registry, with the tuned numbers of the greatest load. */
  String registered(String policy) {
    return runs.of(policy).stream()
        .map(Run::tuned)
        .flatMap(Stream::ofNullable)
        .reduce((lower, higher) -> higher)
        .orElse(JavaLine.policyOf(policy));
  }

  /** False for a baseline, and for a policy that needs knowledge no service has. */
  private boolean isUsable(String policy) {
    String plain = registered(policy);
    return !plain.equals("sequential")
        && Policies.isKnown(plain)
        && !Policies.needsPrediction(plain)
        && runs.of(policy).stream().noneMatch(Run::knowsDemand);
  }

  private boolean keepsUp(String policy) {
    return loads.stream()
        .allMatch(load -> {
          Run run = runs.run(policy, load);
          return run != null && isUp(run);
        });
  }

  private double meanLogTail(String policy) {
    return loads.stream()
        .map(load -> runs.run(policy, load))
        .flatMap(Stream::ofNullable)
        .mapToDouble(run -> Math.log(tailMs(run)))
        .average()
        .orElse(Double.POSITIVE_INFINITY);
  }

  /** The p99, or with fewer requests the p95. */
  static double tailMs(Run run) {
    return run.carries(99) ? run.latency().p99Ms() : run.latency().p95Ms();
  }

  private boolean overlapsEverywhere(String one, String other) {
    return loads.stream()
        .allMatch(load -> {
          Ratio first = tail(runs.run(one, load));
          Ratio second = tail(runs.run(other, load));
          return first == null
              || second == null
              || (first.low() <= second.high() && second.low() <= first.high());
        });
  }

  /**
   * The tail over that of the strongest baseline; null without a comparison or with too few
   * requests.
   */
  static @Nullable Ratio tail(@Nullable Run run) {
    if (run == null || run.against().isEmpty() || !run.carries(95)) {
      return null;
    }
    Comparison strongest = run.against().getLast();
    return run.carries(99) ? strongest.p99() : strongest.p95();
  }

  private static boolean raisesMean(@Nullable Run run) {
    if (run == null || run.against().isEmpty()) {
      return false;
    }
    Ratio mean = run.against().getLast().mean();
    return mean.differs() && mean.value() > 1;
  }
}
