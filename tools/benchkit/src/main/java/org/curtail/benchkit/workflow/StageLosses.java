package org.curtail.benchkit.workflow;

import java.util.HashMap;
import java.util.Map;

/**
 * The losses of the stages of a request: shares of needed answers that a stage did not wait for.
 * Immutable.
 */
final class StageLosses {
  static final StageLosses NONE = new StageLosses(Map.of());

  /** Losses above 0, by stage; never changed. */
  private final Map<Integer, Double> shares;

  private StageLosses(Map<Integer, Double> shares) {
    this.shares = shares;
  }

  /** Returns these losses with that of one more stage: 0 to 1. */
  StageLosses with(int stage, double share) {
    if (share == 0) {
      return this;
    }
    var more = new HashMap<>(shares);
    more.put(stage, share);
    return new StageLosses(more);
  }

  /** Returns these losses with those of other stages. */
  StageLosses plus(StageLosses others) {
    if (others.shares.isEmpty()) {
      return this;
    }
    var more = new HashMap<>(shares);
    more.putAll(others.shares);
    return new StageLosses(more);
  }

  /** Returns the losses of all stages, by index. */
  double[] shares(int stages) {
    double[] all = new double[stages];
    shares.forEach((stage, share) -> all[stage] = share);
    return all;
  }
}
