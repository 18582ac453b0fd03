package org.curtail.diagnose;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Computes the mean of many breakdowns, whose parts add up to their mean latency. */
final class CauseMean {
  private CauseMean() {}

  /**
   * Returns the mean parts.
   *
   * @param sum sum of all breakdowns, at least 0 for each cause
   * @param count number of breakdowns, at least 1
   * @return parts that add up to the mean of the sum, rounded down; each is rounded down, or up
   *     where that is nearest
   */
  static CauseNanos of(CauseNanos sum, long count) {
    long left = sum.sum() / count - CauseNanos.of(cause -> sum.of(cause) / count).sum();
    List<Cause> roundedUp =
        Stream.of(Cause.values())
            .sorted(Comparator.comparingLong((Cause cause) -> sum.of(cause) % count).reversed())
            .limit(left)
            .toList();
    return CauseNanos.of(cause -> sum.of(cause) / count + (roundedUp.contains(cause) ? 1 : 0));
  }

  static CauseNanos of(List<Breakdown> requests) {
    CauseNanos sum =
        requests.stream().map(Breakdown::nanos).reduce(CauseNanos.ZERO, CauseNanos::plus);
    return of(sum, requests.size());
  }
}
