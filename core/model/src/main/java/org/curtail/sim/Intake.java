package org.curtail.sim;

import org.curtail.dispatch.DispatchedRequest;
import org.curtail.sim.Simulation.ClosedLoop;

/** The source of a run's requests, one after the other. */
sealed interface Intake permits Intake.Open, ClosedLoop.Clients {
  /**
   * Returns the next arrival as far as it is known; {@link DispatchedRequest#NEVER} if none is on
   * the way.
   */
  long nextNanos();

  /** Notes that the next request has arrived. */
  void arrived();

  /** Notes that a request has ended. */
  void ended(long nowNanos);

  /** Open loop: requests arrive at the times of a trace, whatever happens. */
  final class Open implements Intake {
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
