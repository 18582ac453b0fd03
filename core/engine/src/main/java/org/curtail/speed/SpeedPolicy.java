package org.curtail.speed;

/**
 * Decides on which class of a machine a request runs. A pure function of what is seen: it keeps
 * nothing, reads no clock and draws nothing at random, so one object can serve in a simulation and
 * in a service. Thread-safe.
 *
 * <p>Requests start in order of arrival. A policy is asked for every running request, and for the
 * one that is next to start, whenever anything happens, and when it asked to be.
 */
public interface SpeedPolicy {
  /** Every request runs on the slowest class, and waits for it if it is full. */
  static SpeedPolicy allSlow() {
    return always("all-slow", 0);
  }

  /** Every request runs on the fastest class, and waits for it if it is full. */
  static SpeedPolicy allFast(SpeedMachine machine) {
    return always("all-fast", machine.fastest());
  }

  /**
   * Every request runs on the same class, and waits for it if it is full.
   *
   * @param name for people
   * @param speedClass at least 0
   */
  static SpeedPolicy always(String name, int speedClass) {
    return new OneSpeed(name, speedClass);
  }

  /** For people: {@code slow-to-fast}. */
  String name();

  /**
   * The class on which a request should be now.
   *
   * @param request what is seen of it; it runs, or it is the next to start
   * @param load what is seen of the machine
   */
  SpeedWish wish(SpeedRequest request, SpeedLoad load);

  /** What happens to a request whose class has no room. Always the same for a policy. */
  WhenFull whenFull();

  /**
   * What happens to a request whose class has no room.
   *
   * @param runsSlower whether it runs on a slower class until there is room, or stays where it is
   *     if it runs already; otherwise it does not start, and moves to that very class only
   * @param oldestGoesUp whether the oldest request of that class goes up to a faster one with room,
   *     before it is due, and so makes room; of use on {@link SpeedMachine.Kind#CORES} only
   */
  record WhenFull(boolean runsSlower, boolean oldestGoesUp) {
    /** It waits for its very class. */
    public static final WhenFull WAITS = new WhenFull(false, false);

    /** It takes any core that there is: no core is idle while a request waits. */
    public static final WhenFull TAKES_ANY = new WhenFull(true, true);
  }
}
