package org.curtail.benchkit.workflow;

import java.util.Arrays;
import org.curtail.Percentile;
import org.curtail.workflow.Stage;

/** A time-out for calls, as set by hand. */
final class TimeOutRule {
  private TimeOutRule() {}

  /** Returns a percentile of the stage's own times: of one call to one server. */
  static double millis(Stage stage, double percentile) {
    double[] ascending = stage.times().firstMillis();
    Arrays.sort(ascending);
    return Percentile.of(ascending, percentile);
  }
}
