package org.curtail.runtime;

import java.util.List;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Chunks that compute for about so long and touch no memory.
 *
 * @param chunks number of chunks
 * @param tokens length of a chunk, in the unit of {@link Blackhole#consumeCPU}; 0 for empty chunks
 */
record Idling(int chunks, long tokens) implements SharedWork<Idling, Idling> {
  @Override
  public Idling join() {
    return this;
  }

  @Override
  public void run(Idling worker, int chunk, Checkpoint checkpoint) {
    compute();
  }

  void compute() {
    if (tokens > 0) {
      Blackhole.consumeCPU(tokens);
    }
  }

  @Override
  public Idling complete(List<Idling> workers) {
    return this;
  }
}
