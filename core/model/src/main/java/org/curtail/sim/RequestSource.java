package org.curtail.sim;

import org.curtail.dispatch.DispatchedRequest;
import org.curtail.sim.Simulation.ClosedLoop;

/** Source of a run's requests, one after the other. */
sealed interface RequestSource permits RequestSource.Open, ClosedLoop.Clients {
  /** Returns the next known arrival; {@link DispatchedRequest#NEVER} for none. */
  long nextNanos();

  void arrived();

  void ended(long nowNanos);

  /** Open loop: requests arrive at the times of a trace, independent of the service. */
  final class Open implements RequestSource {
    private final Trace trace;
    private int next;
    private long nextNanos;

    Open(Trace trace) {
      this.trace = trace;
      nextNanos = SimulatedRun.nanos(trace.arrivalMs(0));
    }

    @Override
    public long nextNanos() {
      return nextNanos;
    }

    @Override
    public void arrived() {
      next++;
      nextNanos =
          next < trace.size() ? SimulatedRun.nanos(trace.arrivalMs(next)) : DispatchedRequest.NEVER;
    }

    @Override
    public void ended(long nowNanos) {
      // Arrivals do not depend on ends.
    }
  }
}
