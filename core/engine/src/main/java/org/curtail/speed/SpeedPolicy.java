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
}
