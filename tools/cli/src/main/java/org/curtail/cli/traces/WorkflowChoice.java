package org.curtail.cli.traces;

import java.util.List;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.traces.TraceSet;
import org.curtail.traces.workflow.TracedWorkflow;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The user's choice of a workflow in a recording. */
final class WorkflowChoice {
  @Option(
      names = "--workflow",
      paramLabel = "N",
      description =
          "Number of the workflow in the list of curtail traces show. Default: 1, the most frequent.")
  private @Nullable Integer number;

  /** The number of the workflow, from 1. */
  int number() {
    return number == null ? 1 : number;
  }

  /** The workflow among all of a recording. */
  <T> T of(List<T> workflows) {
    return workflows.get(OptionRules.whole("--workflow", number(), 1, workflows.size()) - 1);
  }

  /** The chosen workflow of the recording. */
  TracedWorkflow of(TraceSet recording) {
    return of(TracedWorkflow.of(recording.traces()));
  }
}
