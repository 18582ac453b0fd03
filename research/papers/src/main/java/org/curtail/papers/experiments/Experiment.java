package org.curtail.papers.experiments;

import java.util.List;
import org.curtail.benchkit.terminal.Misuse;
import org.curtail.workflow.Workflow;

/** Figures of a paper that can be simulated. */
public interface Experiment {
  /** Its name on the command line. */
  String name();

  /** What it reproduces, in a line: paper and figures. */
  String title();

  /**
   * The same experiment on workflows of the user instead of the paper's.
   *
   * @throws Misuse if it has no workflows
   */
  default Experiment on(List<Workflow> workflows) {
    throw new Misuse("--workflow: %s has no workflows".formatted(name()));
  }

  /** Measures what the figures need, and says what follows. */
  Findings run(ScenarioRunner runner) throws InterruptedException;
}
