package org.curtail.sim;

import org.curtail.dispatch.DispatchedRequest;

/**
 * Puts the threads of a simulated service on cores of different speeds. A request with d threads
 * progresses at its speedup at degree d times the mean speed of its threads' cores: threads take
 * the next piece of work whenever they are done with one, so each does as much as its core can.
 * That is the leading term for greedily scheduled work on cores of different speeds (Bender, Rabin:
 * Online Scheduling of Parallel Programs on Heterogeneous Systems with Applications to Cilk, Theory
 * of Computing Systems 35, 2002); the loss from work that cannot be shared is in the speedup.
 *
 * <p>Deterministic. It has a state, so each run needs its own; one thread calls it.
 */
public interface CoreSpeeds {
  /** Cores that all have speed 1. */
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
   * Returns the mean speed of the cores of a request's computing threads, as last placed; at most
   * 1. Threads without a core count as 0; if none has one, the request stands still.
   *
   * @param running its number in the last state
   */
  double speed(int running);

  /** Returns the time to place threads again even without an event; later than now. */
  long nextNanos();
}
