package org.curtail.policy;

import org.curtail.Load;
import org.curtail.Progress;
import org.curtail.policy.demand.ParallelGain;
import org.curtail.policy.demand.Survival;

/**
 * The longer a request has been in the system, the more it matters: e^(age / scale). A newcomer may
 * have to wait for an old request to get another thread, which costs it little, since it is far
 * from the tail.
 *
 * <p>Weights that rise exponentially with age are what minimises tails that fall exponentially (Yu,
 * Scully: Strongly tail-optimal scheduling in the light-tailed M/G/1, 2024); the rate is that of
 * the tail of response times. Here the scale is that of demand, {@link Survival#tailScaleMs}, over
 * the speedup of the degree that the load leaves for each request.
 */
record AgeWeight(Survival survival, ParallelGain gain) implements Weight {
  /** Of the scale of the tail: half to three quarters are equally good in simulations. */
  private static final double SHARE_OF_TAIL_SCALE = 0.6;

  /**
   * A first thread costs no core-time more than another order would, so that its gain has no bound
   * in theory. Simulations are best between 10 and 40.
   */
  private static final double GAIN_OF_STARTING = 20;

  @Override
  public double ofRunning(Progress request, Load load) {
    return request.ageNanos() / 1e6 / scaleMs(load);
  }

  /** In how many milliseconds the weight of a request grows by the factor e. */
  double scaleMs(Load load) {
    double degree = (double) load.cores() / Math.max(1, load.requests());
    return SHARE_OF_TAIL_SCALE * survival.tailScaleMs() / gain.speedup(degree);
  }

  @Override
  public double ofWaiting(Progress request, Load load) {
    return logGainOfStarting() + ofRunning(request, load);
  }

  double logGainOfStarting() {
    return StrictMath.log(GAIN_OF_STARTING);
  }

  @Override
  public boolean needsPrediction() {
    return false;
  }

  @Override
  public String inWords() {
    return "work done and age";
  }
}
