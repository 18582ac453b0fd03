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
 * Gives each core that is free to the request with the greatest index, and never uses more threads
 * than cores. There is no interval table. Curtail's own policy.
 *
 * <p>The index of a request with d threads is theta(d) times its weight, where theta(d) = (1/s(d) -
 * 1/s(d+1)) / ((d+1)/s(d+1) - d/s(d)) is the time that one thread more saves over the core-time
 * that it costs for the next piece of work, and s the speedup of the profile's requests that have
 * more demand than the work done ({@link ParallelGain}). It comes from the optimum of the
 * Few-to-Many paper's appendix, least work for a given tail: with one price for core-time, a
 * request should have d + 1 threads from where its index exceeds the price. Here the price is the
 * one that leaves no core idle. No request gets more threads than help it.
 *
 * <p>Variants differ in weight, in the requests that may lose threads, and in the ones that they
 * serve while requests outnumber cores:
 *
 * <ul>
 *   <li>{@link #queueing}: the weight is the {@link Weight.SurvivalWeight} of the work done, new
 *       requests start first, degrees only rise;
 *   <li>{@link #patient}: the weight rises with the age ({@link Weight.AgeWeight}), and a new
 *       request waits while an older one has the greater index;
 *   <li>{@link #predicted}: patient, with the predicted demand ({@link Weight.PredictedAgeWeight});
 *   <li>{@link #shortFirst}: the same, but waiting requests start in an order that theory gives
 *       ({@link Weight.GammaBoostWeight});
 *   <li>{@link #malleable}: degrees fall too, threads are shared anew at every event, at least
 *       every 5 ms;
 *   <li>{@link #demoting}: a request that is too old to be in time keeps one thread and gets no
 *       other before all the others. It trades the farthest tail for a nearer one;
 *   <li>{@link #sharing}: malleable and preemptive: first threads go before further ones, in turns;
 *   <li>{@link #gittins}: the same, first threads by the {@link Weight.AgedGittinsWeight};
 *   <li>{@link #of}: sharing or malleable queueing, by the tail of the demand.
 * </ul>
 *
 * <p>Where they lose, in simulations: degrees that only rise keep cores from new requests, which
 * costs the more the fewer cores there are for the greatest degree and the more demands differ;
 * there the malleable form is far ahead. Without preemption, long requests hold up all others on
 * few cores, if demands differ much. Patience helps where demand has a light tail and harms where
 * it is heavy, at high load; the preemptive forms have none. Demotion raises the farthest
 * percentiles far more than it lowers others.
 *
 * <p>Theory: {@link #sharing}, without costs, ends no request later than processor sharing without
 * parallelism, if no request is slower on the threads that it gets than on one. The Gittins index
 * alone has the lowest mean on one server with Poisson arrivals ({@link GittinsIndex}). Where
 * demand has a light tail there, first come first served has the best possible rate of decay. By a
 * constant factor better, and the best, is an order of arrival less a boost if demands are known
 * (gamma-Boost: Yu, Scully 2024), and a Gittins index with a negative discount rate if they are not
 * (Harlev, Yu, Scully: A Gittins policy for optimizing tail latency, 2025). For heavy tails
 * processor sharing and least attained service have the best possible decay, first come first
 * served the worst (Boxma, Zwart: Tails in scheduling, 2007). For the index weighted by age, and
 * for requests that several cores serve in parallel, nothing is known.
 *
 * <p>Assumes a profile of the demand; knows nothing of the request at hand but how long threads
 * have served it. What was done on several threads is an estimate.
 */
public final class TailIndex implements Policy {
  private static final long QUANTUM_NANOS = 5_000_000;

  /** Least time between two looks at a request whose useful degree changes with the work done. */
  private static final long SOONEST_NANOS = 10_000;

  private static final long FAR_NANOS = Long.MAX_VALUE / 2;

  /** Below any index of a request that is in time. */
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

  /** Degrees only rise, without demotion or preemption. */
  private TailIndex(ParallelGain gain, Weight weight) {
    this(gain, weight, false, Long.MAX_VALUE, Preemption.NONE);
  }

  /**
   * The form to begin with. If demands have a light tail, it is {@link #queueing} in its {@link
   * #malleable} form: nobody who has begun is held up, so mean and tail are lower. The tail is
   * taken to be light if the profile has at least 1,000 requests; those that have run have no more
   * left in the mean than new ones, after any work; and the longest tenth are not nearly alike.
   * Else it is {@link #sharing}: nobody waits behind a long request.
   *
   * <p>Of the forms that are nowhere above processor sharing without parallelism in simulations, as
   * long as no thread slows a request down, it has the lowest p99.
   */
  public static TailIndex of(Profile profile) {
    return ResidualDemand.suitsQueue(profile) ? queueing(profile).malleable() : sharing(profile);
  }

  /**
   * Weighs by rarity; new requests start first, in order of arrival, and keep a thread to their
   * end; degrees only rise.
   */
  public static TailIndex queueing(Profile profile) {
    var gain = ParallelGain.of(profile);
    return new TailIndex(gain, new Weight.SurvivalWeight(Survival.of(profile), gain));
  }

  /** Weighs by age; new requests may have to wait. */
  public static TailIndex patient(Profile profile) {
    var gain = ParallelGain.of(profile);
    return new TailIndex(gain, new Weight.AgeWeight(Survival.of(profile), gain));
  }

  /**
   * Returns the form that weighs by the expected age at the end, from a prediction. Requests start
   * in that order too, predicted long ones first.
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
   * Weighs by rarity, malleable; while requests outnumber cores they share them equally, one thread
   * each.
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
   * Returns the form that weighs by rarity, malleable; while requests outnumber cores, those with
   * the greatest Gittins index, weighted by age, have one thread each.
   *
   * @param ageWeightPercent weight of the age, at least 0: with 0 none, with 100, a request that is
   *     as old as the mean demand is worth twice its index
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

  /** The same policy with degrees that fall too. */
  public TailIndex malleable() {
    return new TailIndex(gain, weight, true, demotedFromNanos, preemption);
  }

  /**
   * The same policy, which gives up requests of this age.
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
    // No later than the work can be done with that many threads; with fewer it is asked once more.
    double untilNanos = (nextFromMs - workMs) * 1e6 / gain.greatestSpeedup(degree);
    long withinNanos = (long) Math.ceil(Math.max(untilNanos, SOONEST_NANOS));
    return new Decision(
        degree,
        running.executionNanos() + Math.min(withinNanos, isMalleable ? QUANTUM_NANOS : FAR_NANOS));
  }

  /** As many as one request can have now; threads are only taken back in malleable forms. */
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
   * <p>Not monotone if old requests are demoted or demands are predicted, or if by the profile some
   * thread does harm or helps more than one before it: work done might then fall as a request goes
   * on.
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
