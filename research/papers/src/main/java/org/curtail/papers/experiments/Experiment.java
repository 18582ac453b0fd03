package org.curtail.papers.experiments;

import java.util.List;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.workflow.Workflow;

/** Figures of a paper that can be simulated. */
public abstract class Experiment {
  private final String name;
  private final String title;

  /**
   * An experiment.
   *
   * @param name on the command line
   * @param title what it reproduces, in a line: paper and figures
   */
  Experiment(String name, String title) {
    this.name = name;
    this.title = title;
  }

  final String name() {
    return name;
  }

  final String title() {
    return title;
  }

  /**
   * The same experiment on workflows of the user instead of the paper's.
   *
   * @throws UsageError if it has no workflows
   */
  Experiment on(List<Workflow> workflows) {
    throw new UsageError("--workflow: %s has no workflows".formatted(name()));
  }

  /** Measures what the figures need, and says what follows. */
  abstract Findings run(ScenarioRunner runner) throws InterruptedException;
}
