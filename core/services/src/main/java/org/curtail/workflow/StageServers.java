package org.curtail.workflow;

/**
 * The servers of a stage. Each responder has servers of its own, which can all answer its calls; a
 * copy goes to another one of them than the first attempt, if there is another.
 *
 * @param replicas servers of each responder: at least 1
 * @param slots calls that each of them serves at once at full speed, those of others wait: at least
 *     1
 */
public record StageServers(int replicas, int slots) {
  /** So many slots that nobody waits. */
  public static final StageServers WITHOUT_QUEUE = new StageServers(2, Integer.MAX_VALUE);

  public StageServers {
    if (replicas < 1 || slots < 1) {
      throw new IllegalArgumentException(
          "replicas and slots must be at least 1: replicas=%d, slots=%d"
              .formatted(replicas, slots));
    }
  }

  /** Whether calls may wait here. */
  boolean mayQueue() {
    return slots < Integer.MAX_VALUE;
  }

  /** Slots of all servers of a responder. */
  long allSlots() {
    return (long) replicas * slots;
  }
}
