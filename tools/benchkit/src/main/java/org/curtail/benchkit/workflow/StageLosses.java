package org.curtail.benchkit.workflow;

import java.util.HashMap;
import java.util.Map;

/** Shares of the needed answers that each stage of a request did not wait for. Immutable. */
final class StageLosses {
  static final StageLosses NONE = new StageLosses(Map.of());

  /** Only stages with a loss; never changed. */
  private final Map<Integer, Double> shares;

  private StageLosses(Map<Integer, Double> shares) {
    this.shares = shares;
  }

  /** The same with the loss of one more stage: 0 to 1. */
  StageLosses with(int stage, double share) {
    if (share == 0) {
      return this;
    }
    var more = new HashMap<>(shares);
    more.put(stage, share);
    return new StageLosses(more);
  }

  /** The same with the losses of other stages. */
  StageLosses plus(StageLosses others) {
    if (others.shares.isEmpty()) {
      return this;
    }
    var more = new HashMap<>(shares);
    more.putAll(others.shares);
    return new StageLosses(more);
  }

  /** Losses by stage. */
  double[] shares(int stages) {
    double[] all = new double[stages];
    shares.forEach((stage, share) -> all[stage] = share);
    return all;
  }
}
