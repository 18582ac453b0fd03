package org.curtail.benchkit.replay;

import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.results.Answer;
import org.curtail.benchkit.results.Claim;
import org.curtail.benchkit.stats.ShareInterval;

/**
 * Claims of the Adaptive parallelism paper about parallel searches, compared with replayed
 * searches.
 */
public final class ReplayClaims {
  private static final int PAPER_DEGREE = 6;
  private static final double PAPER_LONGEST = 4;
  private static final double PAPER_ALL = 2.5;

  /** Least number of searches: with fewer, the longest 5 % are a few outliers. */
  private static final int FEWEST_SEARCHES = 200;

  /** Greatest share of searches that the paper calls "unlikely". */
  private static final double HARDLY_ANY = 0.01;

  private ReplayClaims() {}

  /** Returns all claims for the measured degrees. */
  public static List<Claim> of(ReplayFindings findings) {
    var claims = new ArrayList<Claim>();
    if (findings.degrees().size() >= PAPER_DEGREE) {
      ReplayFindings.AtDegree six = findings.degrees().get(PAPER_DEGREE - 1);
      claims.add(longest(six, findings.searches()));
      claims.add(
          new Claim(
              "Figure 7(b)",
              "speedup of all by %d threads".formatted(PAPER_DEGREE),
              "times",
              PAPER_ALL,
              six.speedup(),
              null,
              null,
              six.speedup() - PAPER_ALL,
              null,
              "",
              "",
              null));
    }
    double beyond =
        findings.degrees().stream().mapToDouble(at -> 1 - at.withinShare()).max().orElseThrow();
    var interval = ShareInterval.of(beyond, findings.searches());
    claims.add(
        Claim.answered(
            "Section 4.3",
            "p threads visit at most p - 1 extra chunks",
            Answer.atMost(HARDLY_ANY, interval.low(), interval.high()),
            "at most %.1f %% of the searches visit more, at any degree (%.1f to %.1f %% by %,d searches)"
                .formatted(
                    100 * beyond, 100 * interval.low(), 100 * interval.high(), findings.searches()),
            ""));
    return claims;
  }

  private static Claim longest(ReplayFindings.AtDegree six, int searches) {
    Answer answer =
        searches < FEWEST_SEARCHES
            ? Answer.NOT_DECIDED
            : Answer.above(PAPER_LONGEST, six.speedupLongestLow(), six.speedupLongestHigh());
    return new Claim(
        "Figure 7(a)",
        "speedup of the longest 5 %% by %d threads is more than %.0f"
            .formatted(PAPER_DEGREE, PAPER_LONGEST),
        "times",
        null,
        six.speedupLongest(),
        six.speedupLongestLow(),
        six.speedupLongestHigh(),
        null,
        answer.holds(),
        searches < FEWEST_SEARCHES
            ? "too few searches: %,d of %,d that the longest 5 %% need"
                .formatted(searches, FEWEST_SEARCHES)
            : "",
        "",
        answer.tie());
  }
}
