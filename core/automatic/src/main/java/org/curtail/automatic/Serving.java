package org.curtail.automatic;

import java.util.HashMap;
import java.util.Map;
import org.curtail.Policy;
import org.curtail.automatic.OfferedLoad.CurrentLoad;
import org.curtail.automatic.choose.Candidate;
import org.curtail.automatic.choose.PolicyMap;
import org.curtail.automatic.guard.BaselineSlices;
import org.curtail.automatic.guard.Guard;
import org.curtail.automatic.guard.GuardSetting;
import org.curtail.automatic.guard.Guards;
import org.curtail.automatic.guard.HarmBudget;
import org.curtail.automatic.guard.Slice;
import org.curtail.automatic.guard.Slices;
import org.jspecify.annotations.Nullable;

/**
 * Serves by a plan, slice after slice: decides the next policy and the reason. A plan's policy
 * serves if it was shown to be harmless, or if the comparison is still open. The baseline serves in
 * four cases: in slices of a comparison, in exploring slices, at loads where the plan's policy has
 * done harm, and at loads with too few requests to notice harm.
 */
final class Serving {
  private static final double NANOS_PER_S = 1e9;

  /** Length of a slice in response times, so that most requests lie within it. */
  private static final int RESPONSES_PER_SLICE = 16;

  /**
   * Ratio of the expected requests of a slice to the fewest needed, above which a slice is tried.
   */
  private static final double MARGIN = 1.3;

  /** Number of pairs that suffices to notice a change or harm. */
  private static final int SUSPECT_ROUNDS = 12;

  /** Number of harmless pairs in a row that end a suspicion: as rare as four equal fair coins. */
  private static final int CLEARING_PAIRS = 4;

  private static final long FIRST_SUSPECT_GAP_SLICES = 512;

  /** Excess beyond a band that may be chance if the load is poorly known, in half bands. */
  private static final double BAND_MARGIN = 2;

  /** Number of shortest slices until the next check for enough requests. */
  private static final int STARVED_SLICES = 32;

  /**
   * Policy to serve, apart from slices of a comparison, with the reason.
   *
   * @param policy policy of the slice that has begun
   * @param isBaseline true if that is the baseline, with or without exploring requests
   * @param name name of the policy to serve
   * @param isHeld true if the baseline serves because of too few requests or too much cost of
   *     comparing
   */
  record Choice(Policy policy, boolean isBaseline, String name, String reason, boolean isHeld) {}

  private final PilotSetting setting;
  private final Slices slices;
  private final Guards guards;
  private final BaselineSlices schedule;
  private final PolicyMap map;
  private final double meanMs;
  private int place = -1;
  private int band = -1;
  private long rounds;
  private long slicesBegun;
  private boolean isAlarmed;
  private boolean awaitsLoad;

  /** Exploring policy that has had no slice yet; the baseline if there is none. */
  private Policy explorer;

  private int suspectRounds;
  private long suspectFromSlice;
  private long suspectGapSlices = FIRST_SUSPECT_GAP_SLICES;
  private @Nullable RunningRound running;

  /** Rounds interrupted by a change of the load. They continue when that load returns. */
  private final Map<Guard, RunningRound> aside = new HashMap<>();

  /**
   * Begins to serve.
   *
   * @param meanMs mean time of a request on one thread, according to the plan
   * @param seed seed of the order of slices
   */
  Serving(
      PilotSetting setting, Slices slices, Guards guards, PolicyMap map, double meanMs, long seed) {
    this.setting = setting;
    this.explorer = setting.baseline();
    this.slices = slices;
    this.guards = guards;
    this.schedule = new BaselineSlices(setting.guard(), seed);
    this.map = map;
    this.meanMs = meanMs;
  }

  /** Sets the alarm. During an alarm it compares as much as possible. */
  void alarmed(boolean isSo) {
    isAlarmed = isSo;
    if (isSo) {
      endLoneSlices();
    }
  }

  /**
   * Raises a suspicion of a change, so that it compares as much as possible for a while. After each
   * suspicion, the next one must wait for twice as many slices, so that false ones cost little.
   */
  void suspect() {
    if (slicesBegun >= suspectFromSlice) {
      suspectFromSlice = slicesBegun + suspectGapSlices;
      suspectGapSlices *= 2;
      suspectRounds = SUSPECT_ROUNDS;
      endLoneSlices();
    }
  }

  private void endLoneSlices() {
    RunningRound going = running;
    if (going != null && !going.isWithinPair()) {
      running = null;
    }
    aside.clear();
  }

  /**
   * Records that this plan has not served for a while. Later slices are not compared with earlier
   * ones.
   */
  void interrupted() {
    RunningRound going = running;
    if (going != null && going.isWithinPair()) {
      running = null;
    }
  }

  /** Returns true if the baseline serves until the arrival rate is known. */
  boolean awaitsLoad() {
    return awaitsLoad;
  }

  PolicyMap map() {
    return map;
  }

  /** Returns the mean time of a request on one thread, according to the plan. */
  double meanMs() {
    return meanMs;
  }

