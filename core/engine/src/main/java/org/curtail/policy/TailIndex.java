package org.curtail.policy;

import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Preemption;
import org.curtail.Profile;
import org.curtail.Progress;
import org.curtail.Traits;
import org.curtail.policy.demand.ExpectedDemand;
import org.curtail.policy.demand.GittinsIndex;
import org.curtail.policy.demand.ParallelGain;
import org.curtail.policy.demand.Survival;

/**
 * Gives each free core to the request with the greatest index, and never uses more threads than
 * cores. This policy needs no interval table. This is curtail's own policy.
 *
 * <p>The index of a request with d threads is theta(d) times its weight. For the next piece of
 * work, theta(d) is the time that one more thread saves, divided by the core-time that it costs:
 * theta(d) = (1/s(d) - 1/s(d+1)) / ((d+1)/s(d+1) - d/s(d)). Here s is the speedup of the profile's
 * requests with more demand than the work done ({@link ParallelGain}). The index comes from the
 * optimum in the Few-to-Many paper's appendix: the least work for a given tail. If core-time has a
 * price, a request should have d + 1 threads as soon as its index exceeds the price. Here the price
 * is the one that leaves no core idle. No request gets more threads than are useful.
 *
 * <p>Variants differ in the weight, in the requests that may lose threads, and in the requests that
 * are served while there are more requests than cores:
 *
 * <ul>
 *   <li>{@link #queueing}: the weight is the {@link Weight.SurvivalWeight} of the work done; new
 *       requests start first; degrees only rise;
 *   <li>{@link #patient}: the weight rises with the age ({@link Weight.AgeWeight}), and a new
 *       request waits while an older one has the greater index;
 *   <li>{@link #predicted}: patient, with the predicted demand ({@link Weight.PredictedAgeWeight});
 *   <li>{@link #shortFirst}: as {@link #predicted}, but waiting requests start in an order from
 *       theory ({@link Weight.GammaBoostWeight});
 *   <li>{@link #malleable}: degrees fall too; threads are divided again at every event, and at
 *       least every 5 ms;
 *   <li>{@link #demoting}: a request that is already too late keeps one thread, and gets another
 *       one only after all others. Demotion makes the farthest tail worse and a nearer percentile
 *       better;
 *   <li>{@link #sharing}: malleable and preemptive: first threads go before further ones, in turns;
 *   <li>{@link #gittins}: as {@link #sharing}, but first threads go by the {@link
 *       Weight.AgedGittinsWeight};
 *   <li>{@link #of}: sharing or malleable queueing, by the tail of the demand.
 * </ul>
 *
 * <p>Each variant has weak points in simulations. If degrees only rise, older requests keep cores
 * that new requests need. The loss is more if there are few cores compared with the greatest
 * degree, and if demands differ much; there the malleable form is far better. Without preemption,
 * long requests delay all others on few cores, if demands differ much. At high load, patience helps
 * if demand has a light tail, and harms if the tail is heavy; the preemptive forms are not patient.
 * Demotion raises the farthest percentiles far more than it lowers others.
 *
 * <p>Theory: assume that switches cost nothing and that no request is slower on its threads than on
 * one. Then no request ends later under {@link #sharing} than under processor sharing without
 * parallelism. The next results are for one server with Poisson arrivals. The Gittins index alone
 * has the lowest mean ({@link GittinsIndex}). If demand has a light tail, first come first served
 * has the best possible rate of decay. Two orders have the same rate and the best constant factor.
 * If demands are known, it is the order of arrival minus a boost (gamma-Boost: Yu, Scully 2024). If
 * they are not, it is a Gittins index with a negative discount rate (Harlev, Yu, Scully: A Gittins
 * policy for optimizing tail latency, 2025). If demand has a heavy tail, processor sharing and
 * least attained service have the best possible decay, and first come first served the worst
 * (Boxma, Zwart: Tails in scheduling, 2007). Nothing is known about the index weighted by age, and
 * about requests that several cores serve in parallel.
 *
 * <p>The policy needs a profile of the demand. Of a request it knows only how long threads have
 * served it. The work done on several threads is an estimate.
 */
public final class TailIndex implements Policy {
  private static final long QUANTUM_NANOS = 5_000_000;

