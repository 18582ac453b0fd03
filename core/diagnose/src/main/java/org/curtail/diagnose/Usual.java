package org.curtail.diagnose;

import static java.util.stream.Collectors.groupingBy;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The usual times of requests by cause. The usual is the mean of the middle fifth by latency, so a
 * few slow requests hardly change it. A request is compared with its kind if the kind has at least
 * {@link #LEAST_OF_KIND} requests. Otherwise it is compared with all requests; if its demand is
 * known, the expected work replaces the usual work. Immutable.
 */
final class Usual {
  /** Least number of requests of a kind for a usual of its own. */
  static final int LEAST_OF_KIND = 5;

  private final CauseNanos ofAll;
  private final Map<String, CauseNanos> byGroup;
  private final UsualSpread amongAll;
  private final UsualSpread amongKind;

  private Usual(List<Breakdown> requests) {
    ofAll = middle(requests);
    byGroup = byGroup(requests);
    amongAll = UsualSpread.of(requests, request -> ofAll);
    amongKind = UsualSpread.of(requests, this::ofKind);
  }

  /**
   * Learns the usual from requests.
   *
   * @throws IllegalArgumentException if there are no requests
   */
  static Usual of(List<Breakdown> requests) {
    if (requests.isEmpty()) {
      throw new IllegalArgumentException("the usual needs at least one request");
    }
    return new Usual(requests);
  }

  private static CauseNanos middle(List<Breakdown> requests) {
    List<Breakdown> sorted =
        requests.stream().sorted(Comparator.comparingLong(Breakdown::latencyNanos)).toList();
    int from = 2 * sorted.size() / 5;
    int to = Math.max(from + 1, (3 * sorted.size() + 4) / 5);
    return CauseNanos.mean(sorted.subList(from, to));
  }

  private static Map<String, CauseNanos> byGroup(List<Breakdown> requests) {
    var usual = new HashMap<String, CauseNanos>();
    requests.stream()
        .filter(Breakdown::hasGroup)
        .collect(groupingBy(Breakdown::group))
        .forEach((group, members) -> {
          if (members.size() >= LEAST_OF_KIND) {
            usual.put(group, middle(members));
          }
        });
    return usual;
  }

  /** Returns the usual times of all requests. */
  CauseNanos ofAll() {
    return ofAll;
  }

  /** Returns the usual times for the comparison with this request. */
  CauseNanos ofKind(Breakdown request) {
    CauseNanos group = byGroup.get(request.group());
    if (group != null) {
      return group;
    }
    if (!request.isDemandKnown()) {
      return ofAll;
    }
    return CauseNanos.of(
        cause -> cause == Cause.WORK ? request.expectedWorkNanos() : ofAll.of(cause));
  }

  /** See {@link Diagnosis#leastInterferenceNanos(Breakdown)}. */
  OptionalLong leastInterferenceNanos(Breakdown request) {
    if (!request.isDemandKnown()) {
      return OptionalLong.empty();
    }
    double share = Math.max(MainCause.SLOW_EXCESS, amongKind.leastUnusualShare(Cause.INTERFERENCE));
    return OptionalLong.of((long) Math.ceil(share * ofKind(request).sum()));
  }

  /** Returns the variation of requests around the usual of all. */
  UsualSpread amongAll() {
    return amongAll;
  }

  /** Returns the variation of requests around the usual of their kind. */
  UsualSpread amongKind() {
    return amongKind;
  }
}
