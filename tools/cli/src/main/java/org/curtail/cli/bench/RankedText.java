package org.curtail.cli.bench;

import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.results.Quality;
import org.curtail.benchkit.results.RankedFigures;
import org.curtail.benchkit.results.Run;
import org.jspecify.annotations.Nullable;

/** What only searches in order of importance have, for people: a table by load and policy. */
final class RankedText {
  private RankedText() {}

  /**
   * The lines of the table; none if no run has any of it.
   *
   * @param policyColumn the format of a policy's name
   */
  static List<String> lines(List<Run> runs, String policyColumn) {
    String format = "%-6s" + policyColumn + "%10s%10s%8s%13s%14s%14s%9s";
    var lines = new ArrayList<String>();
    for (Run run : runs) {
      RankedFigures ranked = run.ranked();
      if (ranked == null) {
        continue;
      }
      if (lines.isEmpty()) {
        lines.add(
            format.formatted(
                "load",
                "policy",
                "chunks",
                "beyond",
                "most",
                "speculative",
                "proportional",
                "exponential",
                "loss"));
      }
      Quality quality = ranked.quality();
      lines.add(
          format.formatted(
              "%.2f".formatted(run.load()),
              run.policy(),
              number("%.1f", ranked.chunksVisited()),
              number("%+.2f", ranked.chunksBeyondSequential()),
              number("%+d", ranked.mostChunksBeyondSequential()),
              percent("%.2f %%", ranked.speculativeShare()),
              percent("%+.3f %%", quality == null ? null : quality.proportional()),
              percent("%+.3f %%", quality == null ? null : quality.exponential()),
              percent("%.2f %%", ranked.lossRate())));
    }
    return lines;
  }

  private static String number(String format, @Nullable Number value) {
    return value == null ? "-" : format.formatted(value);
  }

  private static String percent(String format, @Nullable Double share) {
    return share == null ? "-" : format.formatted(100 * share);
  }
}
