package org.curtail.runtime;

import java.util.List;
import java.util.function.Consumer;
import org.curtail.Policy;
import org.curtail.sim.SimulatedEnd;
import org.curtail.sim.Steering;

/** Replacement of the policy at a moment. */
record PolicySwap(long atNanos, Policy next) {
  /** Replaces policies in a simulation, and reports each replacement. */
  static final class Script implements Steering {
    private final List<PolicySwap> swaps;
    private final Consumer<Policy> told;
    private int done;

    /** Replacements in order of time. */
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
