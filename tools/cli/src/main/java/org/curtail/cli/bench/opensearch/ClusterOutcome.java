package org.curtail.cli.bench.opensearch;

import org.curtail.benchkit.replicas.MeasuredBlock;

/**
 * The result of one block of searches.
 *
 * @param block its CPU time is that of all nodes
 * @param checked answers compared with those of OpenSearch without the plugin
 * @param mismatches answers that differed
 */
record ClusterOutcome(MeasuredBlock block, int checked, int mismatches) {
  ClusterOutcome {
    if (mismatches < 0 || mismatches > checked) {
      throw new IllegalArgumentException(
          "mismatches must be from 0 to %d: %d".formatted(checked, mismatches));
    }
  }
}
