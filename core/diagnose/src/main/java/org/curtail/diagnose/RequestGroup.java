package org.curtail.diagnose;

import static java.util.stream.Collectors.groupingBy;

import java.util.Comparator;
import java.util.List;

/**
 * Requests that asked the same, on average.
 *
 * @param group what they asked
 * @param requests how many there are, at least 1
 * @param worstNanos latency of the slowest one
 * @param nanos their mean parts
 */
public record RequestGroup(String group, int requests, long worstNanos, CauseNanos nanos) {
  /** From slow to fast by mean latency; equal ones by name. */
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
        CauseMean.of(members));
  }

  /** Their mean latency, rounded down: what the parts add up to. */
  public long meanNanos() {
    return nanos.sum();
  }
}
