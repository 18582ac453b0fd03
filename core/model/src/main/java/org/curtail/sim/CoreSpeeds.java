package org.curtail.sim;

import org.curtail.dispatch.DispatchedRequest;

/**
 * How fast the cores are that requests run on, where not all are alike: puts the threads of a
 * simulated service on cores. A request with d threads goes on with its speedup at degree d times
 * the mean speed of the cores that they run on: threads take the next piece of work whenever they
 * are done with one, so that each does as much as its core can. That is the leading term for
 * greedily scheduled work on cores of different speeds (Bender, Rabin: Online Scheduling of
 * Parallel Programs on Heterogeneous Systems with Applications to Cilk, Theory of Computing Systems
 * 35, 2002); what is lost to work that cannot be shared is in the speedup.
 *
 * <p>Deterministic. It has a state, so each run takes one of its own; one thread calls it.
 */
public interface CoreSpeeds {
  /** All cores have speed 1. */
  CoreSpeeds ALIKE =
      new CoreSpeeds() {
        @Override
        public void place(long nowNanos, Observer.State state) {}

        @Override
        public double speed(int running) {
          return 1;
        }

        @Override
        public long nextNanos() {
          return DispatchedRequest.NEVER;
        }
      };

  /**
   * Puts all threads on cores, until the next event. Called after every event.
   *
   * @param nowNanos simulated time, not decreasing
   * @param state valid during the call only
   */
  void place(long nowNanos, Observer.State state);

  /**
   * The mean speed of the cores that a request's computing threads run on, as they were placed
   * last; at most 1. Threads that have no core count as 0; if none has one, the request stands
   * still.
   *
   * @param running its number in the state that was seen last
   */
  double speed(int running);

  /** When threads are to be placed anew though nothing else happens; later than now. */
  long nextNanos();
}
