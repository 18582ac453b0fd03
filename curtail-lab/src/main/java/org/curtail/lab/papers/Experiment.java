package org.curtail.lab.papers;

/** Figures of a paper that can be simulated. */
public interface Experiment {
  /** Its name on the command line. */
  String name();

  /** What it reproduces, in a line: paper and figures. */
  String title();

  /** Measures what the figures need, and says what follows. */
  Findings run(ScenarioRunner runner) throws InterruptedException;
}
