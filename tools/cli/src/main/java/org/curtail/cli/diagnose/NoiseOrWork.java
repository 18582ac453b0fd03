package org.curtail.cli.diagnose;

import static java.util.stream.Collectors.groupingBy;

import java.util.Comparator;
import java.util.List;
import org.curtail.diagnose.Breakdown;
import org.curtail.diagnose.Diagnosis;

/**
 * Whether slow requests are slow because of what they ask, or because of what happened to them: the
 * same request, repeated, is slow again or it is not.
 *
 * <p>If a share w of the slow requests is slow each time, and the others are slow by chance, then
 * another one that asks the same is slow with probability w + (1 - w) c, where c is the probability
 * for any other request. From that equation comes {@code workShare}.
 *
 * @param repeats slow requests of which there are others that asked the same
 * @param slowAgain the share of those others that are slow too, on average; NaN without repeats
 * @param expectedByChance what that would be if what is asked did not matter; NaN without repeats
 * @param workShare of slow requests that are slow because of what they ask: 0 to 1; NaN without
 *     repeats
 * @param verdict in one word
 */
record NoiseOrWork(
    int repeats, double slowAgain, double expectedByChance, double workShare, Verdict verdict) {
  /** What the slowest requests owe their latency to. */
  enum Verdict {
    /** To what they ask. */
    WORK,
    /** To what happened to them. */
    NOISE,
    /** To both. */
    BOTH,
    /** Too few requests were repeated. */
    UNKNOWN
  }

  /** With fewer, one request moves the share by 5 points. */
  private static final int LEAST_REPEATS = 20;

  private static final double MOSTLY = 0.7;

  /**
   * Of the slowest requests. Those of which it is not known what they asked count as never
   * repeated.
   *
   * @param requests in any order
   * @param slowestShare above 0, at most 1: 0.01 for the slowest 1 %
   */
  static NoiseOrWork of(List<Breakdown> requests, double slowestShare) {
    if (requests.isEmpty()) {
      return new NoiseOrWork(0, Double.NaN, Double.NaN, Double.NaN, Verdict.UNKNOWN);
    }
    List<Breakdown> ascending =
        requests.stream().sorted(Comparator.comparingLong(Breakdown::latencyNanos)).toList();
    int first = Diagnosis.firstOfSlowest(ascending.size(), slowestShare);
    long slowFrom = ascending.get(first).latencyNanos();
    int repeats = 0;
    double shares = 0;
    long allSlow = 0;
    for (List<Breakdown> group : requests.stream().collect(groupingBy(Breakdown::group)).values()) {
      long slow = group.stream().filter(r -> r.latencyNanos() >= slowFrom).count();
      allSlow += slow;
      if (group.size() > 1 && group.getFirst().hasGroup()) {
        repeats += (int) slow;
        shares += slow * (double) (slow - 1) / (group.size() - 1);
      }
    }
    double byChance = (double) (allSlow - 1) / (requests.size() - 1);
    return of(repeats, shares / repeats, byChance);
  }

  private static NoiseOrWork of(int repeats, double slowAgain, double byChance) {
    double share = repeats == 0 ? Double.NaN : (slowAgain - byChance) / (1 - byChance);
    double workShare = Math.clamp(share, 0, 1);
    return new NoiseOrWork(
        repeats,
        slowAgain,
        repeats == 0 ? Double.NaN : byChance,
        workShare,
        verdict(repeats, workShare));
  }

  private static Verdict verdict(int repeats, double workShare) {
    if (repeats < LEAST_REPEATS || Double.isNaN(workShare)) {
      return Verdict.UNKNOWN;
    }
    if (workShare >= MOSTLY) {
      return Verdict.WORK;
    }
    return workShare <= 1 - MOSTLY ? Verdict.NOISE : Verdict.BOTH;
  }
}
