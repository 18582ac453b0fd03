package org.curtail.automatic;

/**
 * One policy of the plan at one load: the test whether it does harm, what follows from it, and what
 * it has cost.
 *
 * <p>After harm the safe policy serves in its place. Since what made it harmful may pass, as other
 * programs on the machine do, it is tried again after a while, which doubles each time. The k-th
 * try has 1/2^k of the error rate, so that all tries together have at most all of it.
 */
final class Guard {
  /** After the first harm so many slices are the safe policy's. */
  private static final int FIRST_REST_SLICES = 64;

  private static final int MOST_DOUBLINGS = 14;

  private final String policy;
  private final double fromUtilisation;
  private final GuardSetting setting;

  private final HarmBudget budget;
  private HarmTest test;
  private boolean isTried;
  private int tries = 1;
  private int earlierPairs;
  private int restSlices;
  private Verdict told = Verdict.NOT_KNOWN;

  private long planRequests;
  private double planNanos;
  private long safeRequests;
  private double safeNanos;
  private double pairPlanMeans;
  private double pairSafeMeans;

  /**
   * Nothing has been compared.
   *
   * @param policy its name
   * @param fromUtilisation the least load
   */
  Guard(String policy, double fromUtilisation, GuardSetting setting) {
    this.policy = policy;
    this.fromUtilisation = fromUtilisation;
    this.setting = setting;
    this.budget = new HarmBudget(setting.errorRate(), setting.sliceRequests());
    this.test = newTest();
  }

  /** Goes on from what was shown before. */
  static Guard restored(LoadVerdict known, GuardSetting setting) {
    var guard = new Guard(known.policy(), known.fromUtilisation(), setting);
    switch (known.verdict()) {
      case HARM -> guard.rest();
      case NO_HARM -> {
        guard.earlierPairs = known.pairs();
        guard.told = Verdict.NO_HARM;
      }
      case NOT_KNOWN -> {}
    }
    return guard;
  }

  private HarmTest newTest() {
    return new HarmTest(setting.harm(), setting.errorRate() / StrictMath.pow(2, tries));
  }

  String policy() {
    return policy;
  }

  double fromUtilisation() {
    return fromUtilisation;
  }

  HarmTest test() {
    return test;
  }

  /** What comparing has cost; it stays when it is tried again. */
  HarmBudget budget() {
    return budget;
  }

  /** Pairs that count for how often the safe policy serves. */
  int pairs() {
    return earlierPairs + test.pairs();
  }

  /** What is known, from before and from now. */
  Verdict verdict() {
    return isResting() ? Verdict.HARM : told;
  }

  /**
   * The same, but what was shown before a restart counts only once something was compared since.
   */
  Verdict recentVerdict() {
    return test.pairs() < setting.firstPairs() ? Verdict.NOT_KNOWN : verdict();
  }

  /** Whether no harm is shown, and nothing speaks for harm at present. */
  boolean isCleared() {
    return !mayDoHarm();
  }

  /** Whether it is not shown yet that it does none: what seems so may be chance. */
  boolean mayDoHarm() {
    return recentVerdict() != Verdict.NO_HARM || test.leansToHarm();
  }

  /** Whether it has not served at all; asked once, before it does. */
  boolean isFirstTry() {
    boolean isFirst = !isTried && pairs() == 0;
    isTried = true;
    return isFirst;
  }

  /** Whether the safe policy serves in its place. */
  boolean isResting() {
    return restSlices > 0;
  }

  /** Slices until it is tried again. */
  int restSlices() {
    return restSlices;
  }

  /** The safe policy has served for one slice in its place. */
  void restedOneSlice() {
    restSlices--;
    if (restSlices == 0) {
      tries++;
      test = newTest();
      earlierPairs = 0;
      told = Verdict.NOT_KNOWN;
    }
  }

  private void rest() {
    restSlices = FIRST_REST_SLICES << Math.min(tries - 1, MOST_DOUBLINGS);
  }

  /**
   * Two slices were compared.
   *
   * @return the verdict if it is another than before, else {@link Verdict#NOT_KNOWN}
   */
  Verdict compared(SlicePair pair) {
    if (isResting()) {
      return Verdict.NOT_KNOWN;
    }
    test.add(pair);
    pairPlanMeans += pair.plan().meanNanos();
    pairSafeMeans += pair.safe().meanNanos();
    Verdict verdict = test.verdict();
    if (verdict == Verdict.HARM) {
      rest();
      return verdict;
    }
    if (verdict == told) {
      return Verdict.NOT_KNOWN;
    }
    told = verdict == Verdict.NO_HARM ? verdict : told;
    return verdict;
  }

  /** A slice is over, of a pair or not. */
  void served(boolean isSafe, SliceOutcome outcome) {
    if (isSafe) {
      safeRequests += outcome.requests();
      safeNanos += outcome.requests() * outcome.meanNanos();
    } else {
      planRequests += outcome.requests();
      planNanos += outcome.requests() * outcome.meanNanos();
    }
  }

  LoadVerdict loadVerdict() {
    return new LoadVerdict(
        fromUtilisation, policy, verdict(), pairs(), test.meanRatio(), test.p95Ratio());
  }

  /**
   * What it cost and won: each slice is held against what the other policy would have made of it,
   * by the ratio of the means of all pairs.
   */
  Regret regret() {
    double ratio = pairPlanMeans > 0 && pairSafeMeans > 0 ? pairPlanMeans / pairSafeMeans : 1;
    return new Regret(
        planRequests + safeRequests,
        planNanos + safeNanos,
        ratio < 1 ? safeNanos * (1 - ratio) : 0,
        ratio > 1 ? planNanos * (1 - 1 / ratio) : 0,
        ratio < 1 ? planNanos * (1 / ratio - 1) : 0);
  }
}
