package org.curtail.automatic;

import java.util.SplittableRandom;

/**
 * Which slices of time the safe policy serves, so that a plan can be compared with it. Time goes by
 * in rounds: two slices that are compared, one of each policy, in an order that a coin decides; the
 * rest of the round is the plan's. At first a round is nothing but such a pair. A function of the
 * seed and its arguments. Immutable.
 */
final class SafeSlices {
  /** By so much a {@link SplittableRandom} moves on with each number that it draws. */
  private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

  /** As long as nothing is shown the share does not fall below this. */
  private static final double LEAST_UNCLEARED = 0.05;

  private final GuardSetting setting;
  private final long seed;

  SafeSlices(GuardSetting setting, long seed) {
    this.setting = setting;
    this.seed = seed;
  }

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
   * @param pairs how many have been compared of the policy that is to serve, at this load
   * @param verdict of them
   * @param isSuspect whether something speaks for harm: then every second slice is the safe
   *     policy's
   */
  Round round(long number, int pairs, Verdict verdict, boolean isSuspect) {
    var random = new SplittableRandom(seed + number * GOLDEN_GAMMA);
    boolean isSafeFirst = random.nextBoolean();
    int alone = isSuspect ? 0 : (int) Math.round(1 / share(pairs, verdict)) - 2;
    // As long as nothing is shown the pair comes first, since a change of load may end the round.
    int before = verdict == Verdict.NO_HARM ? random.nextInt(alone + 1) : 0;
    return new Round(before, isSafeFirst, alone - before);
  }

  /**
   * Share of the slices that the safe policy serves.
   *
   * @param pairs how many have been compared, at least 0
   * @return from the setting's share to 1/2
   */
  double share(int pairs, Verdict verdict) {
    if (pairs <= setting.firstPairs()) {
      return 0.5;
    }
    return verdict == Verdict.NO_HARM
        ? setting.safeShare()
        : Math.max(
            Math.max(setting.safeShare(), LEAST_UNCLEARED), 0.5 * setting.firstPairs() / pairs);
  }
}
