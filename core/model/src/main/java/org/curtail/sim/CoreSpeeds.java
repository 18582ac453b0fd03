package org.curtail.sim;

import org.curtail.dispatch.DispatchedRequest;

/**
 * Placement of a simulated service's threads on cores of different speeds. A request with d threads
 * progresses at its speedup at degree d times the mean speed of its threads' cores. A thread takes
 * the next piece of work when it has finished one, so each does as much as its core can. The mean
 * speed is the leading term for greedily scheduled work on cores of different speeds (Bender,
 * Rabin: Online Scheduling of Parallel Programs on Heterogeneous Systems with Applications to Cilk,
 * Theory of Computing Systems 35, 2002). The speedup contains the loss from work that threads
 * cannot share.
 *
 * <p>Deterministic. The placement has state, so each run needs its own. One thread calls it.
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
   * Puts all threads on cores until the next event. Called after every event.
   *
   * @param nowNanos simulated time, not decreasing
   * @param state valid during the call only
   */
  void place(long nowNanos, Observer.State state);

  /**
   * Returns the mean speed of the cores of a request's computing threads, as last placed; at most
   * 1. Threads without a core count as 0. If none has a core, the request stands still.
   *
   * @param running number of the request in the last state
   */
  double speed(int running);

  /** Returns the next time to place threads even without an event; later than now. */
  long nextNanos();
}
