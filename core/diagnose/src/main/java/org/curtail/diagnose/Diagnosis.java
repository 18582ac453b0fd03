package org.curtail.diagnose;

import static java.util.stream.Collectors.groupingBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.curtail.Percentile;

/** The causes of the slowest of many requests. Immutable. */
public final class Diagnosis {
  /**
   * The mean of requests of the same kind.
   *
   * @param group kind of the requests
   * @param requests number of requests, at least 1
   * @param worstNanos latency of the slowest request
   * @param nanos mean time of each cause
   */
  public record RequestGroup(String group, int requests, long worstNanos, CauseNanos nanos) {
    /** Returns groups from slow to fast by mean latency, then by name. */
    static List<RequestGroup> of(List<Breakdown> requests, int leastRequests) {
      return requests.stream()
          .filter(Breakdown::hasGroup)
          .collect(groupingBy(Breakdown::group))
          .entrySet()
          .stream()
          .filter(entry -> entry.getValue().size() >= leastRequests)
          .map(entry -> of(entry.getKey(), entry.getValue()))
          .sorted(
              Comparator.comparingLong(RequestGroup::meanNanos)
                  .reversed()
                  .thenComparing(RequestGroup::group))
          .toList();
    }

    private static RequestGroup of(String group, List<Breakdown> members) {
      return new RequestGroup(
          group,
          members.size(),
          members.stream().mapToLong(Breakdown::latencyNanos).max().orElseThrow(),
          CauseNanos.mean(members));
    }

    /** Returns the mean latency of the requests, rounded down. */
    public long meanNanos() {
      return nanos.sum();
    }
  }

  /** Window around a percentile: one 200th of all requests to each side. */
  private static final int WINDOW = 200;

  private final List<Breakdown> ascending;
  private final Usual usual;

  private Diagnosis(List<Breakdown> ascending, Usual usual) {
    this.ascending = ascending;
    this.usual = usual;
  }

  /**
   * Returns the diagnosis of requests in any order. The usual CPU time of each demand is learnt
   * from these requests, where possible.
   *
   * @throws IllegalArgumentException if there are no requests
   */
  public static Diagnosis of(List<RequestEvidence> requests) {
    return of(requests, CauseSplit.USUAL);
  }

  /** Returns the diagnosis of requests with other costs of page faults and interrupts. */
  public static Diagnosis of(List<RequestEvidence> requests, CauseSplit split) {
    var expected = ExpectedCpu.learn(requests);
    List<Breakdown> ascending =
        requests.stream()
            .map(expected::withExpectation)
            .map(split::split)
            .sorted(Comparator.comparingLong(Breakdown::latencyNanos))
            .toList();
    return new Diagnosis(ascending, Usual.of(ascending));
  }

  /** Returns all requests, from fast to slow. */
  public List<Breakdown> requests() {
    return ascending;
  }

  Usual usual() {
    return usual;
  }

  /** Returns the main cause of a slow request; empty if the request was not slow. */
  public Optional<MainCause> mainCause(Breakdown request) {
    return MainCause.of(request, usual);
  }

  /**
   * Returns the slowest requests, the slowest first.
   *
   * @param count greatest number of requests, at least 1
   */
  public List<Breakdown> slowest(int count) {
    return ascending.subList(Math.max(0, ascending.size() - count), ascending.size()).reversed();
  }

  /** Returns the number of requests in a slowest share: rounded up, at least 1. */
  private int count(double slowestShare) {
    return ascending.size() - firstOfSlowest(ascending.size(), slowestShare);
  }

  /**
   * Returns the index of the first request of the slowest share, in ascending order of latency.
   *
   * @param slowestShare above 0, at most 1: 0.01 for the slowest 1 %
   */
  public static int firstOfSlowest(int requests, double slowestShare) {
    if (!(slowestShare > 0 && slowestShare <= 1)) {
      throw new IllegalArgumentException(
          "slowestShare must be above 0 and at most 1: " + slowestShare);
    }
    // In floating point, 0.07 * 100 is above 7.
    return requests - Math.max(1, (int) Math.ceil(slowestShare * requests - 1e-9));
  }

  /**
   * Returns the number of slow requests for each main cause, among the slowest share.
   *
   * @param slowestShare above 0, at most 1: 0.01 for the slowest 1 %
   */
  public Map<Cause, Integer> mainCauses(double slowestShare) {
    var counts = new EnumMap<Cause, Integer>(Cause.class);
    for (Breakdown request : slowest(count(slowestShare))) {
      mainCause(request).ifPresent(main -> counts.merge(main.cause(), 1, Integer::sum));
    }
    return counts;
  }

  /**
   * Returns the mean of the slowest requests.
   *
   * @param share above 0, at most 1: 0.01 for the slowest 1 %
   */
  public LatencyGroup slowest(double share) {
    return LatencyGroup.of(ascending, firstOfSlowest(ascending.size(), share), ascending.size());
  }

  /**
   * Returns the mean of the requests around a percentile: half a percent of all requests to each
   * side.
   */
  public LatencyGroup at(double percentile) {
    int middle = Percentile.rank(percentile, ascending.size());
    int side = ascending.size() / WINDOW;
    return LatencyGroup.of(
        ascending, Math.max(0, middle - side), Math.min(ascending.size(), middle + side + 1));
  }

  /**
   * Returns groups of about the same number of requests, from fast to slow.
   *
   * @param count greatest number of groups, at least 1; there are not more groups than requests
   */
  public List<LatencyGroup> groups(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("count must be at least 1: " + count);
    }
    int size = ascending.size();
    int most = Math.min(count, size);
    var groups = new ArrayList<LatencyGroup>(most);
    for (int i = 0; i < most; i++) {
      groups.add(
          LatencyGroup.of(
              ascending, (int) ((long) size * i / most), (int) ((long) size * (i + 1) / most)));
    }
    return groups;
  }

  /**
   * Returns the mean of each kind from slow to fast. Kinds with fewer requests than {@code
   * leastRequests} are left out.
   */
  public List<RequestGroup> byGroup(int leastRequests) {
    return RequestGroup.of(ascending, leastRequests);
  }

  /**
   * Returns the mean excess of the slowest requests over the usual, by cause.
   *
   * @param slowestShare above 0, at most 1: 0.01 for the slowest 1 %
   */
  public CauseNanos excess(double slowestShare) {
    return slowest(slowestShare).nanos().minus(usual.ofAll());
  }

  /**
   * Returns the least excess of CPU time with which interference can be a request's main cause. A
   * smaller excess is usual variation, or not enough to make a request slow. Empty if the usual CPU
   * time of the demand is unknown.
   */
  public OptionalLong leastInterferenceNanos(Breakdown request) {
    return usual.leastInterferenceNanos(request);
  }

  /**
   * Returns a percentile of {@link #leastInterferenceNanos(Breakdown)} over all requests. Empty if
   * it is unknown for all.
   */
  public OptionalLong leastInterferenceNanos(double percentile) {
    long[] known =
        ascending.stream()
            .map(usual::leastInterferenceNanos)
            .flatMapToLong(OptionalLong::stream)
            .sorted()
            .toArray();
    return known.length == 0
        ? OptionalLong.empty()
        : OptionalLong.of(known[Percentile.rank(percentile, known.length)]);
  }
}
