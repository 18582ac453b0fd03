package org.curtail.json;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import org.curtail.workflow.NotedWorkflowPlan;

/** Plans of workflows as {@code curtail-workflow-plan/1}. Stateless. */
public final class WorkflowPlanJson {
  private WorkflowPlanJson() {}

  /**
   * Reads a plan and everything else that the reader holds, which must be white space.
   *
   * @param text not closed
   * @param name of the text, for messages: usually the file
   * @throws FormatException if the text is no plan of this format; names line and field
   * @throws IOException if the reader fails
   */
  public static NotedWorkflowPlan read(Reader text, String name) throws IOException {
    throw new UnsupportedOperationException("follows");
  }

  /**
   * Writes a plan and what is known of it, with a line break at the end.
   *
   * @param out neither flushed nor closed
   */
  public static void write(NotedWorkflowPlan noted, Writer out) throws IOException {
    throw new UnsupportedOperationException("follows");
  }
}
