package org.curtail.automatic.guard;

import org.curtail.automatic.guard.LoadVerdict.Verdict;
import org.curtail.automatic.guard.Slice.SliceOutcome;

/**
 * Guard of one policy of the plan at one load: detects harm, decides the consequences, and counts
 * the cost of comparing.
 *
 * <p>After harm the baseline replaces the policy. The cause of the harm may be temporary, such as
 * another program on the machine. So the policy is tried again after a rest, which doubles each
 * time. The k-th try has 1/2^k of the error rate, so that all tries together have at most the whole
 * rate.
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
  private Verdict reported = Verdict.NOT_KNOWN;

  private long planRequests;
  private double planNanos;
  private long safeRequests;
  private double baselineNanos;
  private double pairPlanMeans;
  private double pairBaselineMeans;

  /**
   * Creates a guard without comparisons.
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
        guard.reported = Verdict.NO_HARM;
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

  /** Returns the budget of comparing, shared by all tries. */
  public HarmBudget budget() {
    return budget;
  }

  /** Returns the number of pairs that decides how often the baseline serves. */
  public int pairs() {
    return earlierPairs + test.pairs();
  }

  /** Returns the present verdict, or the earlier one that it continues. */
  Verdict verdict() {
    return isResting() ? Verdict.HARM : reported;
  }

  /** Returns the verdict. A verdict from before a restart counts only after a new comparison. */
  public Verdict recentVerdict() {
    return test.pairs() < setting.firstPairs() ? Verdict.NOT_KNOWN : verdict();
  }

  /** Returns true if the policy was shown to be harmless and has no new signs of harm. */
  boolean isCleared() {
    return !mayDoHarm();
  }

  /**
   * Returns true if the policy was not shown to be harmless. An estimate without harm may be
   * chance.
   */
  public boolean mayDoHarm() {
    return recentVerdict() != Verdict.NO_HARM || test.leansToHarm();
  }

  /** Returns true for the first try of the policy. Call it once, before the policy serves. */
  public boolean isFirstTry() {
    boolean isFirst = !isTried && pairs() == 0;
    isTried = true;
    return isFirst;
  }

  /** Returns true if the baseline replaces the policy after harm. */
  public boolean isResting() {
    return restSlices > 0;
  }

  /** Returns the number of slices until the next try of the policy. */
  public int restSlices() {
    return restSlices;
  }

  /** Counts one slice of the rest. */
  public void restedOneSlice() {
    restSlices--;
    if (restSlices == 0) {
      tries++;
      test = newTest();
      earlierPairs = 0;
      reported = Verdict.NOT_KNOWN;
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
    if (verdict == reported) {
      return Verdict.NOT_KNOWN;
    }
    reported = verdict == Verdict.NO_HARM ? verdict : reported;
    return verdict;
  }

  /** Counts a finished slice, in or outside of a pair. */
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
   * Returns the estimated cost and gain. The time of each slice under the other policy is estimated
   * by the ratio of the means of all pairs.
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
