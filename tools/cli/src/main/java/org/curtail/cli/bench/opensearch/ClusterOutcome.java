package org.curtail.cli.bench.opensearch;

import java.util.List;
import org.curtail.benchkit.replicas.MeasuredBlock;

/**
 * The result of one block of searches.
 *
 * @param kinds the searches of each kind, at least one kind; the CPU time is that of all nodes for
 *     all kinds, and so is the number of requests
 * @param checked answers compared with those of OpenSearch without the plugin
 * @param mismatches answers that differed
 */
record ClusterOutcome(List<MeasuredBlock> kinds, int checked, int mismatches) {
  ClusterOutcome {
    if (mismatches < 0 || mismatches > checked) {
      throw new IllegalArgumentException(
          "mismatches must be from 0 to %d: %d".formatted(checked, mismatches));
    }
    kinds = List.copyOf(kinds);
  }

  /** The searches of the first kind. */
  MeasuredBlock block() {
    return kinds.getFirst();
  }
}
