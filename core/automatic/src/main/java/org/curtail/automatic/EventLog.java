package org.curtail.automatic;

import java.util.ArrayDeque;
import java.util.List;

/** The latest events, and how many there were. */
final class EventLog {
  private final int most;
  private final ArrayDeque<PilotEvent> latest = new ArrayDeque<>();
  private long count;

  /**
   * Empty.
   *
   * @param most to keep, at least 1
   */
  EventLog(int most) {
    this.most = most;
  }

  void add(PilotEvent event) {
    if (latest.size() == most) {
      latest.removeFirst();
    }
    latest.addLast(event);
    count++;
  }

  /** The oldest first. */
  List<PilotEvent> latest() {
    return List.copyOf(latest);
  }

  long count() {
    return count;
  }
}
