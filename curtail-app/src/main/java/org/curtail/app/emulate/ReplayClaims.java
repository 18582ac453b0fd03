package org.curtail.app.emulate;

import java.util.ArrayList;
import java.util.List;
import org.curtail.app.results.Claim;
import org.jspecify.annotations.Nullable;

/** What the Adaptive parallelism paper says of parallel searches, beside replayed ones. */
public final class ReplayClaims {
  private static final int PAPER_DEGREE = 6;
  private static final double PAPER_LONGEST = 4;
  private static final double PAPER_ALL = 2.5;

  /** Of all searches: the paper calls more unlikely. */
  private static final double HARDLY_ANY = 0.01;

  private ReplayClaims() {}

  /** All that the degrees allow. */
  public static List<Claim> of(ReplayFindings findings) {
    var claims = new ArrayList<Claim>();
    if (findings.degrees().size() >= PAPER_DEGREE) {
      ReplayFindings.AtDegree six = findings.degrees().get(PAPER_DEGREE - 1);
      claims.add(
          claim(
              "Figure 7(a)",
              "speedup of the longest 5 %% by %d threads is more than %.0f"
                  .formatted(PAPER_DEGREE, PAPER_LONGEST),
              null,
              six.speedupLongest(),
              six.speedupLongest() > PAPER_LONGEST));
      claims.add(
          claim(
              "Figure 7(b)",
              "speedup of all by %d threads".formatted(PAPER_DEGREE),
              PAPER_ALL,
              six.speedup(),
              null));
    }
    double beyond =
        findings.degrees().stream().mapToDouble(at -> 1 - at.withinShare()).max().orElseThrow();
    claims.add(
        new Claim(
            "Section 4.3",
            "p threads visit at most p - 1 extra chunks",
            "",
            null,
            null,
            null,
            null,
            null,
            beyond <= HARDLY_ANY,
            "at most %.1f %% of the searches visit more, at any degree".formatted(100 * beyond),
            "",
            null));
    return claims;
  }

  private static Claim claim(
      String figure, String what, @Nullable Double paper, double ours, @Nullable Boolean holds) {
    return new Claim(
        figure,
        what,
        "times",
        paper,
        ours,
        null,
        null,
        paper == null ? null : ours - paper,
        holds,
        "",
        "",
        null);
  }
}
