package org.curtail.workflow.load;

/**
 * The servers of a stage. Each responder has servers of its own; each of them can answer its calls.
 * A copy goes to another server than the original if there is one.
 *
 * @param replicas servers of each responder: at least 1
 * @param slots number of calls that each server serves at once at full speed: at least 1; further
 *     calls wait
 */
public record StageServers(int replicas, int slots) {
  /** Servers without queues: more slots than calls. */
  public static final StageServers WITHOUT_QUEUE = new StageServers(2, Integer.MAX_VALUE);

  public StageServers {
    if (replicas < 1 || slots < 1) {
      throw new IllegalArgumentException(
          "replicas and slots must be at least 1: replicas=%d, slots=%d"
              .formatted(replicas, slots));
    }
  }

  /** True if calls may wait here. */
  boolean mayQueue() {
    return slots < Integer.MAX_VALUE;
  }

  /** Returns the slots of all servers of a responder. */
  long allSlots() {
    return (long) replicas * slots;
  }
}
