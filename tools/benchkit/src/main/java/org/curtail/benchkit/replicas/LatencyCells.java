package org.curtail.benchkit.replicas;

import java.util.List;
import java.util.stream.Stream;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.results.SampleSize;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.text.Numbers;

/**
 * The cells with which a table of runs on servers of this machine begins: who ran at which load,
 * the latencies, and the ratio of the p99.
 */
public final class LatencyCells {
  /** Those that such tables show. */
  public static final List<Double> PERCENTILES = List.of(50.0, 95.0, 99.0, 99.9);

  private static final List<String> HEADS =
      List.of(
          "load",
          "requests/s",
          "policy",
          "requests",
          "p50",
          "p95",
          "p99",
          "p99.9",
          "ratio",
          "95 % interval");

  private LatencyCells() {}

  /** The heads of these cells, and of more behind them. */
  public static List<String> heads(String... more) {
    return joined(HEADS, more);
  }

  private static List<String> joined(List<String> cells, String... more) {
    return Stream.concat(cells.stream(), Stream.of(more)).toList();
  }

  /** How wide the longest name of a policy is. */
  public static int nameWidth(Results results) {
    return results.runs().stream().mapToInt(run -> run.policy().length()).max().orElseThrow();
  }

  /**
   * One run.
   *
   * @param nameWidth as {@link #nameWidth} gives it
   * @param more cells behind these
   */
  public static List<String> of(Run run, int nameWidth, String... more) {
    return joined(latency(run, nameWidth), more);
  }

  private static List<String> latency(Run run, int nameWidth) {
    Ratio ratio =
        run.against().isEmpty() || !run.carries(99) ? null : run.against().getLast().p99();
    return List.of(
        Numbers.percent(run.load()),
        Numbers.significant(run.rps()),
        ("%-" + nameWidth + "s").formatted(run.policy()),
        Numbers.count(run.requests()),
        time(run, 50, run.latency().p50Ms()),
        time(run, 95, run.latency().p95Ms()),
        time(run, 99, run.latency().p99Ms()),
        time(run, 99.9, run.latency().p999Ms()),
        ratio == null ? SampleSize.TOO_FEW : Numbers.hundredths(ratio.value()),
        ratio == null
            ? SampleSize.TOO_FEW
            : "%s to %s"
                .formatted(Numbers.hundredths(ratio.low()), Numbers.hundredths(ratio.high())));
  }

  private static String time(Run run, double percentile, double ms) {
    return run.carries(percentile) ? Numbers.significant(ms) : SampleSize.TOO_FEW;
  }
}
