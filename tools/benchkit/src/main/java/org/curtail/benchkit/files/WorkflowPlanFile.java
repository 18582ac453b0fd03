package org.curtail.benchkit.files;

import java.io.IOException;
import java.nio.file.Path;
import org.curtail.benchkit.terminal.Misuse;
import org.curtail.benchkit.terminal.OutputFile;
import org.curtail.services.json.WorkflowPlanJson;
import org.curtail.workflow.NotedWorkflowPlan;
import org.curtail.workflow.Workflow;

/** Files with a plan for a workflow, in the format of {@link WorkflowPlanJson}. */
public final class WorkflowPlanFile {
  private WorkflowPlanFile() {}

  /**
   * Reads a plan.
   *
   * @throws Misuse if the file is missing, unreadable or no plan for a workflow; one line that says
   *     which
   */
  public static NotedWorkflowPlan read(Path file) {
    return InputFile.read(file, "a plan for a workflow", WorkflowPlanJson::read);
  }

  /**
   * Reads a plan for a workflow.
   *
   * @throws Misuse also if it is for another one; says what differs
   */
  public static NotedWorkflowPlan read(Path file, Workflow workflow) {
    NotedWorkflowPlan noted = read(file);
    try {
      noted.plan().requireFits(workflow);
    } catch (IllegalArgumentException e) {
      throw new Misuse(file + ": " + e.getMessage(), e);
    }
    return noted;
  }

  /**
   * Writes a plan; the file is whole or keeps what it had.
   *
   * @throws IOException if writing fails; the message names the file
   */
  public static void write(Path file, NotedWorkflowPlan plan) throws IOException {
    OutputFile.write(file, writer -> WorkflowPlanJson.write(plan, writer));
  }
}
