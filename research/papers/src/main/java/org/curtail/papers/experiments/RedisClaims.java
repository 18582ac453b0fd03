package org.curtail.papers.experiments;

import java.util.List;
import org.curtail.benchkit.results.Claim;
import org.curtail.benchkit.results.HedgeFigures;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.text.Numbers;
import org.jspecify.annotations.Nullable;

/** Statements of the SingleR paper on Redis, on real servers. */
final class RedisClaims {
  private static final String FIGURE = "Redis on real servers";
  private static final String CLAIM = "p99 30 to 70 % lower with 2 % sent again";

  /** Rounding error of the paper's percentages. */
  private static final double ROUNDED = 0.5;

  private RedisClaims() {}

  /**
   * Returns the claims.
   *
   * @param measured results of {@code curtail bench redis}; null if there are none
   */
  static List<Claim> of(@Nullable Results measured) {
    var claims = new Claims();
    if (measured == null) {
      claims.unanswered(
          FIGURE,
          CLAIM,
          "not run: ./curtail bench redis --redis 3 --policies none,single-r --out redis, then add"
              + " --measured redis/results.json here; it needs redis-server (Debian, Ubuntu:"
              + " apt-get install redis-server)");
      return claims.all();
    }
    for (Run run : measured.runs()) {
      HedgeFigures hedges = run.hedges();
      if (hedges == null || hedges.budget() == null || run.against().isEmpty()) {
        continue; // Without copies or without a budget, or a single block.
      }
      Ratio ratio = run.against().getLast().p99();
      var below =
          new Estimate(
              100 * (1 - ratio.value()), 100 * (1 - ratio.high()), 100 * (1 - ratio.low()));
      claims.answered(
          FIGURE,
          "%s, %s at %.0f %% load".formatted(CLAIM, run.policy(), 100 * run.load()),
          below.between(30 - ROUNDED, 70 + ROUNDED),
          "ours %s %%; %s %% sent again"
              .formatted(
                  below.words(Numbers::hundredths),
                  Numbers.hundredths(100 * hedges.reissueFraction())),
          "the paper has ten servers, each on its own machine; these share one machine with the client");
    }
    return claims.all();
  }
}
