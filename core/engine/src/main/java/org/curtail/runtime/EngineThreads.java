package org.curtail.runtime;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.curtail.dispatch.Instants;
import org.jspecify.annotations.Nullable;

/**
 * The threads of an engine: which are idle, and which request each of the others serves. Guarded by
 * the engine's lock.
 *
 * <p>The request of a worker changes by single assignments.
 */
final class EngineThreads {
  /** The workers of the pool. */
  private final List<Worker> pool = new ArrayList<>();

  private final ArrayDeque<Worker> idle;

  /**
   * On an engine with classes of speed: places that wait for a thread, of their class or of
   * whichever they are to have.
   */
  private final ArrayList<SpeedPlacing.Place> awaiting;

  EngineThreads(int threads) {
    idle = new ArrayDeque<>(threads + 1);
    awaiting = new ArrayList<>(threads + 1);
  }

  void add(Worker worker) {
    pool.add(worker);
    idle.push(worker);
  }

  boolean anyIdle() {
    return !idle.isEmpty();
  }

  /** Gives a request its first thread: its caller's, if that waits for it. */
  void assignFirst(Request<?, ?> request, long nowNanos) {
    SpeedPlacing.Places places = request.places();
    if (places != null) {
      awaiting.add(places.begin());
      giveAwaited(nowNanos);
      return;
    }
    Worker worker = request.caller == null ? idle.pop() : request.caller;
    worker.assign(request, Worker.Duty.BEGIN, null);
  }

  /** Gives a thread to a preempted request: its caller's, if that still waits for it. */
  void assignAgain(Request<?, ?> request) {
    SpeedPlacing.Places places = request.places();
    if (places != null) {
      awaiting.add(places.add(Worker.Duty.GO_ON));
      return;
    }
    Worker caller = request.caller;
    Worker worker = caller != null && caller.isPreempted() ? caller : idle.pop();
    worker.assign(request, Worker.Duty.GO_ON, null);
  }

  /** Gives a request a further thread. */
  void assignNext(Request<?, ?> request) {
    SpeedPlacing.Places places = request.places();
    if (places != null) {
      awaiting.add(places.add(Worker.Duty.HELP));
    } else {
      idle.pop().assign(request, Worker.Duty.HELP, null);
    }
  }

  // ---- On an engine with classes of speed.

  boolean anyIdle(int speedClass) {
    return idle(speedClass) != null;
  }

  private @Nullable Worker idle(int speedClass) {
    for (Worker worker : idle) {
      if (worker.speedClass == speedClass) {
        return worker;
      }
    }
    return null;
  }

  /** A worker leaves its place to another one, of its class, which is to do this. */
  void handOver(SpeedPlacing.Place place, Worker.Duty next, Worker worker, long nowNanos) {
    awaiting.add(place);
    place.threadLeaves(next, nowNanos);
    worker.free();
    idle.push(worker);
    giveAwaited(nowNanos);
  }

  /** Gives idle threads to places that wait for one of their class, in the order of waiting. */
  void giveAwaited(long nowNanos) {
    for (int i = 0; i < awaiting.size(); ) {
      SpeedPlacing.Place place = awaiting.get(i);
      Worker worker = idle(place.speedClass());
      if (worker == null) {
        i++;
      } else {
        give(place, worker, nowNanos);
      }
    }
  }

  /** Gives idle threads of any class to places that have a class. There is one for each. */
  void giveAny(long nowNanos) {
    giveAwaited(nowNanos);
    for (int i = 0; i < awaiting.size() && !idle.isEmpty(); ) {
      SpeedPlacing.Place place = awaiting.get(i);
      if (place.hasClass()) {
        give(place, idle.getFirst(), nowNanos);
      } else {
        i++;
      }
    }
  }

  private void give(SpeedPlacing.Place place, Worker worker, long nowNanos) {
    worker.assign(place.request, place.duty(), place);
    place.threadComes(worker.speedClass, nowNanos);
    idle.remove(worker);
    awaiting.remove(place);
  }

  /** The moment at which the first place has waited this long for a thread of its class. */
  long awaitedNanos(long patienceNanos) {
    long first = Request.NEVER;
    for (int i = 0; i < awaiting.size(); i++) {
      SpeedPlacing.Place place = awaiting.get(i);
      if (place.hasClass()) {
        first = Math.min(first, Instants.after(place.awaitsFromNanos, patienceNanos));
      }
    }
    return first;
  }

  int awaitingCount() {
    return awaiting.size();
  }

  SpeedPlacing.Place awaiting(int number) {
    return awaiting.get(number);
  }

  void sortAwaiting(Comparator<? super SpeedPlacing.Place> order) {
    awaiting.sort(order);
  }

  /** No thread is to come any more. */
  void awaitsNoMore(SpeedPlacing.Place place) {
    awaiting.remove(place);
  }

  // ---- On all engines.

  /** A freed worker waits for its next request, if it is the pool's. */
  void isBack(Worker worker) {
    if (worker.isPooled()) {
      idle.push(worker);
    }
  }

  /** True if a thread serves a request or is on its way to it. */
  boolean serve(Request<?, ?> request) {
    Worker caller = request.caller;
    if (caller != null && caller.isCountedFor(request)) {
      return true;
    }
    for (Worker worker : pool) {
      if (worker.isCountedFor(request)) {
        return true;
      }
    }
    return false;
  }

  /** All threads of the pool end as soon as they have nothing to do. Needs no memory. */
  void stopAll() {
    for (int i = 0; i < pool.size(); i++) {
      pool.get(i).stop();
    }
  }

  /** The next idle worker looks at the queue then. */
  void wakeAt(long atNanos) {
    Worker next = idle.peek();
    if (next != null) {
      next.wakeAt(atNanos);
    }
  }

  List<Worker> idle() {
    return List.copyOf(idle);
  }

  /** Places that wait for a thread of their class, or for a class. */
  List<SpeedPlacing.Place> awaiting() {
    return List.copyOf(awaiting);
  }
}
