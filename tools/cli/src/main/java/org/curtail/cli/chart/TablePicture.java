package org.curtail.cli.chart;

import java.io.IOException;
import java.io.Writer;
import org.curtail.IntervalTable;
import org.curtail.benchkit.text.Numbers;

/** An interval table as bars, in a self-contained SVG file. */
public final class TablePicture {
  private static final double MARGIN = StandaloneSvg.MARGIN;
  private static final double WIDTH = 880;

  private TablePicture() {}

  /** Writes the picture. The writer stays open. */
  public static void write(IntervalTable table, Writer writer) throws IOException {
    var chart = new IntervalPicture(table);
    double width = 2 * MARGIN + WIDTH;
    double height = 2 * MARGIN + StandaloneSvg.panelHeight(chart, WIDTH) + 34;
    Markup markup =
        StandaloneSvg.start(chart.title(), chart.description(), table.maxDegree(), width, height);
    StandaloneSvg.panel(markup, chart, MARGIN, MARGIN, WIDTH);
    new Svg(markup, width, height)
        .text(
            "foot",
            MARGIN,
            height - MARGIN + 6,
            "planned for the %s on %d cores with %d threads in total%s"
                .formatted(
                    Numbers.percentile(table.percentile()),
                    table.cores(),
                    table.targetParallelism(),
                    table.hasExit() ? "; dashed: waits" : ""));
    StandaloneSvg.end(markup);
    writer.write(markup.toString());
  }
}
