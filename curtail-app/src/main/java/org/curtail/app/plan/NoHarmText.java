package org.curtail.app.plan;

import java.util.ArrayList;
import java.util.List;
import org.curtail.measurement.text.Columns;
import org.curtail.measurement.text.Numbers;
import org.curtail.tune.HarmlessTable;

/**
 * From which load on a table is sequential so that it does no harm, and what is left of its gain.
 */
public final class NoHarmText {
  private NoHarmText() {}

  /** The lines: a sentence, and a small table of ratios. */
  public static List<String> lines(HarmlessTable harmless) {
    var cells = new ArrayList<List<String>>();
    cells.add(List.of("simulated load", "mean", "p95", "of sequential requests"));
    for (HarmlessTable.Trial trial : harmless.trials()) {
      cells.add(
          List.of(
              "%.2f".formatted(trial.utilisation()),
              "%.2f".formatted(trial.meanRatio()),
              "%.2f".formatted(trial.p95Ratio()),
              ""));
    }
    var lines = new ArrayList<String>();
    lines.add(sentence(harmless));
    lines.addAll(Columns.aligned(cells));
    return lines;
  }

  private static String sentence(HarmlessTable harmless) {
    if (harmless.sequentialFrom() == 1) {
      return "No harm: only sequential requests; more threads would harm at some load";
    }
    String delay =
        harmless.delayMs() == 0
            ? ""
            : ", below that for the first %s ms".formatted(Numbers.tenths(harmless.delayMs()));
    return "No harm: sequential from %d requests in the system on%s"
        .formatted(harmless.sequentialFrom(), delay);
  }
}
