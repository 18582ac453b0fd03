package org.curtail.automatic;

import java.util.HashMap;
import java.util.Map;
import org.curtail.Policy;
import org.jspecify.annotations.Nullable;

/**
 * Serves by a plan, slice after slice: which policy is next, and why. The plan's, if it has been
 * shown to do no harm or nothing has been shown yet; the safe one in the slices that compare or try
 * degrees, where the plan's has done harm, and where there is too little traffic to notice harm.
 */
final class Serving {
  private static final double NANOS_PER_S = 1e9;

  /** A slice is so many times as long as requests take, so that most of them are within it. */
  private static final int RESPONSES_PER_SLICE = 16;

  /** So many more requests than the fewest are expected in a slice, or it is not tried. */
  private static final double MARGIN = 1.3;

  /** Enough pairs to notice a change or harm, if there is one. */
  private static final int SUSPECT_ROUNDS = 12;

  /** So many pairs in a row that are not worse clear a suspicion: as rare as four fair coins. */
  private static final int CLEARING_PAIRS = 4;

  private static final long FIRST_SUSPECT_GAP_SLICES = 512;

  /** A load that is not known well is beyond a band by chance only if it is by less than this. */
  private static final double BAND_MARGIN = 2;

  /** So many of the shortest slices later it looks again whether there is traffic. */
  private static final int STARVED_SLICES = 32;

  /**
   * Who is to serve but for slices that compare, and why.
   *
   * @param policy that serves in the slice that has begun
   * @param isSafe whether that is the safe policy, of which a few requests may try higher degrees
   * @param name of who is to serve
   * @param isHeld whether the safe policy serves since there is too little traffic, or since
   *     comparing has cost too much
   */
  record Choice(Policy policy, boolean isSafe, String name, String reason, boolean isHeld) {}

  private final PilotSetting setting;
  private final Slices slices;
  private final Guards guards;
  private final SafeSlices schedule;
  private final PolicyMap map;
  private final double meanMs;
  private int place = -1;
  private int band = -1;
  private long rounds;
  private long slicesBegun;
  private boolean isAlarmed;
  private boolean awaitsLoad;

  /** Who is to try degrees, and has not come yet; the safe policy if nobody is. */
  private Policy explorer;

  private int suspectRounds;
  private long suspectFromSlice;
  private long suspectGapSlices = FIRST_SUSPECT_GAP_SLICES;
  private @Nullable Tour tour;

  /** Rounds that a change of the load has broken off: they go on when that load is back. */
  private final Map<Guard, Tour> aside = new HashMap<>();

  /**
   * Begins.
   *
   * @param meanMs mean time of a request on one thread, as the plan has it
   * @param seed of the order of slices
   */
  Serving(
      PilotSetting setting, Slices slices, Guards guards, PolicyMap map, double meanMs, long seed) {
    this.setting = setting;
    this.explorer = setting.safe();
    this.slices = slices;
    this.guards = guards;
    this.schedule = new SafeSlices(setting.guard(), seed);
    this.map = map;
    this.meanMs = meanMs;
  }

  /**
   * Whether something is about to be found out: as long as that is so it compares as much as it
   * can.
   */
  void alarmed(boolean isSo) {
    isAlarmed = isSo;
    if (isSo) {
      endLoneSlices();
    }
  }

  /**
   * Something may have changed, or not: it compares as much as it can for a while, but each time
   * that this is said the next one counts only after twice as many slices, so that false suspicions
   * cost little.
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
    Tour going = tour;
    if (going != null && !going.isWithinPair()) {
      tour = null;
    }
    aside.clear();
  }

  /** It has not served for a while: what began before is not compared with what comes. */
  void interrupted() {
    Tour going = tour;
    if (going != null && going.isWithinPair()) {
      tour = null;
    }
  }

  /** Whether the safe policy serves until it is known how many requests arrive. */
  boolean awaitsLoad() {
    return awaitsLoad;
  }

  PolicyMap map() {
    return map;
  }

  /** Mean time of a request on one thread, as the plan has it. */
  double meanMs() {
    return meanMs;
  }

  /**
   * Begins the next slice.
   *
   * @param responseNanos how long requests take of late
   * @param safeOrExploring the safe policy; or one whose requests try degrees, which serves in the
   *     next slice that is not the second of a pair
   */
  Choice next(long nowNanos, PresentLoad load, double responseNanos, Policy safeOrExploring) {
    slicesBegun++;
    explorer = isToExplore() ? explorer : safeOrExploring;
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
    boolean isFlooded = last != null && last.isOverrun() && !last.isSafe();
    Tour going = tour;
    if (going != null && !going.isOver() && !going.guard().isResting()) {
      boolean isSame =
          perSecond > 0 && before == place && band == Guards.band(going.guard().fromUtilisation());
      if (going.isWithinPair() || (isSame && !isFlooded && isAffordable(going.guard()))) {
        return step(going, nowNanos);
      }
      aside.put(going.guard(), going);
    }
    tour = null;
    if (isFlooded) {
      return pause(
          nowNanos,
          setting.guard().leastSliceNanos(),
          entry.candidate().name(),
          "for a moment, until the requests that piled up have ended",
          false);
    }
    return begin(entry, nowNanos, perSecond, responseNanos);
  }

