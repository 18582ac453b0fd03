package org.curtail.automatic;

import java.util.ArrayDeque;
import java.util.List;

final class EventLog {
  private final int most;
  private final ArrayDeque<PilotEvent> latest = new ArrayDeque<>();
  private long count;

  /**
   * Creates an empty log.
   *
   * @param most number of events to keep, at least 1
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

  /** Returns the latest events, oldest first. */
  List<PilotEvent> latest() {
    return List.copyOf(latest);
  }

  long count() {
    return count;
  }
}
