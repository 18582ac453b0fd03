package org.curtail.cli.chart;

import java.io.IOException;
import java.io.Writer;
import org.curtail.benchkit.results.DrawnWorkflow;

/** A workflow as an SVG file that stands alone. */
public final class WorkflowPicture {
  private static final double MARGIN = StandaloneSvg.MARGIN;
  private static final double TITLE = 30;
  private static final double FOOT = 34;

  /** Width of a slide or a page; a workflow that does not fit is wider. */
  private static final double ROOM = 1600;

  /** Smallest width, for the title and the foot. */
  private static final double LEAST_WIDTH = 720;

  private WorkflowPicture() {}

  /** Writes the picture. The writer stays open. */
  public static void write(DrawnWorkflow workflow, Writer writer) throws IOException {
    WorkflowDrawing drawing = WorkflowDrawing.of(workflow, ROOM);
    double width = 2 * MARGIN + Math.max(LEAST_WIDTH, drawing.width());
    double height = 2 * MARGIN + TITLE + drawing.height() + FOOT;
    Markup markup = StandaloneSvg.start(workflow.name(), drawing.description(), 1, width, height);
    var svg = new Svg(markup, width, height);
    svg.text("panel-title", MARGIN, MARGIN + 14, Svg.fitting(workflow.name(), width - 2 * MARGIN));
    markup.start("g", "transform", "translate(%.0f %.0f)".formatted(MARGIN, MARGIN + TITLE));
    drawing.draw(markup);
    markup.end();
    svg.text(
        "foot",
        MARGIN,
        height - MARGIN + 6,
        Svg.fitting("In each box " + drawing.key(), width - 2 * MARGIN));
    StandaloneSvg.end(markup);
    writer.write(markup.toString());
  }
}
