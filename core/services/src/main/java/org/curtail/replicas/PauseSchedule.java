package org.curtail.replicas;

import java.util.List;
import org.curtail.replicas.events.EventQueue;

/** Schedules the pauses of replicas. The end of a pause schedules the next one. */
final class PauseSchedule {
  private final ReplicaPauses pauses;
  private final List<List<Server>> shards;
  private final ReplicaRandom gaps;
  private final ReplicaRandom lengths;
  private final EventQueue<Server.Event> events;

  PauseSchedule(
      ReplicaPauses pauses,
      List<List<Server>> shards,
      ReplicaTrace trace,
      EventQueue<Server.Event> events) {
    this.pauses = pauses;
    this.shards = shards;
    this.events = events;
    gaps = new ReplicaRandom(trace.seed(), ReplicaRandom.Purpose.PAUSE_GAP);
    lengths = new ReplicaRandom(trace.seed(), ReplicaRandom.Purpose.PAUSE_LENGTH);
  }

  void begin() {
    if (pauses.share() == 0) {
      return;
    }
    for (List<Server> servers : shards) {
      if (pauses.oneAtATime()) {
        plan(servers.getFirst(), 0, 0);
      } else {
        servers.forEach(server -> plan(server, 0, 0));
      }
    }
  }

  /**
   * Begins a pause.
   *
   * @param number index of the pause at this server, or in its shard if one server pauses at a time
   */
  void pause(Server server, int number, double nowMillis) {
    server.pause(true, nowMillis);
    double millis =
        pauses.meanMillis()
            * (pauses.lengthsVary() ? lengths.exponential(place(server, number)) : 1);
    events.add(nowMillis + millis, Server.Event.RESUME, server, number);
  }

  void resume(Server server, int number, double nowMillis) {
    server.pause(false, nowMillis);
    if (pauses.oneAtATime()) {
      List<Server> servers = shards.get(server.index / shards.getFirst().size());
      plan(servers.get((server.replica + 1) % servers.size()), number + 1, nowMillis);
    } else {
      plan(server, number + 1, nowMillis);
    }
  }

  private void plan(Server server, int number, double nowMillis) {
    // Share of time in which one of the servers pauses.
    double share = pauses.share() * (pauses.oneAtATime() ? shards.getFirst().size() : 1);
    double meanGap = pauses.meanMillis() * (1 - share) / share;
    double gap = meanGap * gaps.exponential(place(server, number));
    events.add(nowMillis + gap, Server.Event.PAUSE, server, number);
  }

  private static long place(Server server, int number) {
    return ((long) server.index << Integer.SIZE) | number;
  }
}
