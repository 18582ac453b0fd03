package org.curtail.reissue.plan;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Hedging with idle capacity only: load-aware hedging (LÆDGE; Primorac, Argyraki, Bugnion, "When to
 * Hedge in Interactive Services", NSDI 2021). Requests wait at the client, in one queue, until a
 * replica has a free slot. Slots that nobody waits for take second copies, of the oldest requests
 * first, each to another replica than the first copy. A request that finds no free slot takes that
 * of the second copy that was sent last, which is taken back: its request is served elsewhere too.
 *
 * <p>Needs no delay and no times; but its client must be the only one. The one place where that is
 * decided: simulations and live clients both ask it. Keeps no clock; not thread-safe.
 *
 * @param <Q> the requests, each an object of its own
 */
public final class IdleDispatch<Q> {
  private static final int FEWEST_TO_CLEAN = 64;

  /**
   * What the client knows of its replicas, and what it does to them. What it has done it knows: a
   * copy that was sent has a slot, and one that was taken back has none.
   */
  public interface Slots<Q> {
    /** How many replicas there are. */
    int replicas();

    /** How many copies a replica has. */
    int copies(int replica);

    /** Whether a replica would serve another copy at once. */
    boolean hasFreeSlot(int replica);

    /** Whether a replica has a copy of a request, which has not been told to stop. */
    boolean has(Q request, int replica);

    /** Whether a request has ended, so that it needs no copy. */
    boolean isOver(Q request);

    /** Sends the first copy. */
    void send(Q request, int replica);

    /** Sends a second copy; returns false if that is not allowed at this moment. */
    boolean sendSecond(Q request, int replica);

    /** Cancels a second copy; its slot is free at once. */
    void takeBack(Q request, int replica);
  }

  private record Arrived<Q>(Q request, long order) {}

  private record Second<Q>(Arrived<Q> of, int replica) {}

  private final Slots<Q> slots;

  /** Who has no copy yet. */
  private final ArrayDeque<Arrived<Q>> waiting = new ArrayDeque<>();

  /** Who has one copy, the oldest first. Entries may be over. */
  private final PriorityQueue<Arrived<Q>> single =
      new PriorityQueue<>(Comparator.comparingLong((Arrived<Q> one) -> one.order()));

  /** Second copies in the order in which they were sent. Entries may be gone. */
  private final ArrayList<Second<Q>> seconds = new ArrayList<>();

  private int cleanAt = FEWEST_TO_CLEAN;
  private long arrivals;

  /** Decides for replicas that have no copies yet. */
  public IdleDispatch(Slots<Q> slots) {
    this.slots = slots;
  }

  /** A request is to be sent, now or later. */
  public void arrived(Q request) {
    var one = new Arrived<>(request, arrivals++);
    int replica = leastLoaded(request);
    if (replica < 0) {
      Second<Q> second = lastSecond();
      if (second == null) {
        waiting.add(one);
        return;
      }
      replica = second.replica();
      single.add(second.of());
      slots.takeBack(second.of().request(), replica);
    }
    sendFirst(one, replica);
    useFreeSlots();
  }

  /** A replica has fewer copies than before: one has ended, or was cancelled since it lost. */
  public void freed(int replica) {
    while (slots.hasFreeSlot(replica) && !waiting.isEmpty()) {
      Arrived<Q> next = waiting.remove();
      if (!slots.isOver(next.request())) {
        sendFirst(next, replica);
      }
    }
    if (waiting.isEmpty()) {
      useFreeSlots();
    }
  }

  private void sendFirst(Arrived<Q> one, int replica) {
    slots.send(one.request(), replica);
    single.add(one);
  }

  /** Second copies to wherever there is a slot. */
  private void useFreeSlots() {
    var without = new ArrayList<Arrived<Q>>();
    while (!single.isEmpty() && isAnyFree()) {
      Arrived<Q> one = single.remove();
      if (slots.isOver(one.request())) {
        continue;
      }
      int replica = leastLoaded(one.request());
      if (replica < 0) {
        // The only slots are where it is served already.
        without.add(one);
      } else if (slots.sendSecond(one.request(), replica)) {
        seconds.add(new Second<>(one, replica));
      } else {
        without.add(one);
        break;
      }
    }
    single.addAll(without);
    if (seconds.size() > cleanAt) {
      seconds.removeIf(second -> !isThere(second));
      cleanAt = FEWEST_TO_CLEAN + 2 * seconds.size();
    }
  }

  private boolean isThere(Second<Q> second) {
    return slots.has(second.of().request(), second.replica());
  }

  /** The second copy that was sent last and is still served. */
  private @Nullable Second<Q> lastSecond() {
    while (!seconds.isEmpty()) {
      Second<Q> last = seconds.removeLast();
      if (isThere(last)) {
        return last;
      }
    }
    return null;
  }

  private boolean isAnyFree() {
    for (int replica = 0; replica < slots.replicas(); replica++) {
      if (slots.hasFreeSlot(replica)) {
        return true;
      }
    }
    return false;
  }

  /** Of replicas with a free slot and no copy of a request, the one with the fewest; or -1. */
  private int leastLoaded(Q request) {
    int least = -1;
    for (int replica = 0; replica < slots.replicas(); replica++) {
      if (slots.hasFreeSlot(replica)
          && !slots.has(request, replica)
          && (least < 0 || slots.copies(replica) < slots.copies(least))) {
        least = replica;
      }
    }
    return least;
  }
}
