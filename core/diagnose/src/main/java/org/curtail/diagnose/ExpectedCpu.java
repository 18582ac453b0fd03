package org.curtail.diagnose;

import static java.util.stream.Collectors.groupingBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.DoubleStream;
import org.curtail.Percentile;
import org.curtail.signals.Stint;

/**
 * The usual CPU time of a demand, learnt from many requests. With the processor's counters, the
 * usual CPU time is the number of instructions times the usual time of an instruction. So more
 * instructions do not count as interference. Without counters, the usual CPU time is the median of
 * other requests of the same group. Immutable.
 */
final class ExpectedCpu {
  /** Least number of other requests, so that one outlier is not the median. */
  private static final int LEAST_OTHERS = 2;

  /** Least number of requests for a group's own time per instruction. */
  private static final int OWN_PACE = 5;

  /** CPU nanoseconds per instruction, ascending; empty without counters. */
  private final double[] allPaces;

  private final Map<String, Group> groups = new HashMap<>();

  /**
   * Measurements of a group.
   *
   * @param paces CPU nanoseconds per instruction, ascending
   * @param cpuNanos CPU times of its requests, ascending
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Group(double[] paces, double[] cpuNanos) {
    /** Returns the lower median of the other requests. */
    OptionalLong ofOthers(long own) {
      int others = cpuNanos.length - 1;
      if (others < LEAST_OTHERS || own == RequestEvidence.UNKNOWN) {
        return OptionalLong.empty();
      }
      int middle = Percentile.rank(50, others);
      return OptionalLong.of((long) cpuNanos[own <= cpuNanos[middle] ? middle + 1 : middle]);
    }
  }

  private ExpectedCpu(List<RequestEvidence> requests) {
    allPaces = paces(requests);
    requests.stream()
        .filter(RequestEvidence::hasGroup)
        .collect(groupingBy(RequestEvidence::group))
        .forEach((name, members) -> groups.put(name, new Group(paces(members), cpu(members))));
  }

  /** Learns from many requests. */
  public static ExpectedCpu learn(List<RequestEvidence> requests) {
    return new ExpectedCpu(requests);
  }

  /** Returns the request with an expected CPU time. Does not replace an existing one. */
  public RequestEvidence withExpectation(RequestEvidence request) {
    if (request.expectedCpuNanos() != RequestEvidence.UNKNOWN) {
      return request;
    }
    OptionalLong expected = expected(request);
    return expected.isPresent() ? request.expecting(expected.getAsLong()) : request;
  }

  private OptionalLong expected(RequestEvidence request) {
    Group group = groups.get(request.group());
    double[] paces = group != null && group.paces().length >= OWN_PACE ? group.paces() : allPaces;
    long instructions = instructions(request);
    if (instructions > 0 && paces.length > LEAST_OTHERS) {
      return OptionalLong.of((long) (instructions * Percentile.of(paces, 50)));
    }
    return group == null ? OptionalLong.empty() : group.ofOthers(request.cpuNanos());
  }

  private static double[] paces(List<RequestEvidence> requests) {
    return ascending(
        requests.stream()
            .filter(r -> r.cpuNanos() >= 0 && instructions(r) > 0)
            .mapToDouble(r -> (double) r.cpuNanos() / instructions(r)));
  }

  private static double[] cpu(List<RequestEvidence> requests) {
    return ascending(
        requests.stream()
            .mapToLong(RequestEvidence::cpuNanos)
            .filter(cpu -> cpu != RequestEvidence.UNKNOWN)
            .asDoubleStream());
  }

  private static double[] ascending(DoubleStream values) {
    return values.sorted().toArray();
  }

  /** Returns the number of instructions of all threads; -1 if unknown for one of them. */
  private static long instructions(RequestEvidence request) {
    long sum = 0;
    for (Stint stint : request.stints()) {
      if (stint.instructions() < 0) {
        return RequestEvidence.UNKNOWN;
      }
      sum += stint.instructions();
    }
    return sum;
  }
}
