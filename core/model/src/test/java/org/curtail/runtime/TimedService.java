package org.curtail.runtime;

import java.util.List;
import java.util.stream.Stream;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.sim.Machine;
import org.curtail.sim.Trace;

/** Requests, their times and predictions, and their policies. */
record TimedService(Trace trace, Profile profile, List<RequestOptions> options, Machine machine) {
  long arrivalNanos(int index) {
    return Math.round(trace.arrivalMs(index) * 1e6);
  }

  /** Returns the greatest degree of all policies. */
  int mostThreads(Stream<Policy> policies) {
    return policies
        .mapToInt(policy -> {
          int wanted = policy.threads(machine.cores());
          int usable = Math.max(1, trace.size() * policy.maxDegree());
          return wanted == Policy.UNLIMITED ? usable : wanted;
        })
        .max()
        .orElseThrow();
  }
}
