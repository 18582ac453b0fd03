package org.curtail.papers.experiments;

import java.util.List;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.workflow.Workflow;

/** An experiment of a paper, in the simulator. */
public abstract class Experiment {
  private final String name;
  private final String title;

  /**
   * An experiment.
   *
   * @param name name on the command line
   * @param title paper and figures, in a line
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
   * Returns the same experiment on workflows of the user instead of the paper's.
   *
   * @throws UsageError if it has no workflows
   */
  Experiment on(List<Workflow> workflows) {
    throw new UsageError("--workflow: %s has no workflows".formatted(name()));
  }

  /**
   * Returns the same experiment with the results of measurements on real servers.
   *
   * @throws UsageError if it has no such claims
   */
  Experiment with(List<Results> measured) {
    throw new UsageError("--measured: %s has no claims on real servers".formatted(name()));
  }

  /** Runs the experiment and returns its figures and claims. */
  abstract Findings run(ScenarioRunner runner) throws InterruptedException;
}
