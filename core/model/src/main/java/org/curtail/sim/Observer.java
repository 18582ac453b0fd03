package org.curtail.sim;

/** Observer of a simulation's state after every event, for checks or drawings. */
@FunctionalInterface
public interface Observer {
  /** Ignores all states. */
  Observer NONE = (nowNanos, state) -> {};

  /**
   * Called after all decisions about an event.
   *
   * @param nowNanos simulated time, not decreasing
   * @param state valid during the call only
   */
  void after(long nowNanos, State state);

  /**
   * Visible state. Running requests are numbered from 0, in the order of their start or last
   * resumption.
   */
  interface State {
    /** Returns the number of arrived requests that have not started. */
    int waiting();

    /** Returns the number of served requests: started, not ended and not preempted. */
    int running();

    /** Returns the number of preempted requests. */
    int preempted();

    /** Returns the number of threads that still compute a chunk of an ended request. */
    int lingeringThreads();

    /**
     * Returns each computing thread's share of a core until the next event, more than 0 and at most
     * 1. Boosted threads have whole cores.
     */
    double coreShare();

    /** Returns the total time of pauses of the machine until now. */
    long pausedNanos();

    /** Returns the place of a running request in the trace. */
    int index(int running);

    /** Returns the degree that the policy has decided for a running request. */
    int degree(int running);

    /** Returns the number of threads of a running request, with those that wake up. */
    int threads(int running);

    /**
     * Returns the number of a running request's threads that compute until the next event; at least
     * 1.
     */
    int computing(int running);

    /** Returns the remaining share of a running request's work, 0 to 1. */
    double remaining(int running);

    /** Returns true if a running request's threads keep whole cores. */
    boolean isBoosted(int running);
  }
}
