package org.curtail.sim;

/** Sees the state of a simulation after every event: to check it from outside, or to draw it. */
@FunctionalInterface
public interface Observer {
  /** Sees nothing. */
  Observer NONE = (nowNanos, state) -> {};

  /**
   * Called when all has been decided that an event entails.
   *
   * @param nowNanos simulated time, not decreasing
   * @param state valid during the call only
   */
  void after(long nowNanos, State state);

  /**
   * What an observer may see. Running requests are numbered from 0, in the order in which they
   * started or went on.
   */
  interface State {
    /** Requests that have arrived and not started. */
    int waiting();

    /** Requests that are served: they have started, have not ended and are not set aside. */
    int running();

    /** Requests that have started, were set aside and are to go on. */
    int aside();

    /** Threads that still compute a chunk of a request that has ended. */
    int lingeringThreads();

    /**
     * What each computing thread has of a core until the next event, more than 0 and at most 1.
     * Boosted ones have all of it.
     */
    double coreShare();

    /** Time until now during which the whole machine stood still. */
    long pausedNanos();

    /** Place in the trace of a running request. */
    int index(int running);

    /** Degree that the policy has decided for it. */
    int degree(int running);

    /** Threads that serve it, those that are waking up included. */
    int threads(int running);

    /** Those of them that compute until the next event; at least 1. */
    int computing(int running);

    /** Share of its work that remains, 0 to 1. */
    double remaining(int running);

    /** Whether its threads keep whole cores. */
    boolean isBoosted(int running);
  }
}
