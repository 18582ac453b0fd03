package org.curtail.benchkit.emulate;

import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.results.Emulated;
import org.curtail.benchkit.results.Interruption;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.results.SampleSize;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.text.Columns;
import org.curtail.benchkit.text.Numbers;

/** Emulated runs for people: a row for each policy and rate, beside the simulator's. */
public final class EmulationText {
  private EmulationText() {}

  /** The lines of the table. */
  public static List<String> lines(Results results) {
    var lines =
        new ArrayList<>(Interruption.around(Columns.aligned(rows(results)), results.interrupted()));
    lines.addAll(SampleSize.remarks(SampleSize.TOO_FEW, results.runs(), List.of(95.0, 99.0)));
    return lines;
  }

  private static List<List<String>> rows(Results results) {
    var rows = new ArrayList<List<String>>();
    rows.add(
        List.of(
            "requests/s",
            "policy",
            "requests",
            "p99 emulated",
            "simulated",
            "ratio",
            "95 % interval",
            "p95 ratio",
            "mean ratio",
            "late p99",
            "chunk error"));
    int width = results.runs().stream().mapToInt(run -> run.policy().length()).max().orElseThrow();
    for (int i = 0; i < results.emulated().size(); i++) {
      rows.add(row(results.emulated().get(i), results.runs().get(i), width));
    }
    return rows;
  }

  private static List<String> row(Emulated emulated, Run run, int width) {
    return List.of(
        Numbers.plain(emulated.rps()),
        ("%-" + width + "s").formatted(emulated.policy()),
        Numbers.count(run.requests()),
        of(run, 99, Numbers.time(emulated.p99Ms())),
        of(run, 99, Numbers.time(emulated.simulatedP99Ms())),
        of(run, 99, ratio(emulated.p99())),
        of(run, 99, interval(emulated.p99())),
        of(run, 95, ratio(emulated.p95())),
        ratio(emulated.mean()),
        of(run, 99, Numbers.time(run.lateness().latenessP99Ms())),
        "%.2f %%".formatted(100 * emulated.chunkError()));
  }

  private static String of(Run run, double percentile, String figure) {
    return run.carries(percentile) ? figure : SampleSize.TOO_FEW;
  }

  /** One block has none. */
  private static String interval(Ratio ratio) {
    return ratio.low() == ratio.high()
        ? "one block"
        : "%s to %s".formatted(Numbers.decimal(ratio.low()), Numbers.decimal(ratio.high()));
  }

  private static String ratio(Ratio ratio) {
    return "%.3f".formatted(ratio.value());
  }
}
