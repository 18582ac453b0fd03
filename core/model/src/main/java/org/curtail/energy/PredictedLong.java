package org.curtail.energy;

import org.curtail.Prediction;
import org.curtail.speed.SpeedPolicy;

/**
 * Fast for requests that are predicted to be long, from their start to their end, and slower for
 * all others, in the manner of Adrenaline (Hsu, Zhang, Laurenzano, Meisner, Wenisch, Mars, Tang,
 * Dreslinski: Adrenaline: Pinpointing and Reining in Tail Queries with Quick Voltage Boosting, HPCA
 * 2015). There the kind of a request shows that it is long; here its demand is predicted, with the
 * errors of a {@link org.curtail.sim.Predictor}. A long request that is predicted to be short stays
 * slow. A request without a prediction is short.
 *
 * @param fromNanos predicted demand on a core of speed 1 from which a request is long; at least 0
 * @param slowClass class of short requests; at least 0
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
    // A request that went up early, to make room, stays there.
    return SpeedPolicy.Wish.of(Math.max(wished, request.speedClass()));
  }

  @Override
  public SpeedPolicy.WhenFull whenFull() {
    return SpeedPolicy.WhenFull.TAKES_ANY;
  }
}
