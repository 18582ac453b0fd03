package org.curtail.automatic.guard;

import java.util.SplittableRandom;
import org.curtail.automatic.guard.LoadVerdict.Verdict;

/**
 * Choice of the time slices of the baseline, for the comparison with a plan. Time is divided into
 * rounds. A round has a compared pair of slices, one of each policy, in an order decided by a coin.
 * The other slices of the round are the plan's, except exploring slices in between. At first a
 * round is only such a pair. A function of the seed and its arguments. Immutable.
 *
 * <p>The frequency of pairs may depend on all earlier knowledge, including results at other loads.
 * The error rate of a {@link HarmDetector} holds anyway, since it needs only the coin within each
 * pair.
 */
public final class BaselineSlices {
  /** Step of a {@link SplittableRandom} per drawn number. */
  private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

  /** Least share of the baseline while there is no verdict. */
  private static final double LEAST_UNCLEARED = 0.02;

  /** Evidence of no harm above which the share falls, with its square. */
  private static final double LEAST_EVIDENCE = 2;

  /** Evidence at other loads above which the first pair may wait. */
  private static final double TRUSTED = 10;

  private final GuardSetting setting;
  private final long seed;

  public BaselineSlices(GuardSetting setting, long seed) {
    this.setting = setting;
    this.seed = seed;
  }

  /**
   * Knowledge of the policy that is to serve.
   *
   * @param pairs number of pairs compared at this load, at least 0
   * @param verdict verdict of these pairs
   * @param evidence present evidence of no harm, as {@link HarmDetector#presentEvidenceOfNoHarm}
   * @param elsewhere applicable evidence of no harm at other loads: {@link
   *     Guards#evidenceElsewhere}, at least 1
   * @param isSuspect true if there are signs of harm; then every second slice is the baseline's
   */
  public record Known(
      int pairs, Verdict verdict, double evidence, double elsewhere, boolean isSuspect) {}

  /**
   * Slices of one round.
   *
   * @param before number of the plan's slices before the pair, at least 0
   * @param isBaselineFirst true if the first slice of the pair is the baseline's
   * @param after number of the plan's slices after the pair, at least 0
   */
  public record Round(int before, boolean isBaselineFirst, int after) {
    public int slices() {
      return before + 2 + after;
    }

    /** Returns true if a slice belongs to the pair. */
    public boolean isCompared(int slice) {
      return slice == before || slice == before + 1;
    }

    /** Returns true if the baseline serves a slice, 0 to {@link #slices} - 1. */
    public boolean isBaseline(int slice) {
      return slice == (isBaselineFirst ? before : before + 1);
    }
  }

  /**
   * Returns a round.
   *
   * @param number number of the round; each has its own coin
   */
  public Round round(long number, Known known) {
    var random = new SplittableRandom(seed + number * GOLDEN_GAMMA);
    boolean isBaselineFirst = random.nextBoolean();
    int alone = known.isSuspect ? 0 : (int) Math.round(1 / share(known)) - 2;
    // Without knowledge the pair comes first, to expose harm at once.
    boolean isKnown = known.verdict == Verdict.NO_HARM || known.elsewhere >= TRUSTED;
    int before = isKnown ? random.nextInt(alone + 1) : 0;
    return new Round(before, isBaselineFirst, alone - before);
  }

  /**
   * Returns the share of the baseline's slices without signs of harm: from the setting's share to
   * 1/2. It falls with the square of the evidence of no harm, here and elsewhere. Without any
   * evidence it falls with the number of pairs. So the cost of comparing grows as the square root
   * of time.
   */
  double share(Known known) {
    double first = setting.firstPairs() * squaredDoubt(known.elsewhere);
    boolean isTrusted = known.elsewhere >= TRUSTED;
    if (known.pairs <= first && !isTrusted) {
      return 0.5;
    }
    if (known.verdict == Verdict.NO_HARM) {
      return setting.safeShare();
    }
    double doubt = squaredDoubt(known.evidence * known.elsewhere);
    double byPairs = (double) setting.firstPairs() / Math.max(known.pairs, setting.firstPairs());
    double least = Math.max(setting.safeShare(), LEAST_UNCLEARED);
    return Math.max(least, 0.5 * Math.min(doubt, byPairs));
  }

  private static double squaredDoubt(double evidence) {
    double doubt = Math.min(LEAST_EVIDENCE / evidence, 1);
    return doubt * doubt;
  }
}
