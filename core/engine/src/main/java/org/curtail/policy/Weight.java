package org.curtail.policy;

import org.curtail.Load;
import org.curtail.Progress;
import org.curtail.policy.demand.ExpectedDemand;
import org.curtail.policy.demand.GittinsIndex;
import org.curtail.policy.demand.ParallelGain;
import org.curtail.policy.demand.Survival;

/**
 * The importance of a request for the tail: the logarithm of its weight in {@link TailIndex}. Pure
 * functions, whose values are any numbers but NaN.
 */
sealed interface Weight {
  /** Of a running request, whatever its threads. */
  double ofRunning(Progress request, Load load);

  /** Of a request without a thread, what its first thread brings included. */
  double ofWaiting(Progress request, Load load);

  /** See {@link org.curtail.Policy#level}. */
  default int level(Progress preempted) {
    return 0;
  }

  /** True if it reads predictions, and so orders requests otherwise than by arrival. */
  boolean needsPrediction();

  /** The facts that it goes by, in words. */
  default String description() {
    return needsPrediction() ? "predicted demand" : "work done";
  }

  /** For people. */
  default String name() {
    return getClass().getSimpleName();
  }

  /**
   * The longer a request has been in the system, the more it matters: e^(age / scale). A newcomer
   * may have to wait for an old request to get another thread, which costs it little, since it is
   * far from the tail.
   *
   * <p>Weights that rise exponentially with age are what minimises tails that fall exponentially
   * (Yu, Scully: Strongly tail-optimal scheduling in the light-tailed M/G/1, 2024); the rate is
   * that of the tail of response times. Here the scale is that of demand, {@link
   * Survival#tailScaleMs}, over the speedup of the degree that the load leaves for each request.
   */
  record AgeWeight(Survival survival, ParallelGain gain) implements Weight {
    /** Of the scale of the tail: half to three quarters are equally good in simulations. */
    private static final double SHARE_OF_TAIL_SCALE = 0.6;

    /**
     * A first thread costs no core-time more than another order would, so that its gain has no
     * bound in theory. Simulations are best between 10 and 40.
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
    public String description() {
      return "work done and age";
    }
  }

  /**
   * For first threads: the {@link GittinsIndex} of the work done, times 1 + w * age / mean demand.
   * With w = 0 it is the order that has the lowest mean on one server; the greater w is, the nearer
   * it is to first come first served and the more the far tail counts. Between them nothing is
   * proved; in simulations w = 1 is near the best of all disciplines at the 99th percentile for
   * light tails and heavy ones. For further threads another weight counts.
   *
   * @param further of threads beyond the first
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
      return index.level(gain.workMs(request));
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
   * {@link AgeWeight} that looks ahead: the age counts that a request would have in the end if it
   * had the greatest useful degree from now on, by what was predicted of its demand.
   */
  record PredictedAgeWeight(AgeWeight ageWeight, ExpectedDemand demand, ParallelGain gain)
      implements Weight {
    /**
     * With more knowledge less patience is needed; two thirds to one are equally good in
     * simulations.
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
   * Strongly tail-optimal scheduling in the light-tailed M/G/1, 2024): by arrival less a boost,
   * b(s) = ln(1 / (1 - e^(-gamma s))) / gamma, which is the greater the shorter the service s. Its
   * theory knows one server and no parallelism; s is therefore taken at the greatest useful degree,
   * and 1 / gamma is the scale in which weights rise with age.
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
   * Weighs by rarity: a request that has done work that few requests have to do is likely to be in
   * the tail. 1 / (1 - F(x)) for the share F of requests that need no more than the work x done so
   * far. New requests start first.
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
