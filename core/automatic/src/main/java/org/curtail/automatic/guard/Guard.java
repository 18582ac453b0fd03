package org.curtail.automatic.guard;

import org.curtail.automatic.guard.LoadVerdict.Verdict;
import org.curtail.automatic.guard.Slice.SliceOutcome;

/**
 * Watches one policy of the plan at one load: detects harm, draws the consequences, and counts the
 * cost of comparing.
 *
 * <p>After harm the baseline serves in its place. The cause of the harm may pass, like another
 * program on the machine, so the policy is tried again after a rest, which doubles each time. The
 * k-th try has 1/2^k of the error rate, so that all tries together have at most all of it.
 */
public final class Guard {
  /** Length of the first rest, in slices. */
  private static final int FIRST_REST_SLICES = 64;

  private static final int MOST_DOUBLINGS = 14;

  private final String policy;
  private final double fromUtilisation;
  private final GuardSetting setting;

  private final HarmBudget budget;
  private HarmDetector test;
  private boolean isTried;
  private int tries = 1;
  private int earlierPairs;
  private int restSlices;
  private Verdict told = Verdict.NOT_KNOWN;

  private long planRequests;
  private double planNanos;
  private long safeRequests;
  private double baselineNanos;
  private double pairPlanMeans;
  private double pairBaselineMeans;

  /**
   * Creates a guard that has compared nothing.
   *
   * @param policy name of the policy
   * @param fromUtilisation least load
   */
  Guard(String policy, double fromUtilisation, GuardSetting setting) {
    this.policy = policy;
    this.fromUtilisation = fromUtilisation;
    this.setting = setting;
    this.budget = new HarmBudget(setting.errorRate(), setting.sliceRequests());
    this.test = newTest();
  }

  /** Creates a guard that continues from an earlier verdict. */
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

  private HarmDetector newTest() {
    return new HarmDetector(setting.harm(), setting.errorRate() / StrictMath.pow(2, tries));
  }

  public String policy() {
    return policy;
  }

  public double fromUtilisation() {
    return fromUtilisation;
  }

  public HarmDetector test() {
    return test;
  }

  /** Returns the budget of comparing; it stays over all tries. */
  public HarmBudget budget() {
    return budget;
  }

  /** Returns the number of pairs that count for how often the baseline serves. */
  public int pairs() {
    return earlierPairs + test.pairs();
  }

  /** Returns the verdict from before and from now. */
  Verdict verdict() {
    return isResting() ? Verdict.HARM : told;
  }

  /**
   * Returns the verdict, but counts one from before a restart only once something was compared
   * since.
   */
  public Verdict recentVerdict() {
    return test.pairs() < setting.firstPairs() ? Verdict.NOT_KNOWN : verdict();
  }

  /** Returns true if no harm is shown, and nothing speaks for harm at present. */
  boolean isCleared() {
    return !mayDoHarm();
  }

  /**
   * Returns true if it is not shown yet that the policy does no harm: an apparent no harm may be
   * chance.
   */
  public boolean mayDoHarm() {
    return recentVerdict() != Verdict.NO_HARM || test.leansToHarm();
  }

  /** Returns true if the policy has not served yet; called once, before it does. */
  public boolean isFirstTry() {
    boolean isFirst = !isTried && pairs() == 0;
    isTried = true;
    return isFirst;
  }

  /** Returns true if the baseline serves in its place. */
  public boolean isResting() {
    return restSlices > 0;
  }

  /** Returns the number of slices until the policy is tried again. */
  public int restSlices() {
    return restSlices;
  }

  /** Counts one slice of the baseline in its place. */
  public void restedOneSlice() {
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
   * Adds a pair of slices.
   *
   * @return the verdict if it has changed, else {@link Verdict#NOT_KNOWN}
   */
  Verdict compared(SlicePair pair) {
    if (isResting()) {
      return Verdict.NOT_KNOWN;
    }
    test.add(pair);
    pairPlanMeans += pair.plan().meanNanos();
    pairBaselineMeans += pair.baseline().meanNanos();
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

  /** Counts a slice that is over, of a pair or not. */
  void served(boolean isBaseline, SliceOutcome outcome) {
    if (isBaseline) {
      safeRequests += outcome.requests();
      baselineNanos += outcome.requests() * outcome.meanNanos();
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
   * Returns the estimated cost and gain: each slice is compared with what the other policy would
   * have made of it, by the ratio of the means of all pairs.
   */
  Regret regret() {
    double ratio =
        pairPlanMeans > 0 && pairBaselineMeans > 0 ? pairPlanMeans / pairBaselineMeans : 1;
    return new Regret(
        planRequests + safeRequests,
        planNanos + baselineNanos,
        ratio < 1 ? baselineNanos * (1 - ratio) : 0,
        ratio > 1 ? planNanos * (1 - 1 / ratio) : 0,
        ratio < 1 ? planNanos * (1 / ratio - 1) : 0);
  }
}
