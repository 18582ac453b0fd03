package org.curtail.papers.experiments;

import java.util.List;
import org.curtail.benchkit.results.Claim;
import org.curtail.benchkit.results.HedgeFigures;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.benchkit.text.Numbers;

/** Statements of the SingleR paper on Redis and Lucene, on real servers. */
final class RealServerClaims {
  /** Rounding error of the paper's percentages. */
  private static final double ROUNDED = 0.5;

  /**
   * A system of the paper.
   *
   * @param option of the bench that measures it
   * @param percent budget, in copies per 100 requests
   * @param least least reduction of the p99, in percent
   * @param greatest greatest reduction of the p99, in percent
   */
  private record PaperSystem(
      String name, String option, String bench, int percent, double least, double greatest) {
    String figure() {
      return name + " on real servers";
    }

    String claim() {
      return "p99 %.0f to %.0f %% lower with %d %% sent again".formatted(least, greatest, percent);
    }

    boolean measured(Results results) {
      return results.command().contains(" " + option + " ");
    }
  }

  private static final List<PaperSystem> SYSTEMS =
      List.of(
          new PaperSystem(
              "Redis",
              "--redis",
              "./curtail bench redis --redis 3 --policies none,single-r --out measured; it needs"
                  + " redis-server (Debian, Ubuntu: apt-get install redis-server)",
              2,
              30,
              70),
          new PaperSystem(
              "Lucene",
              "--servers",
              "./curtail bench servers --servers 3 --index INDEX --queries LOG --policies"
                  + " none,single-r --budget 0.01 --out measured",
              1,
              15,
              25));

  private RealServerClaims() {}

  /**
   * Checks that results are of real servers.
   *
   * @throws UsageError if they are not
   */
  static void check(Results results) {
    if (SYSTEMS.stream().noneMatch(system -> system.measured(results))) {
      throw new UsageError(
          "--measured: expected results of curtail bench redis or servers, found those of "
              + results.command());
    }
  }

  /** Returns the claims, with what was measured of each system. */
  static List<Claim> of(List<Results> measured) {
    var claims = new Claims();
    for (PaperSystem system : SYSTEMS) {
      List<Results> own = measured.stream().filter(system::measured).toList();
      if (own.isEmpty()) {
        claims.unanswered(
            system.figure(),
            system.claim(),
            "not run: %s; then add --measured measured/results.json here".formatted(system.bench));
      }
      own.forEach(results -> add(claims, system, results));
    }
    return claims.all();
  }

  private static void add(Claims claims, PaperSystem system, Results measured) {
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
          system.figure(),
          "%s, %s at %.0f %% load".formatted(system.claim(), run.policy(), 100 * run.load()),
          below.between(system.least - ROUNDED, system.greatest + ROUNDED),
          "ours %s %%; %s %% sent again"
              .formatted(
                  below.words(Numbers::hundredths),
                  Numbers.hundredths(100 * hedges.reissueFraction())),
          "the paper has ten servers, each on its own machine; these share one machine with the client");
    }
  }
}
