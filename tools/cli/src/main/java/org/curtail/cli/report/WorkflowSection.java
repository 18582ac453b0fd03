package org.curtail.cli.report;

import org.curtail.benchkit.results.DrawnWorkflow;
import org.curtail.cli.chart.Markup;
import org.curtail.cli.chart.WorkflowDrawing;

/** The stages of a workflow, drawn in layers, with what a plan spends at each. */
final class WorkflowSection {
  private WorkflowSection() {}

  /** Whether the chapter has a workflow. */
  static boolean isIn(Chapter chapter) {
    return chapter.results().workflow() != null;
  }

  static void write(Markup markup, Chapter chapter) {
    DrawnWorkflow workflow = chapter.results().workflow();
    if (workflow == null) {
      return;
    }
    chapter.startSection(markup, "stages-drawn", "The stages of " + workflow.name());
    WorkflowDrawing drawing = WorkflowDrawing.of(workflow, WorkflowDrawing.PAGE);
    markup.element(
        "p",
        "An arrow leads to a stage from those that it waits for. Stages within a box are called by"
            + " it. In each box "
            + drawing.key()
            + ".",
        "class",
        "note");
    drawing.writeScrolling(markup, "The stages as a drawing");
    markup.end();
  }
}
