package org.curtail.diagnose;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.util.ArrayList;
import java.util.Arrays;
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
 * one that is computed more slowly. Else by what others of the same group took.
 */
public final class ExpectedCpu {
  /** Of a median of so few the request itself, or one odd one, cannot be the most. */
  private static final int LEAST_OTHERS = 2;

  /** So many requests of a group know better than all together what their instructions take. */
  private static final int OWN_GROUP = 5;

  private ExpectedCpu() {}

  /**
   * The same requests in the same order, each with what it could be expected to take; those that
   * had an expectation keep it.
   */
  public static List<RequestEvidence> fill(List<RequestEvidence> requests) {
    double[] allPaces = paces(requests);
    Map<String, List<RequestEvidence>> groups =
        requests.stream().collect(groupingBy(RequestEvidence::group, toList()));
    var expectations = new HashMap<String, GroupExpectation>();
    groups.forEach(
        (name, group) -> expectations.put(name, GroupExpectation.of(group, allPaces)));
    var filled = new ArrayList<RequestEvidence>(requests.size());
    for (RequestEvidence request : requests) {
      GroupExpectation of = expectations.get(request.group());
      filled.add(
          of == null || request.expectedCpuNanos() != RequestEvidence.UNKNOWN
              ? request
              : request.expecting(of.nanos(request).orElse(RequestEvidence.UNKNOWN)));
    }
    return filled;
  }

  /**
   * What is known of a group.
   *
   * @param paces CPU nanoseconds for an instruction, ascending; empty if nobody counted
   * @param cpuNanos of its requests, ascending
   */
  private record GroupExpectation(double[] paces, double[] cpuNanos) {
    static GroupExpectation of(List<RequestEvidence> group, double[] allPaces) {
      double[] own = paces(group);
      return new GroupExpectation(
          own.length >= OWN_GROUP ? own : allPaces,
          ascending(
              group.stream()
                  .mapToLong(RequestEvidence::cpuNanos)
                  .filter(cpu -> cpu != RequestEvidence.UNKNOWN)
                  .asDoubleStream()));
    }

    OptionalLong nanos(RequestEvidence request) {
      long instructions = instructions(request);
      if (instructions > 0 && paces.length > LEAST_OTHERS) {
        return OptionalLong.of((long) (instructions * Percentile.of(paces, 50)));
      }
      return cpuNanos.length > LEAST_OTHERS ? ofOthers(request.cpuNanos()) : OptionalLong.empty();
    }

    /** The median without the request itself; of an even number the lower one. */
    private OptionalLong ofOthers(long own) {
      int others = cpuNanos.length - 1;
      int middle = Percentile.rank(50, others);
      boolean isAbove = own != RequestEvidence.UNKNOWN && own <= cpuNanos[middle];
      return OptionalLong.of((long) cpuNanos[isAbove ? middle + 1 : middle]);
    }
  }

  private static double[] paces(List<RequestEvidence> requests) {
    return ascending(
        requests.stream()
            .filter(r -> r.cpuNanos() >= 0 && instructions(r) > 0)
            .mapToDouble(r -> (double) r.cpuNanos() / instructions(r)));
  }

  private static double[] ascending(DoubleStream values) {
    double[] sorted = values.toArray();
    Arrays.sort(sorted);
    return sorted;
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
