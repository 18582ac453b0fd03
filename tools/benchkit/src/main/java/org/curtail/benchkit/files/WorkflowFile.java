package org.curtail.benchkit.files;

import java.io.IOException;
import java.nio.file.Path;
import org.curtail.benchkit.terminal.Misuse;
import org.curtail.benchkit.terminal.OutputFile;
import org.curtail.services.json.WorkflowJson;
import org.curtail.workflow.Workflow;

/** Files with a workflow, in the format of {@link WorkflowJson}. */
public final class WorkflowFile {
  private WorkflowFile() {}

  /**
   * Reads a workflow.
   *
   * @throws Misuse if the file is missing, unreadable or no workflow; one line that says which
   */
  public static Workflow read(Path file) {
    return InputFile.read(file, "a workflow", WorkflowJson::read);
  }

  /**
   * Writes a workflow; the file is whole or keeps what it had.
   *
   * @throws IOException if writing fails; the message names the file
   */
  public static void write(Path file, Workflow workflow) throws IOException {
    OutputFile.write(file, writer -> WorkflowJson.write(workflow, writer));
  }
}
