package org.curtail.benchkit.policyruns;

import java.util.List;
import java.util.stream.IntStream;
import org.curtail.sim.SimulationResult;

/** Splits a run into blocks of consecutive requests, for resampling. */
public final class Blocks {
  public static final int COUNT = 40;

  private Blocks() {}

  /** Returns latencies by block, in milliseconds. Block sizes differ by at most one request. */
  public static List<double[]> of(SimulationResult outcome) {
    long requests = outcome.requests();
    return IntStream.range(0, COUNT)
        .mapToObj(b ->
            IntStream.range((int) (b * requests / COUNT), (int) ((b + 1) * requests / COUNT))
                .mapToDouble(i -> outcome.latencyNanos(i) / 1e6)
                .toArray())
        .toList();
  }
}
