package org.curtail.json;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import org.curtail.workflow.Workflow;

/** Workflows as {@code curtail-workflow/1}. Stateless. */
public final class WorkflowJson {
  private WorkflowJson() {}

  /**
   * Reads a workflow and everything else that the reader holds, which must be white space.
   *
   * @param text not closed
   * @param name of the text, for messages: usually the file
   * @throws FormatException if the text is no workflow of this format; names line and field
   * @throws IOException if the reader fails
   */
  public static Workflow read(Reader text, String name) throws IOException {
    throw new UnsupportedOperationException("follows");
  }

  /**
   * Writes a workflow, with a line break at the end.
   *
   * @param out neither flushed nor closed
   */
  public static void write(Workflow workflow, Writer out) throws IOException {
    throw new UnsupportedOperationException("follows");
  }
}
