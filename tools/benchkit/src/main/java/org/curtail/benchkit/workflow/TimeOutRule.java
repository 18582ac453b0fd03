package org.curtail.benchkit.workflow;

import java.util.Arrays;
import org.curtail.Percentile;
import org.curtail.workflow.Stage;

/** A time-out set by hand after which a call is given up. */
final class TimeOutRule {
  private TimeOutRule() {}

  /** A percentile of the stage's own times, of one call to one server. */
  static double millis(Stage stage, double percentile) {
    double[] ascending = stage.times().firstMillis();
    Arrays.sort(ascending);
    return Percentile.of(ascending, percentile);
  }
}
