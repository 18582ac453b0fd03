package org.curtail.papers.experiments;

import java.util.Arrays;
import java.util.List;
import org.curtail.Percentile;
import org.curtail.workflow.simulate.WorkflowResult;

/**
 * Percentiles of the latency of the requests of one workflow, in milliseconds.
 *
 * @param millis values in the order of {@link #PERCENTILES}
 */
record KwikenTail(List<Double> millis) {
  /** Percentiles of the paper's Figure 11b, and one beyond. */
  static final List<Double> PERCENTILES = List.of(50.0, 75.0, 90.0, 95.0, 99.0, 99.9);

  KwikenTail {
    millis = List.copyOf(millis);
  }

  static KwikenTail of(WorkflowResult result) {
    return new KwikenTail(PERCENTILES.stream().map(result::percentileMillis).toList());
  }

  static KwikenTail of(double[] latenciesMillis) {
    double[] ascending = latenciesMillis.clone();
    Arrays.sort(ascending);
    return new KwikenTail(
        PERCENTILES.stream().map(percentile -> Percentile.of(ascending, percentile)).toList());
  }

  double millis(double percentile) {
    int index = PERCENTILES.indexOf(percentile);
    if (index < 0) {
      throw new IllegalArgumentException("not kept: " + percentile);
    }
    return millis.get(index);
  }
}
