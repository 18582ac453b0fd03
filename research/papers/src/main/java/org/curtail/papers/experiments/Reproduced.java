package org.curtail.papers.experiments;

import java.util.List;
import org.curtail.benchkit.results.Agreement;
import org.curtail.benchkit.results.Claim;
import org.curtail.benchkit.text.Numbers;
import org.jspecify.annotations.Nullable;

/**
 * Claims of a paper from one command, with our results, or with the reason why there are none.
 *
 * @param name experiment, or command that measures the claims
 * @param paper title of the paper
 * @param command command line for the results
 * @param notRun reason why there are no results, as the end of a sentence; empty if there are
 * @param claims claims of the paper; of claims that were not run, at most the paper's number is
 *     known
 */
record Reproduced(String name, String paper, String command, String notRun, List<Claim> claims) {
  static final String NOT_RUN = "not run";

  Reproduced {
    claims = List.copyOf(claims);
  }

  /** Creates the claims of an experiment that ran, without its claims beyond the paper. */
  static Reproduced of(Experiment experiment, String command, List<Claim> claims) {
    return new Reproduced(
        experiment.name(),
        experiment.title(),
        command,
        "",
        claims.stream()
            .filter(claim -> claim.agreement().isPresent() || isWithoutResult(claim))
            .filter(claim -> !claim.figure().startsWith("Beyond"))
            .toList());
  }

  /**
   * True if a claim of an experiment that ran needs more, for example a bench; its evidence says
   * what. A number without a claim has a result and no evidence.
   */
  private static boolean isWithoutResult(Claim claim) {
    return claim.agreement().isEmpty() && claim.ours() == null && !claim.evidence().isEmpty();
  }

  /** Creates the entry of an experiment without results. Its claims are one entry. */
  static Reproduced without(Experiment experiment, String command, String reason) {
    return new Reproduced(
        experiment.name(),
        experiment.title(),
        command,
        reason,
        List.of(stated("", "all claims of " + experiment.title(), "", null)));
  }

  /** Creates a claim of a paper without a result. */
  static Claim stated(String figure, String what, String unit, @Nullable Double paper) {
    return Claim.unanswered(figure, what, unit, paper, "");
  }

  /** Returns the answer to a claim in words. */
  String answer(Claim claim) {
    return notRun.isEmpty() ? claim.agreement().map(Agreement::words).orElse(NOT_RUN) : NOT_RUN;
  }

  /** Returns the number of claims with an answer. */
  long count(String answer) {
    return claims.stream().filter(claim -> answer(claim).equals(answer)).count();
  }

  /** Returns a claim with its answer, numbers and reason as a sentence. */
  String sentence(Claim claim) {
    var sentence = new StringBuilder(claim.figure());
    sentence.append(claim.figure().isEmpty() ? "" : ": ").append(claim.what());
    if (!notRun.isEmpty()) {
      return sentence
          .append(claim.paper() == null ? "" : " (%s)".formatted(with(claim.paper(), claim)))
          .append(": not run, since %s. For it: %s".formatted(notRun, command))
          .toString();
    }
    if (claim.agreement().isEmpty()) {
      return sentence.append(": ").append(claim.evidence()).append('.').toString();
    }
    sentence.append(": ").append(answer(claim));
    if (claim.paper() != null) {
      sentence.append(
          claim.ours() == null
              ? "; the paper has %s, no run here was stable".formatted(with(claim.paper(), claim))
              : "; the paper has %s, here it is %s (%s to %s)"
                  .formatted(
                      with(claim.paper(), claim),
                      with(claim.ours(), claim),
                      measured(claim.oursLow()),
                      measured(claim.oursHigh())));
    }
    if (!claim.evidence().isEmpty()) {
      sentence.append("; ").append(claim.evidence());
    }
    if (!claim.reason().isEmpty()) {
      sentence.append("; ").append(claim.reason());
    }
    return sentence.append('.').toString();
  }

  private static String with(double value, Claim claim) {
    return (Numbers.measured(value) + " " + claim.unit()).strip();
  }

  private static String measured(@Nullable Double value) {
    return value == null ? "-" : Numbers.measured(value);
  }
}
