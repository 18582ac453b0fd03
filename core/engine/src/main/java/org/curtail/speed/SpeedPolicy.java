package org.curtail.speed;

import org.curtail.Prediction;

/**
 * Decides the class of a machine on which a request runs. A policy is a pure function of its
 * arguments: it keeps no state, reads no clock and draws no random numbers. So one object can serve
 * in a simulation and in a service. Thread-safe.
 *
 * <p>Requests start in order of arrival. The policy is asked about every running request and about
 * the next one to start. The questions come at every event, and at the ages that the policy has
 * named.
 */
public interface SpeedPolicy {
  /**
   * Returns a policy by which every request runs on the slowest class, and waits if this class is
   * full.
   */
  static SpeedPolicy allSlow() {
    return always("all-slow", 0);
  }

  /**
   * Returns a policy by which every request runs on the fastest class, and waits if this class is
   * full.
   */
  static SpeedPolicy allFast(SpeedMachine machine) {
    return always("all-fast", machine.fastest());
  }

  /**
   * Returns a policy by which every request runs on one class, and waits if this class is full.
   *
   * @param name name for people
   * @param speedClass the class, at least 0
   */
  static SpeedPolicy always(String name, int speedClass) {
    record OneSpeed(String name, int speedClass) implements SpeedPolicy {
      @Override
      public Wish wish(RequestView request, LoadView load) {
        return Wish.of(speedClass);
      }

      @Override
      public WhenFull whenFull() {
        return WhenFull.WAITS;
      }
    }
    if (speedClass < 0) {
      throw new IllegalArgumentException("speedClass must be at least 0: " + speedClass);
    }
    return new OneSpeed(name, speedClass);
  }

  /** The name for people, such as {@code slow-to-fast}. */
  String name();

  /**
   * Returns the class on which a request should be now.
   *
   * @param request a running request, or the next one to start
   * @param load the state of the machine
   */
  Wish wish(RequestView request, LoadView load);

  /** The rule for a request whose class has no room. A policy always returns the same one. */
  WhenFull whenFull();

  /**
   * The rule for a request whose class has no room.
   *
   * @param runsSlower true if a new request starts on a slower class until there is room, and a
   *     running request may move to a class in between. False if a request starts on and moves to
   *     its wanted class only
   * @param oldestGoesUp true if the oldest request of the full class makes room: it goes up to a
   *     faster class with room before it is due. Has an effect on {@link SpeedMachine.Kind#CORES}
   *     only
   */
  record WhenFull(boolean runsSlower, boolean oldestGoesUp) {
    /** The request waits for its wanted class. */
    public static final WhenFull WAITS = new WhenFull(false, false);

    /** The request takes any free core, so no core is idle while a request waits. */
    public static final WhenFull TAKES_ANY = new WhenFull(true, true);
  }

  /**
   * The class on which a request should be.
   *
   * @param speedClass 0, the slowest, to {@link SpeedMachine#fastest}
   * @param againAtAgeNanos the age of the request at which the answer may change without another
   *     event; {@link #NEVER} if only events can change it
   */
  record Wish(int speedClass, long againAtAgeNanos) {
    /** An age that no request has. */
    public static final long NEVER = Long.MAX_VALUE;

    public Wish {
      if (speedClass < 0) {
        throw new IllegalArgumentException("speedClass must be at least 0: " + speedClass);
      }
    }

    /** Returns a wish that holds until the next event. */
    public static Wish of(int speedClass) {
      return new Wish(speedClass, NEVER);
    }
  }

  /** A request as a policy sees it. Valid during the call only. */
  interface RequestView {
    /** The {@link #speedClass} of a request that has not started. */
    int NONE = -1;

    /** Time since the arrival, in nanoseconds. */
    long ageNanos();

    /** Time since the start, in nanoseconds; 0 before the start. */
    long servedNanos();

    /** The work done so far, in nanoseconds on a core of speed 1. */
    double attainedNanos();

    /** The predicted demand, on a core of speed 1. */
    Prediction prediction();

    /** The class on which the request runs; {@link #NONE} before the start. */
    int speedClass();

    /** True if no request that arrived earlier is in the system. */
    boolean isOldest();
  }

  /** The machine and its load as a policy sees them. Valid during the call only. */
  interface LoadView {
    SpeedMachine machine();

    /** Number of running requests. */
    int running();

    /** Number of requests that run on a class or are on their way to it. */
    int busy(int speedClass);

    /** Number of requests that have not started; the next one to start is the first of them. */
    int waiting();

    /**
     * The age of a waiting request in nanoseconds.
     *
     * @param place 0, the oldest, to {@link #waiting} - 1
     */
    long waitingAgeNanos(int place);
  }
}
