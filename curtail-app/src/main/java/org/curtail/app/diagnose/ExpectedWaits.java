package org.curtail.app.diagnose;

import java.util.Optional;
import java.util.stream.IntStream;
import org.curtail.DelegatingPolicy;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.diagnose.RequestEvidence;
import org.curtail.policy.Sequential;
import org.curtail.sim.Machine;
import org.curtail.sim.Simulation;
import org.curtail.sim.SimulationResult;
import org.curtail.sim.Trace;

/**
 * How long each request of a block had to wait for threads and cores, because of those before it:
 * simulated with the arrivals that there were and the usual times of the queries, with as many
 * threads as an engine has that gives each request one. Nothing of what was observed goes into it
 * but the arrivals.
 */
final class ExpectedWaits {
  private static final double LEAST_MS = 1e-3;
  private static final int THREADS_PER_CORE = 2;

  private ExpectedWaits() {}

  /** The engine's pool is finite where the policy asks for no limit. */
  private record Pooled(Policy policy) implements DelegatingPolicy {
    @Override
    public int threads(int cores) {
      return THREADS_PER_CORE * cores;
    }
  }

  /** By number in the block. */
  static long[] of(ServedBlock block, Calibration usual, int cores) {
    double[][] timesMs = new double[block.requests().size()][1];
    double[] arrivalsMs = new double[timesMs.length];
    double lastMs = 0;
    for (int i = 0; i < timesMs.length; i++) {
      timesMs[i][0] = Math.max(usual.cpuNanos()[block.plan().query(i)] / 1e6, LEAST_MS);
      Optional<RequestEvidence> request = block.requests().get(i);
      double atMs =
          request
              .map(it -> (it.receivedNanos() - block.beginNanos()) / 1e6)
              .orElse(block.plan().sentNanos(i) / 1e6);
      lastMs = Math.max(atMs, lastMs);
      arrivalsMs[i] = lastMs;
    }
    int[] requests = IntStream.range(0, timesMs.length).toArray();
    SimulationResult simulated =
        Simulation.run(
            new Pooled(new Sequential()),
            Profile.of("a block", timesMs),
            Trace.of(arrivalsMs, requests),
            Machine.ofCores(cores));
    return IntStream.of(requests)
        .mapToLong(i -> Math.max(0, simulated.latencyNanos(i) - Math.round(timesMs[i][0] * 1e6)))
        .toArray();
  }
}
