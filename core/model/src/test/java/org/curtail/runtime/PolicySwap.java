package org.curtail.runtime;

import java.util.List;
import java.util.function.Consumer;
import org.curtail.Policy;
import org.curtail.sim.SimulatedEnd;
import org.curtail.sim.Steering;

/** At this moment another policy takes the place of the one that serves. */
record PolicySwap(long atNanos, Policy next) {
  /** Swaps in a simulation, and reports it. */
  static final class Script implements Steering {
    private final List<PolicySwap> swaps;
    private final Consumer<Policy> told;
    private int done;

    /** Swaps in order of time. */
    Script(List<PolicySwap> swaps, Consumer<Policy> told) {
      this.swaps = swaps;
      this.told = told;
    }

    @Override
    public void arrived(long arrivalNanos) {}

    @Override
    public void ended(SimulatedEnd end) {}

    @Override
    public long nextNanos() {
      return done < swaps.size() ? swaps.get(done).atNanos : Long.MAX_VALUE;
    }

    @Override
    public Policy at(long nowNanos) {
      Policy next = swaps.get(done++).next;
      told.accept(next);
      return next;
    }
  }
}
