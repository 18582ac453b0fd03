package org.curtail.replicas;

import org.curtail.replicas.events.EventQueue;

/** A simulated replica of a shard: its queue and the progress of its copies. */
abstract sealed class Server permits QueueServer, SharingServer {
  /** Index among all servers, beginning with those of shard 0. */
  final int index;

  /** Index among the replicas of the shard. */
  final int replica;

  final int slots;

  /** Factor of all service times. */
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

  /** Kinds of events, in their order at the same moment. */
  enum Event {
    /** A copy's service ends. */
    COPY_ENDS,
    /** A copy's service ends at a server with processor sharing. */
    SERVER_ENDS_ONE,
    /** A copy is cancelled. */
    CANCEL,
    /** A pause ends. */
    RESUME,
    /** A pause begins. */
    PAUSE,
    /** A copy is due. */
    REISSUE
  }

  /** Receiver of a server's events. */
  interface Timeline {
    EventQueue<Event> events();

    /** Called when a copy's service has begun. */
    void started(Copy copy, double nowMillis);

    /** Returns the end of the period for utilisation. */
    double horizonMillis();
  }

  abstract int inService();

  abstract int waiting();

  /** Adds a copy, whose service may begin at once. */
  abstract void enter(Copy copy, double nowMillis);

  /** Removes a copy, waiting or served. Freed slots stay free. */
  abstract void leave(Copy copy, double nowMillis);

  /** Starts waiting copies in free slots. */
  abstract void settle(double nowMillis);

  /** Limits the remaining time of a served copy. */
  abstract void shorten(Copy copy, double mostMillis, double nowMillis);

  /** Counts the work done until now. Called before each change. */
  abstract void advance(double nowMillis);

  /** Called after the start or the end of a pause. */
  abstract void pausedOrResumed(double nowMillis);

  /** Returns the number of waiting and served copies. */
  final int inSystem() {
    return inService() + waiting();
  }

  /** True if another copy would start at once at full speed, without a pause. */
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

  /** Returns the number of slots busy at this moment. */
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

  /** Returns the used slot time until the horizon. */
  final double busyMillis() {
    return busyMillis;
  }

  /** Returns the total used slot time. */
  final double servedMillis() {
    return servedMillis;
  }
}