  /** Least time between two looks at a request whose useful degree changes with the work done. */
  private static final long SOONEST_NANOS = 10_000;

  private static final long FAR_NANOS = Long.MAX_VALUE / 2;

  /** Less than any index of a request that is not demoted. */
  private static final double DEMOTED = -1e12;

  private final ParallelGain gain;
  private final Weight weight;
  private final boolean isMalleable;
  private final long demotedFromNanos;
  private final Preemption preemption;

  private TailIndex(
      ParallelGain gain,
      Weight weight,
      boolean isMalleable,
      long demotedFromNanos,
      Preemption preemption) {
    this.gain = gain;
    this.weight = weight;
    this.isMalleable = isMalleable;
    this.demotedFromNanos = demotedFromNanos;
    this.preemption = preemption;
  }

  /** A form in which degrees only rise, without demotion or preemption. */
  private TailIndex(ParallelGain gain, Weight weight) {
    this(gain, weight, false, Long.MAX_VALUE, Preemption.NONE);
  }

  /**
   * Returns the recommended form. If demands have a light tail, it is {@link #queueing} in its
   * {@link #malleable} form: no started request has to wait, so mean and tail are lower. The tail
   * counts as light under three conditions. The profile has at least 1,000 requests. After any
   * work, requests have no more mean demand left than new ones. The longest tenth are not nearly
   * equal. Otherwise it is {@link #sharing}: no request waits behind a long one.
   *
   * <p>Some forms are nowhere worse than processor sharing without parallelism in simulations, as
   * long as no thread slows a request down. Of these forms, this one has the lowest p99.
   */
  public static TailIndex of(Profile profile) {
    return ResidualDemand.suitsQueue(profile) ? queueing(profile).malleable() : sharing(profile);
  }

  /**
   * Returns the form that weighs by rarity. New requests start first, in order of arrival, and keep
   * a thread to their end. Degrees only rise.
   */
  public static TailIndex queueing(Profile profile) {
    var gain = ParallelGain.of(profile);
    return new TailIndex(gain, new Weight.SurvivalWeight(Survival.of(profile), gain));
  }

  /** Returns the form that weighs by age. New requests may have to wait. */
  public static TailIndex patient(Profile profile) {
    var gain = ParallelGain.of(profile);
    return new TailIndex(gain, new Weight.AgeWeight(Survival.of(profile), gain));
  }

  /**
   * Returns the form that weighs by the expected age at the end, from a prediction. Requests also
   * start in this order, those with a long prediction first.
   */
  public static TailIndex predicted(Profile profile) {
    var gain = ParallelGain.of(profile);
    return new TailIndex(gain, foresight(profile, gain));
  }

  /** As {@link #predicted}, but requests start in the order of {@link Weight.GammaBoostWeight}. */
  public static TailIndex shortFirst(Profile profile) {
    var gain = ParallelGain.of(profile);
    return new TailIndex(gain, new Weight.GammaBoostWeight(foresight(profile, gain)));
  }

  /**
   * Returns the malleable form that weighs by rarity. While there are more requests than cores,
   * they share the cores equally, with one thread each.
   */
  public static TailIndex sharing(Profile profile) {
    var gain = ParallelGain.of(profile);
    return new TailIndex(
        gain,
        new Weight.SurvivalWeight(Survival.of(profile), gain),
        true,
        Long.MAX_VALUE,
        Preemption.turns(Preemption.TURN));
  }

  /**
   * Returns the malleable form that weighs by rarity. While there are more requests than cores, the
   * requests with the greatest Gittins index, weighted by age, have one thread each.
   *
   * @param ageWeightPercent weight of the age, at least 0. With 0 the age does not count. With 100,
   *     the index of a request that is as old as the mean demand counts twice
   */
  public static TailIndex gittins(Profile profile, int ageWeightPercent) {
    if (ageWeightPercent < 0) {
      throw new IllegalArgumentException(
          "ageWeightPercent must be at least 0: " + ageWeightPercent);
    }
    var gain = ParallelGain.of(profile);
    return new TailIndex(
        gain,
        new Weight.AgedGittinsWeight(
            new Weight.SurvivalWeight(Survival.of(profile), gain),
            GittinsIndex.of(profile),
            gain,
            ageWeightPercent / 100.0,
            profile.meanMs(1)),
        true,
        Long.MAX_VALUE,
        Gittins.preemption(profile));
  }

