package org.curtail.cli.report;

import java.util.List;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.results.SampleSize;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.chart.Markup;

/** Percentiles in tables: a dash where there are too few requests, and a line that says so. */
final class PercentileCells {
  static final String TOO_FEW = "–";

  private PercentileCells() {}

  /** A time, or a dash if a run has too few requests for this percentile. */
  static String ms(Run run, double percentile, double ms) {
    return run.carries(percentile) ? Numbers.significant(ms) : TOO_FEW;
  }

  /** What the dashes mean; nothing if there are none. */
  static void explain(Markup markup, List<Run> runs, List<Double> percentiles) {
    for (String remark : SampleSize.remarks(TOO_FEW, runs, percentiles)) {
      markup.element("p", remark, "class", "note");
    }
  }
}
