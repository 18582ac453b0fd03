package org.curtail.reissue.plan;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Hedging with idle capacity only: load-aware hedging (LÆDGE; Primorac, Argyraki, Bugnion, "When to
 * Hedge in Interactive Services", NSDI 2021). Requests wait at the client, in one queue, until a
 * replica has a free slot. Idle slots get copies of the oldest requests, each at another replica
 * than the original. If a request finds no free slot, the last sent copy is cancelled and the
 * request gets its slot.
 *
 * <p>Load-aware hedging needs no delay and no times, but the client must be the only client.
 * Simulations and live clients use this class. The class reads no clock. Not thread-safe.
 *
 * @param <Q> type of requests, compared by identity
 */
public final class IdleDispatch<Q> {
  private static final int FEWEST_TO_CLEAN = 64;

  /**
   * A client's view of its replicas, and its actions on them. The view must show each action at
   * once: a sent copy holds a slot, a cancelled copy does not.
   */
  public interface Slots<Q> {
    /** Returns the number of replicas. */
    int replicas();

    /** Returns the number of copies at a replica. */
    int copies(int replica);

    /** True if a replica would start another copy at once. */
    boolean hasFreeSlot(int replica);

    /** True if a replica has an uncancelled copy of a request. */
    boolean has(Q request, int replica);

    /** True if a request has ended. */
    boolean isOver(Q request);

    /** Sends the original. */
    void send(Q request, int replica);

    /** Sends a copy. Returns false if a copy is not allowed now. */
    boolean sendCopy(Q request, int replica);

    /** Cancels a copy and frees its slot at once. */
    void cancelCopy(Q request, int replica);
  }

  private record Arrived<Q>(Q request, long order) {}

  private record Second<Q>(Arrived<Q> of, int replica) {}

  private final Slots<Q> slots;

  /** Requests that were not sent yet. */
  private final ArrayDeque<Arrived<Q>> waiting = new ArrayDeque<>();

  /** Requests with one attempt, the oldest first. Some may have ended. */
  private final PriorityQueue<Arrived<Q>> single =
      new PriorityQueue<>(Comparator.comparingLong((Arrived<Q> one) -> one.order()));

  /** Copies in the order of sending. Some may have ended. */
  private final ArrayList<Second<Q>> seconds = new ArrayList<>();

  private int cleanAt = FEWEST_TO_CLEAN;
  private long arrivals;

  /** Creates a dispatch. All replicas must be idle. */
  public IdleDispatch(Slots<Q> slots) {
    this.slots = slots;
  }

  /** Called when a request arrives. Sends the request now or later. */
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
      slots.cancelCopy(second.of().request(), replica);
    }
    sendFirst(one, replica);
    useFreeSlots();
  }

  /** Called when a copy at a replica has ended or was cancelled. */
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

  /** Sends copies to all free slots. */
  private void useFreeSlots() {
    var without = new ArrayList<Arrived<Q>>();
    while (!single.isEmpty() && isAnyFree()) {
      Arrived<Q> one = single.remove();
      if (slots.isOver(one.request())) {
        continue;
      }
      int replica = leastLoaded(one.request());
      if (replica < 0) {
        // Only the replica of the original has free slots.
        without.add(one);
      } else if (slots.sendCopy(one.request(), replica)) {
        seconds.add(new Second<>(one, replica));
      } else {
        without.add(one);
        break;
      }
    }
    single.addAll(without);
    if (seconds.size() > cleanAt) {
      seconds.removeIf(second -> !isServed(second));
      cleanAt = FEWEST_TO_CLEAN + 2 * seconds.size();
    }
  }

  private boolean isServed(Second<Q> second) {
    return slots.has(second.of().request(), second.replica());
  }

  /** Returns the last sent copy that is still served. */
  private @Nullable Second<Q> lastSecond() {
    while (!seconds.isEmpty()) {
      Second<Q> last = seconds.removeLast();
      if (isServed(last)) {
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

  /**
   * Returns the free replica with the fewest copies and without this request; -1 if there is none.
   */
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
