package org.curtail.runtime;

import java.util.List;
import java.util.stream.Stream;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.sim.Machine;
import org.curtail.sim.Trace;

/** Requests, what each takes, what is said of it beforehand, and what serves them. */
record TimedService(Trace trace, Profile profile, List<RequestOptions> options, Machine machine) {
  long arrivalNanos(int index) {
    return Math.round(trace.arrivalMs(index) * 1e6);
  }

  /** As many as any of the policies can ask for. */
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
