package org.curtail.cli.diagnose;

import static java.util.stream.Collectors.groupingBy;

import java.util.Comparator;
import java.util.List;
import org.curtail.diagnose.Breakdown;
import org.curtail.diagnose.Diagnosis;

/**
 * Cause of slow requests: their query or chance. The test checks if the same query is slow again.
 *
 * <p>Let a share w of the slow requests be slow each time, and the others by chance. Let c be the
 * probability that any request is slow. Then another request with the same query is slow with
 * probability w + (1 - w) c. From that equation comes {@code workShare}.
 *
 * @param repeats slow requests with others of the same query
 * @param slowAgain mean share of these other requests that are slow too; NaN without repeats
 * @param expectedByChance that share if the query did not matter; NaN without repeats
 * @param workShare share of slow requests that their query makes slow: 0 to 1; NaN without repeats
 * @param verdict verdict in one word
 */
record NoiseOrWork(
    int repeats, double slowAgain, double expectedByChance, double workShare, Verdict verdict) {
  /** Cause of the latency of the slowest requests. */
  enum Verdict {
    /** Their queries are the cause. */
    WORK,
    /** Disturbances are the cause. */
    NOISE,
    /** Queries and disturbances are the cause. */
    BOTH,
    /** Too few requests were repeated. */
    UNKNOWN
  }

  /** Fewest repeats; with fewer, one request moves the share by 5 points. */
  private static final int LEAST_REPEATS = 20;

  private static final double MOSTLY = 0.7;

  /**
   * Verdict on the slowest requests. Requests with an unknown query count as never repeated.
   *
   * @param requests requests in any order
   * @param slowestShare share of the slowest requests, above 0, at most 1: 0.01 for the slowest 1 %
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
