package org.curtail.speed;

/**
 * What happens to a request whose class has no room.
 *
 * @param runsSlower whether it runs on a slower class until there is room, or stays where it is if
 *     it runs already; otherwise it does not start, and moves to that very class only
 * @param oldestGoesUp whether the oldest request of that class goes up to a faster one with room,
 *     before it is due, and so makes room; of use on {@link SpeedMachine.Kind#CORES} only
 */
public record WhenFull(boolean runsSlower, boolean oldestGoesUp) {
  /** It waits for its very class. */
  public static final WhenFull WAITS = new WhenFull(false, false);

  /** It takes any core that there is: no core is idle while a request waits. */
  public static final WhenFull TAKES_ANY = new WhenFull(true, true);
}
