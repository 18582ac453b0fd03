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
 * What CPU time a demand usually takes, learnt from many requests. Where the processor's counters
 * are known, by what an instruction usually takes: so a request that computes more is not taken for
 * one that is computed more slowly. Else by what others of the same group took. Immutable.
 */
final class ExpectedCpu {
  /** Of a median of so few, one odd value cannot be the most. */
  private static final int LEAST_OTHERS = 2;

  /** So many requests of a group know better than all together what their instructions take. */
  private static final int OWN_PACE = 5;

  /** CPU nanoseconds for an instruction, ascending; empty if nobody counted. */
  private final double[] allPaces;

  private final Map<String, Group> groups = new HashMap<>();

  /**
   * What is known of a group.
   *
   * @param paces as for all
   * @param cpuNanos of its requests, ascending
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Group(double[] paces, double[] cpuNanos) {
    /** The median without the request itself; of an even number the lower one. */
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

  /** What is known after many requests. */
  public static ExpectedCpu learn(List<RequestEvidence> requests) {
    return new ExpectedCpu(requests);
  }

  /**
   * The same request, with what it could be expected to take; one that had an expectation keeps it.
   */
  public RequestEvidence filled(RequestEvidence request) {
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

  /** Of all its threads; -1 if those of one are not known. */
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