  /**
   * Begins the next slice.
   *
   * @param responseNanos recent response time
   * @param baselineOrExploring the baseline, or an exploring policy, which serves in the next slice
   *     that is not the second of a pair
   */
  Choice next(long nowNanos, CurrentLoad load, double responseNanos, Policy baselineOrExploring) {
    slicesBegun++;
    explorer = isToExplore() ? explorer : baselineOrExploring;
    awaitsLoad = false;
    double perSecond = load.perSecond();
    double utilisation = load.utilisation(meanMs, setting.cores());
    int before = place;
    place = place < 0 ? map.place(utilisation) : map.place(utilisation, place);
    band =
        band < 0
            ? Guards.band(utilisation)
            : Guards.band(utilisation, band, BAND_MARGIN * map.halfBand());
    PolicyMap.Entry entry = map.entries().get(place);
    Slice last = slices.present();
    boolean isFlooded = last != null && last.isOverrun() && !last.isBaseline();
    RunningRound going = running;
    if (going != null && !going.isOver() && !going.guard().isResting()) {
      boolean isSame =
          perSecond > 0 && before == place && band == Guards.band(going.guard().fromUtilisation());
      if (going.isWithinPair() || (isSame && !isFlooded && isAffordable(going.guard()))) {
        return step(going, nowNanos);
      }
      aside.put(going.guard(), going);
    }
    running = null;
    if (isFlooded) {
      return pause(
          nowNanos,
          setting.guard().leastSliceNanos(),
          entry.candidate().name(),
          "for a moment, until the waiting requests have ended",
          false);
    }
    return begin(entry, nowNanos, perSecond, responseNanos);
  }

  private Choice begin(
      PolicyMap.Entry entry, long nowNanos, double perSecond, double responseNanos) {
    Candidate candidate = entry.candidate();
    long lengthNanos = lengthNanos(perSecond, responseNanos);
    if (candidate.policy().equals(setting.baseline())) {
      return baseline(nowNanos, lengthNanos, null, candidate.name(), entry.reason(), false);
    }
    double least = setting.guard().leastRequests() * MARGIN;
    if (perSecond == 0) {
      awaitsLoad = true;
      return pause(
          nowNanos,
          setting.guard().leastSliceNanos(),
          "the safe policy",
          "the arrival rate is not known yet",
          false);
    }
    if (perSecond * lengthNanos / NANOS_PER_S < least) {
      return pause(
          nowNanos,
          Math.min(lengthNanos, STARVED_SLICES * setting.guard().leastSliceNanos()),
          "the safe policy",
          PilotWording.starved(setting.guard(), least, perSecond),
          true);
    }
    Guard guard = guards.of(candidate.form(), band);
    if (guard.isResting()) {
      guard.restedOneSlice();
      return baseline(
          nowNanos,
          lengthNanos,
          guard,
          "the safe policy",
          "%s has done harm at this load; next try in %d slices"
              .formatted(candidate.name(), guard.restSlices()),
          false);
    }
    if (!slices.canCompare()) {
      return pause(
          nowNanos,
          lengthNanos,
          "the safe policy",
          "the length of requests is not known yet",
          false);
    }
    HarmBudget.Allowance allowance = allowance(guard);
    switch (allowance) {
      case NONE -> {
        return baseline(
            nowNanos,
            lengthNanos,
            guard,
            "the safe policy",
            PilotWording.costly(guard, slices.baselineTimes().allNanos()),
            true);
      }
      case NOT_KNOWN_YET -> {
        return pause(
            nowNanos,
            lengthNanos,
            candidate.name(),
            "for a moment, until the times of its first requests are known",
            false);
      }
      case SHORT, ENOUGH -> {}
    }
    if (guard.isFirstTry() || allowance == HarmBudget.Allowance.SHORT) {
      return trial(candidate, guard, entry.reason(), nowNanos, perSecond);
    }
    RunningRound kept = aside.remove(guard);
    if (kept != null) {
      running = kept;
      return step(kept, nowNanos);
    }
    double elsewhere = guards.evidenceElsewhere(guard);
    boolean isSuspect = guard.test().leansToHarm() || isAlarmed || suspectRounds > 0;
    suspectRounds = isCleared(guard) ? 0 : Math.max(suspectRounds - 1, 0);
    BaselineSlices.Round round =
        schedule.round(
            rounds++,
            new BaselineSlices.Known(
                guard.pairs(),
                guard.recentVerdict(),
                guard.test().presentEvidenceOfNoHarm(),
                elsewhere,
                isSuspect));
    RunningRound begun = new RunningRound(candidate, guard, entry.reason(), round, lengthNanos);
    running = begun;
    return step(begun, nowNanos);
  }

  /** Returns the remaining budget of comparing; a harmless policy has no limit. */
  private HarmBudget.Allowance allowance(Guard guard) {
    return guard.mayDoHarm()
        ? guards.allowance(guard, slices.baselineTimes().allNanos())
        : HarmBudget.Allowance.ENOUGH;
  }

  private boolean isAffordable(Guard guard) {
    return allowance(guard) == HarmBudget.Allowance.ENOUGH;
  }

