package org.curtail.replicas;

import org.curtail.replicas.events.EventQueue;

/** A replica of a shard in simulated time: who waits, who is served, and how far it is. */
abstract sealed class Server permits QueueServer, SharingServer {
  /** Among all servers: those of shard 0 first. */
  final int index;

  /** Its place among the replicas of its shard. */
  final int replica;

  final int slots;

  /** How many times as long as usual everything takes. */
  final double slowdown;

  final Timeline timeline;

  private boolean paused;
  private double accountedMillis;
  private double busyMillis;
  private double servedMillis;

  Server(int index, int replica, int slots, double slowdown, Timeline timeline) {
    this.index = index;
    this.replica = replica;
    this.slots = slots;
    this.slowdown = slowdown;
    this.timeline = timeline;
  }

  /** In the order in which it happens at the same moment. */
  enum Happening {
    /** A copy's service ends. */
    COPY_ENDS,
    /** Somebody's service ends at a server that serves all at once. */
    SERVER_ENDS_ONE,
    /** A copy is told to stop. */
    CANCEL,
    /** A server goes on. */
    RESUME,
    /** A server stands still. */
    PAUSE,
    /** It is time for another copy. */
    REISSUE
  }

  /** Where a server's events go. */
  interface Timeline {
    /** What will happen. */
    EventQueue<Happening> events();

    /** A copy's service has begun. */
    void started(Copy copy, double nowMillis);

    /** Until when utilisation counts. */
    double horizonMillis();
  }

  /** Copies that are served. */
  abstract int inService();

  /** Copies that wait. */
  abstract int waiting();

  /** A copy comes; it may begin at once. */
  abstract void enter(Copy copy, double nowMillis);

  /** A copy goes, whether it waited or was served. Slots that become free stay so. */
  abstract void leave(Copy copy, double nowMillis);

  /** Gives free slots to those who wait. */
  abstract void settle(double nowMillis);

  /** Lets a copy that is served compute no longer than so much more. */
  abstract void shorten(Copy copy, double mostMillis, double nowMillis);

  /** Counts what was computed until now; before each change. */
  abstract void advance(double nowMillis);

  /** Service has stopped, or goes on. */
  abstract void pausedOrResumed(double nowMillis);

  /** Copies that wait or are served. */
  final int inSystem() {
    return inService() + waiting();
  }

  /** Whether another copy would be served at full speed at once, but for a pause. */
  final boolean hasFreeSlot() {
    return inSystem() < slots;
  }

  final boolean isPaused() {
    return paused;
  }

  final void pause(boolean stop, double nowMillis) {
    advance(nowMillis);
    paused = stop;
    pausedOrResumed(nowMillis);
  }

  /** Slots that compute at this moment. */
  private int computing() {
    return paused ? 0 : Math.min(inService(), slots);
  }

  /** Counts slot time until now. */
  final void account(double nowMillis) {
    int computing = computing();
    if (computing > 0) {
      servedMillis += computing * (nowMillis - accountedMillis);
      double until = Math.min(nowMillis, timeline.horizonMillis());
      if (until > accountedMillis) {
        busyMillis += computing * (until - accountedMillis);
      }
    }
    accountedMillis = nowMillis;
  }

  /** Slot time until the horizon. */
  final double busyMillis() {
    return busyMillis;
  }

  /** Slot time in all. */
  final double servedMillis() {
    return servedMillis;
  }
}
