package org.curtail.cli.traces;

import org.curtail.benchkit.terminal.Abbreviated;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.traces.workflow.TracedWorkflow;
import org.curtail.traces.workflow.WhatIf;
import picocli.CommandLine.Option;

/** Options for replaying recorded requests. */
final class ReplayOptions {
  private static final double LEAST_BUDGET = 1e-4;
  private static final double MOST_BUDGET = 0.5;

  @Option(
      names = "--budget",
      paramLabel = "SHARE",
      defaultValue = "0.02",
      description =
          "Share of a stage's calls that may be sent twice: 0.0001 to 0.5. Default:"
              + " ${DEFAULT-VALUE}.")
  private double budget;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of all random choices. Default: ${DEFAULT-VALUE}.")
  private long seed;

  void check() {
    OptionRules.number("--budget", budget, LEAST_BUDGET, MOST_BUDGET);
  }

  double budget() {
    return budget;
  }

  long seed() {
    return seed;
  }

  /**
   * The replay of a workflow.
   *
   * @throws UsageError if the workflow has too few requests
   */
  WhatIf of(TracedWorkflow workflow) {
    require(workflow);
    return WhatIf.of(workflow, seed);
  }

  /**
   * Rejects a workflow with too few requests.
   *
   * @throws UsageError if the workflow has too few requests
   */
  static void require(TracedWorkflow workflow) {
    if (workflow.traces().size() < 2 * WhatIf.LEAST_REQUESTS) {
      throw new UsageError(
          "expected a workflow with at least %d requests, for a 99th percentile of the later half, found %d"
              .formatted(2 * WhatIf.LEAST_REQUESTS, workflow.traces().size()));
    }
  }

  /** Parses a share: 20% or 0.2; above 0, at most 1. */
  static double share(String option, String text) {
    try {
      double share =
          text.endsWith("%")
              ? Double.parseDouble(text.substring(0, text.length() - 1)) / 100
              : Double.parseDouble(text);
      if (share > 0 && share <= 1) {
        return share;
      }
    } catch (NumberFormatException e) {
      // Reported below.
    }
    throw new UsageError(
        "%s: expected a share above 0 and at most 100%%, as in 20%% or 0.2, found '%s'"
            .formatted(option, Abbreviated.of(text)));
  }
}