  /**
   * Returns true if enough pairs since the suspicion were harmless. The last pair has no result
   * yet.
   */
  private boolean isCleared(Guard guard) {
    return suspectRounds < SUSPECT_ROUNDS - CLEARING_PAIRS
        && guard.test().notWorseInARow() >= CLEARING_PAIRS;
  }

  /**
   * Begins a short slice without comparison that ends soon after an overrun. It exposes a policy
   * that is many times slower.
   */
  private Choice trial(
      Candidate candidate, Guard guard, String reason, long nowNanos, double perSecond) {
    GuardSetting setting = this.setting.guard();
    double forRequests = setting.leastRequests() / perSecond * NANOS_PER_S;
    long lengthNanos = Math.max(Math.round(forRequests), setting.leastSliceNanos());
    var part = new Slices.Part(guard, null, true);
    slices.begin(false, nowNanos, lengthNanos, part, slices.mostInTrial());
    return new Choice(candidate.policy(), false, candidate.name(), reason, false);
  }

  private Choice step(RunningRound going, long nowNanos) {
    Candidate candidate = going.candidate();
    if (isToExplore() && !going.isWithinPair()) {
      Guard guard = going.guard();
      return baseline(
          nowNanos, going.lengthNanos(), guard, candidate.name(), going.reason(), false);
    }
    boolean isBaseline = going.isBaseline();
    int mostInSystem = going.mostInSystem(slices.mostInSystem());
    slices.begin(isBaseline, nowNanos, going.lengthNanos(), going.part(), mostInSystem);
    going.advance();
    Policy policy = isBaseline ? setting.baseline() : candidate.policy();
    return new Choice(policy, isBaseline, candidate.name(), going.reason(), false);
  }

  private boolean isToExplore() {
    return !explorer.equals(setting.baseline());
  }

  /** Serves by the baseline without exploring, until more is known or more requests arrive. */
  private Choice pause(
      long nowNanos, long lengthNanos, String name, String reason, boolean isHeld) {
    slices.beginUncompared(nowNanos, lengthNanos, null, false);
    return new Choice(setting.baseline(), true, name, reason, isHeld);
  }

  /** Serves by the baseline, or by the exploring policy. */
  private Choice baseline(
      long nowNanos,
      long lengthNanos,
      @Nullable Guard guard,
      String name,
      String reason,
      boolean isHeld) {
    Slices.Part part = guard == null ? null : new Slices.Part(guard, null, false);
    slices.beginUncompared(nowNanos, lengthNanos, part, isToExplore());
    Policy policy = explorer;
    explorer = setting.baseline();
    return new Choice(policy, true, name, reason, isHeld);
  }

  private long lengthNanos(double perSecond, double responseNanos) {
    GuardSetting guard = setting.guard();
    double forRequests =
        perSecond > 0 ? guard.sliceRequests() / perSecond * NANOS_PER_S : Double.MAX_VALUE;
    double wanted = Math.max(forRequests, RESPONSES_PER_SLICE * responseNanos);
    return (long)
        Math.clamp(wanted, (double) guard.leastSliceNanos(), (double) guard.mostSliceNanos());
  }

  /**
   * Returns the policy after the end of all comparisons: the plan's, or the baseline after harm.
   */
  Policy settled() {
    RunningRound going = running;
    return going == null || going.guard().isResting()
        ? setting.baseline()
        : going.candidate().policy();
  }

  /** Present round of slices for one candidate. Not thread-safe. */
  private static final class RunningRound {
    private final Candidate candidate;
    private final Guard guard;
    private final String reason;
    private final BaselineSlices.Round round;
    private final long lengthNanos;
    private final Slices.Pair pair;
    private int mostInSystem;
    private int slice;

    /**
     * Begins a round.
     *
     * @param reason reason why the candidate serves
     * @param lengthNanos length of each slice
     */
    RunningRound(
        Candidate candidate,
        Guard guard,
        String reason,
        BaselineSlices.Round round,
        long lengthNanos) {
      this.candidate = candidate;
      this.guard = guard;
      this.reason = reason;
      this.round = round;
      this.lengthNanos = lengthNanos;
      this.pair = new Slices.Pair(guard);
    }

    Candidate candidate() {
      return candidate;
    }

    Guard guard() {
      return guard;
    }

    String reason() {
      return reason;
    }

    long lengthNanos() {
      return lengthNanos;
    }

    /** Returns true if the next slice is the second of the pair. */
    boolean isWithinPair() {
      return slice == round.before() + 1;
    }

    boolean isOver() {
      return slice >= round.slices();
    }

    boolean isBaseline() {
      return round.isBaseline(slice);
    }

    boolean isCompared() {
      return round.isCompared(slice);
    }

    Slices.Part part() {
      return new Slices.Part(guard, isCompared() ? pair : null, !isBaseline() && guard.mayDoHarm());
    }

    /**
     * Returns the number of requests in the service above which the next slice ends early. Both
     * slices of a pair have the same limit, so that it does not depend on the first slice.
     *
     * @param now present limit
     */
    int mostInSystem(int now) {
      if (!isWithinPair()) {
        mostInSystem = now;
      }
      return mostInSystem;
    }

    void advance() {
      slice++;
    }
  }
}
