package org.curtail.cli.report;

import java.util.List;
import java.util.Objects;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Verdict.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * The finding of one file of results.
 *
 * @param reason the reason why its policies were not judged, in a few words; null for judged
 *     policies
 * @param winner the best of the policies with a gain; null if no policy is shown to gain
 */
record Finding(
    Results results, Evidence evidence, @Nullable String reason, @Nullable Winner winner) {
  /**
   * A policy with a gain. The policy keeps up at every load that any policy carries. The policy's
   * tail is shown to be lower than that of the strongest baseline at one load, and is higher at
   * none.
   *
   * @param name in the results
   * @param rivals other such policies, whose intervals overlap with its own at all loads
   * @param raisesMeanAt loads at which the policy is shown to raise the mean
   */
  record Winner(String name, List<String> rivals, List<Double> raisesMeanAt) {
    Winner {
      rivals = List.copyOf(rivals);
      raisesMeanAt = List.copyOf(raisesMeanAt);
    }
  }

  private static final String ONE_SEED = "one seed decides nothing";

  /** The finding of results with this origin. */
  static Finding of(Results results, Evidence evidence) {
    Ranking ranking = Ranking.of(results);
    String reason = reason(results, evidence, ranking);
    return new Finding(
        results, evidence, reason, reason == null ? ranking.winner().orElse(null) : null);
  }

  Ranking ranking() {
    return Ranking.of(results);
  }

  /** The winner, which must exist. */
  Winner requireWinner() {
    return Objects.requireNonNull(winner);
  }

  /** The winner's name for the registry. */
  String registeredWinner() {
    return ranking().registered(requireWinner().name());
  }

  /** An input of the measurement, such as its profile, by the user's name; null without one. */
  @Nullable String setting(String name) {
    Object value = results.settings().get(name);
    return value == null ? null : value.toString();
  }

  /** An input for people; the fallback if it was none of the user's files. */
  String file(String name, String otherwise) {
    String given = setting(name);
    return given == null || !given.contains(".") ? otherwise : given;
  }

  /** True if the data was enough for a judgement, with or without a gain. */
  boolean isJudged() {
    return reason == null;
  }

  /** True for a complete simulation that only lacks further seeds. */
  boolean isOfOneSeed() {
    return ONE_SEED.equals(reason);
  }

  private static @Nullable String reason(Results results, Evidence evidence, Ranking ranking) {
    if (results.interrupted() != null) {
      return results.interrupted().inWords();
    }
    Outcome outcome = results.verdict().outcome();
    if (outcome != null && !outcome.isJudged()) {
      return switch (outcome) {
        case TOO_FEW -> "there are too few requests or blocks";
        case TOO_BUSY -> "this machine was busy with something else";
        case VOID -> "requests failed or answers were wrong";
        case NOTHING_TO_COMPARE -> "no policy is beside a baseline";
        case DIFFERENCE, NO_DIFFERENCE -> throw new IllegalStateException(outcome.toString());
      };
    }
    if (!results.verdict().isGiven()) {
      return "there is no verdict";
    }
    if (ranking.loads().isEmpty()) {
      return "no policy keeps up";
    }
    if (evidence == Evidence.SIMULATED
        && results.runs().stream().anyMatch(run -> run.runs() == null)) {
      return ONE_SEED;
    }
    return ranking.isCompared() ? null : "nothing was compared with a baseline";
  }
}
