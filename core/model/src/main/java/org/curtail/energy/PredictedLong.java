package org.curtail.energy;

import org.curtail.Prediction;
import org.curtail.speed.SpeedPolicy;

/**
 * Fast for requests that are predicted to be long, from their start to their end, and slower for
 * all others, in the manner of Adrenaline (Hsu, Zhang, Laurenzano, Meisner, Wenisch, Mars, Tang,
 * Dreslinski: Adrenaline: Pinpointing and Reining in Tail Queries with Quick Voltage Boosting, HPCA
 * 2015). There a request is known to be long by its kind; here somebody predicts its demand, with
 * the errors of a {@link org.curtail.sim.Predictor}. A long request that is taken for a short one
 * stays slow. A request of which nothing is predicted is short.
 *
 * @param fromNanos of predicted demand on a core of speed 1; at least 0
 * @param slowClass of those that are predicted to be shorter; at least 0
 */
record PredictedLong(long fromNanos, int slowClass) implements SpeedPolicy {
  public PredictedLong {
    if (fromNanos < 0) {
      throw new IllegalArgumentException("fromNanos must be at least 0: " + fromNanos);
    }
    if (slowClass < 0) {
      throw new IllegalArgumentException("slowClass must be at least 0: " + slowClass);
    }
  }

  @Override
  public String name() {
    return "adrenaline";
  }

  @Override
  public SpeedPolicy.Wish wish(SpeedPolicy.RequestView request, SpeedPolicy.LoadView load) {
    Prediction said = request.prediction();
    boolean isLong = said.isKnown() && said.demandNanos() >= fromNanos;
    int wished = isLong ? load.machine().fastest() : slowClass;
    // Who went up early, to make room, stays there.
    return SpeedPolicy.Wish.of(Math.max(wished, request.speedClass()));
  }

  @Override
  public SpeedPolicy.WhenFull whenFull() {
    return SpeedPolicy.WhenFull.TAKES_ANY;
  }
}
