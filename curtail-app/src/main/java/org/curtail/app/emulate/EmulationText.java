package org.curtail.app.emulate;

import java.util.ArrayList;
import java.util.List;
import org.curtail.app.plan.Columns;
import org.curtail.app.report.Numbers;
import org.curtail.app.results.Comparison.Ratio;
import org.curtail.app.results.Emulated;
import org.curtail.app.results.Results;
import org.curtail.app.results.Run;

/** Emulated runs for people: a row for each policy and rate, beside the simulator's. */
public final class EmulationText {
  private EmulationText() {}

  /** The lines of the table. */
  public static List<String> lines(Results results) {
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
    return Columns.aligned(rows);
  }

  private static List<String> row(Emulated emulated, Run run, int width) {
    return List.of(
        Numbers.plain(emulated.rps()),
        ("%-" + width + "s").formatted(emulated.policy()),
        Numbers.count(run.requests()),
        Numbers.time(emulated.p99Ms()),
        Numbers.time(emulated.simulatedP99Ms()),
        ratio(emulated.p99()),
        "%s to %s"
            .formatted(
                Numbers.decimal(emulated.p99().low()), Numbers.decimal(emulated.p99().high())),
        ratio(emulated.p95()),
        ratio(emulated.mean()),
        Numbers.time(run.latenessP99Ms()),
        "%.2f %%".formatted(100 * emulated.chunkError()));
  }

  private static String ratio(Ratio ratio) {
    return "%.3f".formatted(ratio.value());
  }
}