  private static Weight.PredictedAgeWeight foresight(Profile profile, ParallelGain gain) {
    var survival = Survival.of(profile);
    var ageWeight = new Weight.AgeWeight(survival, gain);
    return new Weight.PredictedAgeWeight(ageWeight, ExpectedDemand.of(profile, survival), gain);
  }

  /** Returns the same policy with degrees that fall too. */
  public TailIndex malleable() {
    return new TailIndex(gain, weight, true, demotedFromNanos, preemption);
  }

  /**
   * Returns the same policy with demotion of requests of this age.
   *
   * @param ageMs milliseconds, at least 1
   */
  public TailIndex demoting(int ageMs) {
    if (ageMs < 1) {
      throw new IllegalArgumentException("ageMs must be at least 1: " + ageMs);
    }
    return new TailIndex(gain, weight, isMalleable, ageMs * 1_000_000L, preemption);
  }

  @Override
  public Decision decide(Progress running, Load load) {
    double workMs = gain.workMs(running);
    int degree = gain.usefulDegree(workMs, threadsAtMost(load));
    double nextFromMs = gain.nextDegreeFromMs(workMs);
    if (!isMalleable && Double.isInfinite(nextFromMs)) {
      return Decision.keep(degree);
    }
    // The earliest moment with that many threads. With fewer threads, the policy is asked once
    // more.
    double untilNanos = (nextFromMs - workMs) * 1e6 / gain.greatestSpeedup(degree);
    long withinNanos = (long) Math.ceil(Math.max(untilNanos, SOONEST_NANOS));
    return new Decision(
        degree,
        running.executionNanos() + Math.min(withinNanos, isMalleable ? QUANTUM_NANOS : FAR_NANOS));
  }

  /**
   * Most threads that one request can have now. Only malleable forms take threads back for others.
   */
  private int threadsAtMost(Load load) {
    return isMalleable ? Math.max(1, load.cores() - load.requests() + 1) : load.cores();
  }

  @Override
  public double priority(Progress request, Load load) {
    if (request.threads() == 0) {
      return weight.ofWaiting(request, load);
    }
    double demotion = request.ageNanos() >= demotedFromNanos ? DEMOTED : 0;
    return gain.logGain(request.threads(), gain.workMs(request))
        + weight.ofRunning(request, load)
        + demotion;
  }

  @Override
  public int level(Progress preempted) {
    return weight.level(preempted);
  }

  /**
   * {@inheritDoc}
   *
   * <p>Not monotone with demotion or with predictions. Also not monotone if, by the profile, some
   * thread does harm or helps more than one before it: then the estimated work done might fall
   * while a request runs.
   */
  @Override
  public Traits traits() {
    boolean predicts = weight.needsPrediction();
    return Traits.RANKING
        .monotone(demotedFromNanos == Long.MAX_VALUE && !predicts && gain.isMonotone())
        .reorderingQueue(predicts)
        .malleable(isMalleable)
        .needingPrediction(predicts)
        .preempting(preemption);
  }

  @Override
  public int maxDegree() {
    return gain.usefulDegree();
  }

  @Override
  public int threads(int cores) {
    return cores;
  }

  @Override
  public String description() {
    return "up to %d threads a request: each free core goes to the request that gains most from it, by its %s%s%s%s"
        .formatted(
            maxDegree(),
            weight.description(),
            isMalleable ? "; requests may lose threads" : "; requests keep their threads",
            demotedFromNanos < Long.MAX_VALUE
                ? "; those older than %d ms come last".formatted(demotedFromNanos / 1_000_000)
                : "",
            switch (preemption.order()) {
              case NONE -> "";
              case TURNS -> "; requests that outnumber the cores take turns";
              case PRIORITY ->
                  "; if requests outnumber the cores, those run that are likely to end soon or old";
            });
  }

  @Override
  public String toString() {
    return "TailIndex[%s%s%s%s]"
        .formatted(
            weight.name(),
            isMalleable ? ", malleable" : "",
            demotedFromNanos < Long.MAX_VALUE ? ", demoting" : "",
            switch (preemption.order()) {
              case NONE -> "";
              case TURNS -> ", turns";
              case PRIORITY -> ", by priority";
            });
  }
}
