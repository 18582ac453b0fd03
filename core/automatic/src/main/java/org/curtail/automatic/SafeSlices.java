package org.curtail.automatic;

import java.util.SplittableRandom;

/**
 * Which slices of time the safe policy serves, so that a plan can be compared with it. Time goes by
 * in rounds: two slices that are compared, one of each policy, in an order that a coin decides; the
 * rest of the round is the plan's, but for slices that come between, in which requests try degrees.
 * At first a round is nothing but such a pair. A function of the seed and its arguments. Immutable.
 *
 * <p>How often pairs are served may follow anything that is known beforehand, also what was shown
 * at other loads: a {@link HarmTest} needs the coin within each pair and nothing else, so its error
 * rate stays what it is.
 */
final class SafeSlices {
  /** By so much a {@link SplittableRandom} moves on with each number that it draws. */
  private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

  /** As long as nothing is shown the share does not fall below this. */
  private static final double LEAST_UNCLEARED = 0.02;

  /** From so much evidence of no harm on the share falls, with its square. */
  private static final double TELLING_EVIDENCE = 2;

  /** Of so much evidence at other loads the first pair may wait. */
  private static final double TRUSTED = 10;

  private final GuardSetting setting;
  private final long seed;

  SafeSlices(GuardSetting setting, long seed) {
    this.setting = setting;
    this.seed = seed;
  }

  /**
   * What is known of the policy that is to serve.
   *
   * @param pairs how many have been compared at this load, at least 0
   * @param verdict of them
   * @param evidence of no harm at present, as {@link HarmTest#presentEvidenceOfNoHarm}
   * @param elsewhere evidence of no harm at other loads, as far as it speaks for this one: {@link
   *     Guards#evidenceElsewhere}, at least 1
   * @param isSuspect whether something speaks for harm: then every second slice is the safe
   *     policy's
   */
  record Known(int pairs, Verdict verdict, double evidence, double elsewhere, boolean isSuspect) {}

  /**
   * The slices of one round.
   *
   * @param before the plan's slices before the pair, at least 0
   * @param isSafeFirst whether the first slice of the pair is the safe policy's
   * @param after the plan's slices after the pair, at least 0
   */
  record Round(int before, boolean isSafeFirst, int after) {
    int slices() {
      return before + 2 + after;
    }

    /** Whether a slice belongs to the pair. */
    boolean isCompared(int slice) {
      return slice == before || slice == before + 1;
    }

    /** Whether the safe policy serves a slice, 0 to {@link #slices} - 1. */
    boolean isSafe(int slice) {
      return slice == (isSafeFirst ? before : before + 1);
    }
  }

  /**
   * A round.
   *
   * @param number of the round, each has its own coin
   */
  Round round(long number, Known known) {
    var random = new SplittableRandom(seed + number * GOLDEN_GAMMA);
    boolean isSafeFirst = random.nextBoolean();
    int alone = known.isSuspect ? 0 : (int) Math.round(1 / share(known)) - 2;
    // Where nothing is known the pair comes first, so that harm is seen at once.
    boolean isKnown = known.verdict == Verdict.NO_HARM || known.elsewhere >= TRUSTED;
    int before = isKnown ? random.nextInt(alone + 1) : 0;
    return new Round(before, isSafeFirst, alone - before);
  }

  /**
   * Share of the slices that the safe policy serves while nothing speaks for harm: from the
   * setting's share to 1/2. It falls with the square of the evidence that there is no harm, here
   * and elsewhere; where there is none, neither for nor against, with the number of pairs, so that
   * what comparing costs grows as the square root of the time only.
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
    double doubt = Math.min(TELLING_EVIDENCE / evidence, 1);
    return doubt * doubt;
  }
}
