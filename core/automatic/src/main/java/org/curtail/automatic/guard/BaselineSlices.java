package org.curtail.automatic.guard;

import java.util.SplittableRandom;
import org.curtail.automatic.guard.LoadVerdict.Verdict;

/**
 * Decides which slices of time the baseline serves, so that a plan can be compared with it. Time is
 * divided into rounds. A round has a compared pair of slices, one of each policy, in an order
 * decided by a coin. The rest of the round is the plan's, but for slices in between in which
 * requests try degrees. At first a round is only such a pair. A function of the seed and its
 * arguments. Immutable.
 *
 * <p>The frequency of pairs may depend on anything known beforehand, also on results at other
 * loads: a {@link HarmDetector} needs only the coin within each pair, so its error rate holds.
 */
public final class BaselineSlices {
  /** Step of a {@link SplittableRandom} for each number it draws. */
  private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

  /** Least share while nothing is shown. */
  private static final double LEAST_UNCLEARED = 0.02;

  /** Evidence of no harm from which the share falls, with its square. */
  private static final double LEAST_EVIDENCE = 2;

  /** Evidence at other loads from which the first pair may wait. */
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
   * @param elsewhere evidence of no harm at other loads, as far as it applies here: {@link
   *     Guards#evidenceElsewhere}, at least 1
   * @param isSuspect true if something speaks for harm: then every second slice is the baseline's
   */
  public record Known(
      int pairs, Verdict verdict, double evidence, double elsewhere, boolean isSuspect) {}

  /**
   * The slices of one round.
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
    // Where nothing is known the pair comes first, so that harm shows at once.
    boolean isKnown = known.verdict == Verdict.NO_HARM || known.elsewhere >= TRUSTED;
    int before = isKnown ? random.nextInt(alone + 1) : 0;
    return new Round(before, isBaselineFirst, alone - before);
  }

  /**
   * Returns the share of the slices that the baseline serves while nothing speaks for harm: from
   * the setting's share to 1/2. It falls with the square of the evidence of no harm, here and
   * elsewhere. Without evidence for or against harm it falls with the number of pairs, so that the
   * cost of comparing grows only as the square root of time.
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
