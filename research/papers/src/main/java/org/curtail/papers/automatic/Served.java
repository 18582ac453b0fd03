package org.curtail.papers.automatic;

import java.util.Arrays;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.benchkit.policyruns.Collapse;
import org.curtail.sim.Machine;
import org.curtail.sim.Simulation;
import org.curtail.sim.SimulationResult;
import org.curtail.sim.Steering;
import org.curtail.sim.Trace;

/** The latencies of a trace's requests under one policy. Immutable. */
final class Served {
  private final double[] latenciesMs;

  /** Keeps a copy of these latencies, by place in the trace. */
  Served(double[] latenciesMs) {
    this.latenciesMs = latenciesMs.clone();
  }

  /** Simulates one policy for the whole trace. */
  static Served by(Policy policy, Profile profile, int cores, Trace trace) {
    return by(policy, Steering.NONE, profile, cores, trace);
  }

  /** Simulates policies that replace each other. */
  static Served by(Policy first, Steering steering, Profile profile, int cores, Trace trace) {
    SimulationResult outcome =
        Collapse.endsRunsOf(new Simulation(profile, Machine.ofCores(cores)).steeredBy(steering))
            .run(first, trace);
    double[] latenciesMs = new double[trace.size()];
    double greatest = 0;
    for (int i = 0; i < outcome.requests(); i++) {
      latenciesMs[i] = outcome.latencyNanos(i) / 1e6;
      greatest = Math.max(greatest, latenciesMs[i]);
    }
    // If the run was given up, the requests that had not arrived count with the greatest latency.
    Arrays.fill(latenciesMs, outcome.requests(), trace.size(), greatest);
    return new Served(latenciesMs);
  }

  /** Number of requests. */
  int requests() {
    return latenciesMs.length;
  }

  /**
   * Returns the latencies in milliseconds of the requests between two places, the second one
   * excluded.
   */
  double[] between(int from, int to) {
    return Arrays.copyOfRange(latenciesMs, from, to);
  }
}
