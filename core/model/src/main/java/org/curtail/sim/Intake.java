package org.curtail.sim;

import org.curtail.dispatch.DispatchedRequest;
import org.curtail.sim.Simulation.ClosedLoop;

/** Where the requests of a run come from, one after the other. */
sealed interface Intake permits Intake.Open, ClosedLoop.Clients {
  /**
   * When the next one arrives, as far as is known; {@link DispatchedRequest#NEVER} if nobody is on
   * the way.
   */
  long nextNanos();

  /** It has arrived. */
  void arrived();

  /** A request has ended. */
  void ended(long nowNanos);

  /** Open loop: they arrive at the times of a trace, whatever happens. */
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
      // The world outside does not know.
    }
  }
}
