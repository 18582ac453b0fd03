package org.curtail.papers.automatic;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.curtail.benchkit.results.Answer;
import org.curtail.benchkit.results.Claim;
import org.curtail.benchkit.results.GridStatistic;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.text.Numbers;

/** The claim of no harm: all ratios at many places are at most a bound. */
final class NoHarm {
  /** Bound on the ratio to sequential in mean and p95, after learning. */
  static final double LEARNED = 1.03;

  /** Bound on the same ratio during learning. */
  static final double WHILE_LEARNING = 1.10;

  /** Bound on the ratio to the best with hindsight in p99, after learning. */
  static final double NEAR_BEST = 1.05;

  /** The result of automatic at a place. */
  record Held(String place, Comparison comparison) {}

  /** One of the ratios at a place. */
  record At(String place, Ratio ratio) {}

  private NoHarm() {}

  /** The claims for one demand or one kind of load. */
  static List<Claim> claims(String what, List<Held> held) {
    var claims = new ArrayList<Claim>();
    for (GridStatistic statistic : List.of(GridStatistic.MEAN, GridStatistic.P95)) {
      claims.add(
          claim(
              "After learning: at most 1.03 times sequential at every point",
              what + ": " + statistic.words(),
              LEARNED,
              held.stream()
                  .map(it -> new At(it.place(), it.comparison().learned().of(statistic)))
                  .toList()));
      claims.add(
          claim(
              "While learning: at most 1.10 times sequential at every point",
              what + ": " + statistic.words(),
              WHILE_LEARNING,
              held.stream()
                  .map(it -> new At(it.place(), it.comparison().whileLearning().of(statistic)))
                  .toList()));
    }
    claims.add(
        claim(
            "After learning: p99 at most 1.05 times the best with hindsight at every point",
            what,
            NEAR_BEST,
            held.stream()
                .map(it -> new At(it.place(), it.comparison().learnedToBest().p99()))
                .toList()));
    return claims;
  }

  /**
   * Judges whether all ratios are at most a bound. The answer is true if all intervals are below
   * it, and false if one interval is wholly above it. Otherwise it is not decided.
   *
   * @param ratios ratios to judge; at least one
   */
  static Claim claim(String aim, String what, double bound, List<At> ratios) {
    Answer answer = Answer.YES;
    int above = 0;
    int notDecided = 0;
    for (At at : ratios) {
      Answer here = Answer.atMost(bound, at.ratio().low(), at.ratio().high());
      answer = answer.and(here);
      above += here == Answer.NO ? 1 : 0;
      notDecided += here == Answer.NOT_DECIDED ? 1 : 0;
    }
    At worst =
        ratios.stream().max(Comparator.comparingDouble(at -> at.ratio().value())).orElseThrow();
    return Claim.answered(
        aim,
        what,
        answer,
        "worst %s at %s; of %s %s above, %s not decided"
            .formatted(
                Words.ratio(worst.ratio()),
                worst.place(),
                Numbers.count(ratios.size()) + (ratios.size() == 1 ? " point" : " points"),
                above + (above == 1 ? " is" : " are"),
                notDecided),
        "");
  }
}
