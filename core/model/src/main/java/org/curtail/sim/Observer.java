package org.curtail.sim;

/** Sees the state of a simulation after every event: to check it from outside, or to draw it. */
@FunctionalInterface
public interface Observer {
  /** Sees nothing. */
  Observer NONE = (nowNanos, state) -> {};

  /**
   * Called when all consequences of an event are decided.
   *
   * @param nowNanos simulated time, not decreasing
   * @param state valid during the call only
   */
  void after(long nowNanos, State state);

  /**
   * The visible state. Running requests are numbered from 0, in the order in which they started or
   * resumed.
   */
  interface State {
    /** Returns the number of requests that have arrived and not started. */
    int waiting();

    /** Returns the number of requests that are served: started, not ended and not preempted. */
    int running();

    /** Returns the number of preempted requests. */
    int aside();

    /** Returns the number of threads that still compute a chunk of an ended request. */
    int lingeringThreads();

    /**
     * Returns each computing thread's share of a core until the next event, more than 0 and at most
     * 1. Boosted threads have whole cores.
     */
    double coreShare();

    /** Returns the time until now during which the whole machine stood still. */
    long pausedNanos();

    /** Returns the place of a running request in the trace. */
    int index(int running);

    /** Returns the degree that the policy has decided for it. */
    int degree(int running);

    /** Returns the threads that serve it, including those waking up. */
    int threads(int running);

    /** Returns the number of these that compute until the next event; at least 1. */
    int computing(int running);

    /** Returns the remaining share of its work, 0 to 1. */
    double remaining(int running);

    /** Returns true if its threads keep whole cores. */
    boolean isBoosted(int running);
  }
}
