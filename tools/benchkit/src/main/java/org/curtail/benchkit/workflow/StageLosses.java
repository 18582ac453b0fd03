package org.curtail.benchkit.workflow;

import java.util.HashMap;
import java.util.Map;

/** Which share of its needed answers each stage of a request did not wait for. Immutable. */
final class StageLosses {
  static final StageLosses NONE = new StageLosses(Map.of());

  /** Only of stages that lost something; not changed once it is made. */
  private final Map<Integer, Double> shares;

  private StageLosses(Map<Integer, Double> shares) {
    this.shares = shares;
  }

  /** The same, and what one more stage lost: 0 to 1. */
  StageLosses with(int stage, double share) {
    if (share == 0) {
      return this;
    }
    var more = new HashMap<>(shares);
    more.put(stage, share);
    return new StageLosses(more);
  }

  /** The same, and what other stages lost. */
  StageLosses plus(StageLosses others) {
    if (others.shares.isEmpty()) {
      return this;
    }
    var more = new HashMap<>(shares);
    more.putAll(others.shares);
    return new StageLosses(more);
  }

  /** By stage, of so many. */
  double[] shares(int stages) {
    double[] all = new double[stages];
    shares.forEach((stage, share) -> all[stage] = share);
    return all;
  }
}
