package org.curtail.runtime;

import java.util.List;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Chunks that compute for a fixed time and touch no memory.
 *
 * @param chunks number of chunks
 * @param tokens length of a chunk, in the unit of {@link Blackhole#consumeCPU}; 0 for empty chunks
 */
record FixedCpuWork(int chunks, long tokens) implements SharedWork<FixedCpuWork, FixedCpuWork> {
  @Override
  public FixedCpuWork join() {
    return this;
  }

  @Override
  public void run(FixedCpuWork worker, int chunk, Checkpoint checkpoint) {
    compute();
  }

  void compute() {
    if (tokens > 0) {
      Blackhole.consumeCPU(tokens);
    }
  }

  @Override
  public FixedCpuWork complete(List<FixedCpuWork> workers) {
    return this;
  }
}
