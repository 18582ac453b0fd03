package org.curtail.policy;

import org.curtail.Load;
import org.curtail.Progress;
import org.curtail.policy.demand.ExpectedDemand;
import org.curtail.policy.demand.GittinsIndex;
import org.curtail.policy.demand.ParallelGain;
import org.curtail.policy.demand.Survival;

/**
 * The importance of a request for the tail: the logarithm of its weight in {@link TailIndex}.
 * Weights are pure functions. A value is any number but NaN.
 */
sealed interface Weight {
  /** The value for a running request, with any number of threads. */
  double ofRunning(Progress request, Load load);

  /** The value for a request without a thread, including the gain of its first thread. */
  double ofWaiting(Progress request, Load load);

  /** See {@link org.curtail.Policy#level}. */
  default int level(Progress preempted) {
    return 0;
  }

  /**
   * True if this weight reads predictions, so that its order of requests is not that of arrival.
   */
  boolean needsPrediction();

  /** The facts that this weight depends on, in words. */
  default String description() {
    return needsPrediction() ? "predicted demand" : "work done";
  }

  /** The name for people. */
  default String name() {
    return getClass().getSimpleName();
  }

  /**
   * A weight that grows with the time in the system: e^(age / scale). A new request may have to
   * wait while an old one gets another thread. The wait costs the new request little, because it is
   * far from the tail.
   *
   * <p>If a tail falls exponentially, weights that rise exponentially with age minimise it (Yu,
   * Scully: Strongly tail-optimal scheduling in the light-tailed M/G/1, 2024). In theory the rate
   * is that of the tail of response times. Here the scale is that of demand, {@link
   * Survival#tailScaleMs}, divided by a speedup. This speedup is the speedup at the degree for
   * which each request has cores at this load.
   */
  record AgeWeight(Survival survival, ParallelGain gain) implements Weight {
    /** Share of the scale of the tail. In simulations, half to three quarters are equally good. */
    private static final double SHARE_OF_TAIL_SCALE = 0.6;

    /**
     * Gain of a first thread. In theory infinite: a first thread costs the same core time in any
     * order. Simulations are best between 10 and 40.
     */
    private static final double GAIN_OF_STARTING = 20;

    @Override
    public double ofRunning(Progress request, Load load) {
      return request.ageNanos() / 1e6 / scaleMs(load);
    }

    /** Time in which the weight of a request grows by the factor e, in milliseconds. */
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
    public String description() {
      return "work done and age";
    }
  }

  /**
   * A weight for first threads: the {@link GittinsIndex} of the work done, times 1 + w * age / mean
   * demand. With w = 0 this order has the lowest mean on one server. With a great w it is near
   * first come first served, and the far tail counts more. Nothing is proved between the two. In
   * simulations, w = 1 is near the best of all disciplines at the 99th percentile, for light and
   * heavy tails. For further threads another weight counts.
   *
   * @param further weight for threads beyond the first
   * @param ageWeight w
   */
  record AgedGittinsWeight(
      Weight further, GittinsIndex index, ParallelGain gain, double ageWeight, double meanMs)
      implements Weight {
    @Override
    public double ofRunning(Progress request, Load load) {
      return further.ofRunning(request, load);
    }

    @Override
    public double ofWaiting(Progress request, Load load) {
      return index.perMs(level(request)) * (1 + ageWeight * request.ageNanos() / 1e6 / meanMs);
    }

    @Override
    public int level(Progress request) {
      return Gittins.level(index, gain.workMs(request));
    }

    @Override
    public boolean needsPrediction() {
      return false;
    }

    @Override
    public String description() {
      return "work done and %d %% of age".formatted(Math.round(100 * ageWeight));
    }

    @Override
    public String name() {
      return "AgedGittinsWeight of %d %%".formatted(Math.round(100 * ageWeight));
    }
  }

  /**
   * {@link AgeWeight} of an expected age: that of a request at its end, by its predicted demand, if
   * it had the greatest useful degree from now on.
   */
  record PredictedAgeWeight(AgeWeight ageWeight, ExpectedDemand demand, ParallelGain gain)
      implements Weight {
    /**
     * Share of the scale of {@link AgeWeight}: with a prediction less patience is needed. In
     * simulations, two thirds to one are equally good.
     */
    private static final double SHARE_OF_PATIENCE = 0.8;

    @Override
    public double ofRunning(Progress request, Load load) {
      return (request.ageNanos() / 1e6 + remainingMs(request)) / scaleMs(load);
    }

    @Override
    public double ofWaiting(Progress request, Load load) {
      return logGainOfStarting() + ofRunning(request, load);
    }

    double logGainOfStarting() {
      return ageWeight.logGainOfStarting();
    }

    /** Expected time to the end at the greatest useful degree. */
    double remainingMs(Progress request) {
      return demand.remainingMs(request.prediction(), gain.workMs(request))
          / gain.speedup(gain.usefulDegree());
    }

    double scaleMs(Load load) {
      return SHARE_OF_PATIENCE * ageWeight.scaleMs(load);
    }

    @Override
    public boolean needsPrediction() {
      return true;
    }
  }

  /**
   * {@link PredictedAgeWeight} that starts requests in the order of gamma-Boost (Yu, Scully:
   * Strongly tail-optimal scheduling in the light-tailed M/G/1, 2024): by arrival minus a boost.
   * The boost is b(s) = ln(1 / (1 - e^(-gamma s))) / gamma, greater for a shorter service s. The
   * theory is for one server without parallelism. So here s is the time at the greatest useful
   * degree, and 1 / gamma is the scale by which weights rise with age.
   */
  record GammaBoostWeight(PredictedAgeWeight foresight) implements Weight {
    @Override
    public double ofRunning(Progress request, Load load) {
      return foresight.ofRunning(request, load);
    }

    @Override
    public double ofWaiting(Progress request, Load load) {
      double services = foresight.remainingMs(request) / foresight.scaleMs(load);
      double ages = request.ageNanos() / 1e6 / foresight.scaleMs(load);
      return foresight.logGainOfStarting() + ages - StrictMath.log(-StrictMath.expm1(-services));
    }

    @Override
    public boolean needsPrediction() {
      return true;
    }
  }

  /**
   * A weight by rarity. Few requests have much demand, so a request that has done much work is
   * likely to be in the tail. The weight is 1 / (1 - F(x)), where F is the share of requests that
   * need no more than the work x done so far. New requests start first.
   */
  record SurvivalWeight(Survival survival, ParallelGain gain) implements Weight {
    @Override
    public double ofRunning(Progress request, Load load) {
      return -survival.logBeyond(gain.workMs(request));
    }

    @Override
    public double ofWaiting(Progress request, Load load) {
      return Double.POSITIVE_INFINITY;
    }

    @Override
    public boolean needsPrediction() {
      return false;
    }
  }
}
