package org.curtail.opensearch;

/**
 * How many shard queries are on their way to a place on the engine, be it granted or not, and how
 * many wait for the engine on a thread of the pool since they have none. Never both: those who wait
 * on the pool's threads could keep all from coming whose places they wait for. Both kinds are there
 * only after admission was switched on or off, so whoever comes too early is OpenSearch's. Safe for
 * all threads.
 */
final class Comers {
  private int withPlace;
  private int without;

  /** One is on its way to a place, if this returns true. */
  synchronized boolean comesToPlace() {
    if (without > 0) {
      return false;
    }
    withPlace++;
    return true;
  }

  /** One has come to its place, or never will. */
  synchronized void cameToPlace() {
    withPlace--;
  }

  /** One goes to the engine without a place, if this returns true. */
  synchronized boolean comesWithout() {
    if (withPlace > 0) {
      return false;
    }
    without++;
    return true;
  }

  /** One that was there without a place has left. */
  synchronized void leftWithout() {
    without--;
  }
}