  private Choice begin(
      PolicyMap.Entry entry, long nowNanos, double perSecond, double responseNanos) {
    Candidate candidate = entry.candidate();
    long lengthNanos = lengthNanos(perSecond, responseNanos);
    if (candidate.policy().equals(setting.safe())) {
      return safe(nowNanos, lengthNanos, null, candidate.name(), entry.reason(), false);
    }
    double least = setting.guard().leastRequests() * MARGIN;
    if (perSecond == 0) {
      awaitsLoad = true;
      return pause(
          nowNanos,
          setting.guard().leastSliceNanos(),
          "the safe policy",
          "how many requests arrive is not known yet",
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
      return safe(
          nowNanos,
          lengthNanos,
          guard,
          "the safe policy",
          "%s has done harm at this load; it is tried again in %d slices"
              .formatted(candidate.name(), guard.restSlices()),
          false);
    }
    if (!slices.canCompare()) {
      return pause(
          nowNanos,
          lengthNanos,
          "the safe policy",
          "how long requests take is not known yet",
          false);
    }
    HarmBudget.Room room = room(guard);
    switch (room) {
      case NONE -> {
        return safe(
            nowNanos,
            lengthNanos,
            guard,
            "the safe policy",
            PilotWording.costly(guard, slices.safeTimes().allNanos()),
            true);
      }
      case NOT_KNOWN_YET -> {
        return pause(
            nowNanos,
            lengthNanos,
            candidate.name(),
            "for a moment, until it is known how long its first requests took",
            false);
      }
      case SHORT, ENOUGH -> {}
    }
    if (guard.isFirstTry() || room == HarmBudget.Room.SHORT) {
      return trial(candidate, guard, entry.reason(), nowNanos, perSecond);
    }
    Tour kept = aside.remove(guard);
    if (kept != null) {
      tour = kept;
      return step(kept, nowNanos);
    }
    double elsewhere = guards.evidenceElsewhere(guard);
    boolean isSuspect = guard.test().leansToHarm() || isAlarmed || suspectRounds > 0;
    suspectRounds = isCleared(guard) ? 0 : Math.max(suspectRounds - 1, 0);
    SafeSlices.Round round =
        schedule.round(
            rounds++,
            new SafeSlices.Known(
                guard.pairs(),
                guard.recentVerdict(),
                guard.test().presentEvidenceOfNoHarm(),
                elsewhere,
                isSuspect));
    Tour begun = new Tour(candidate, guard, entry.reason(), round, lengthNanos);
    tour = begun;
    return step(begun, nowNanos);
  }

  /** What comparing may still cost; where no harm is shown it is not asked. */
  private HarmBudget.Room room(Guard guard) {
    return guard.mayDoHarm()
        ? guards.room(guard, slices.safeTimes().allNanos())
        : HarmBudget.Room.ENOUGH;
  }

  private boolean isAffordable(Guard guard) {
    return room(guard) == HarmBudget.Room.ENOUGH;
  }

  /** Of the pairs since the suspicion; the last is not concluded yet. */
  private boolean isCleared(Guard guard) {
    return suspectRounds < SUSPECT_ROUNDS - CLEARING_PAIRS
        && guard.test().notWorseInARow() >= CLEARING_PAIRS;
  }

  /**
   * A short slice that is not compared, and broken off soon: one that is many times slower shows it
   * here.
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

  private Choice step(Tour going, long nowNanos) {
    Candidate candidate = going.candidate();
    if (isToExplore() && !going.isWithinPair()) {
      Guard guard = going.guard();
      return safe(nowNanos, going.lengthNanos(), guard, candidate.name(), going.reason(), false);
    }
    boolean isSafe = going.isSafe();
    int mostInSystem = going.mostInSystem(slices.mostInSystem());
    slices.begin(isSafe, nowNanos, going.lengthNanos(), going.part(), mostInSystem);
    going.stepped();
    Policy policy = isSafe ? setting.safe() : candidate.policy();
    return new Choice(policy, isSafe, candidate.name(), going.reason(), false);
  }

  private boolean isToExplore() {
    return !explorer.equals(setting.safe());
  }

  /** The safe policy until more is known, or more arrive; nobody tries degrees. */
  private Choice pause(
      long nowNanos, long lengthNanos, String name, String reason, boolean isHeld) {
    slices.beginUncompared(nowNanos, lengthNanos, null, false);
    return new Choice(setting.safe(), true, name, reason, isHeld);
  }

  /** The safe policy, or who is to try degrees. */
  private Choice safe(
      long nowNanos,
      long lengthNanos,
      @Nullable Guard guard,
      String name,
      String reason,
      boolean isHeld) {
    Slices.Part part = guard == null ? null : new Slices.Part(guard, null, false);
    slices.beginUncompared(nowNanos, lengthNanos, part, isToExplore());
    Policy policy = explorer;
    explorer = setting.safe();
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

  /** Who serves if nothing more is compared: the plan's policy, unless it has done harm. */
  Policy settled() {
    Tour going = tour;
    return going == null || going.guard().isResting() ? setting.safe() : going.candidate().policy();
  }
}
