package org.curtail.runtime;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.curtail.dispatch.Instants;
import org.jspecify.annotations.Nullable;

/**
 * The threads of an engine: the idle ones, and the request of each other thread. Guarded by the
 * engine's lock.
 */
final class EngineThreads {
  /** The workers of the pool. */
  private final List<Worker> pool = new ArrayList<>();

  private final ArrayDeque<Worker> idle;

  /**
   * Places that wait for a thread of their class, or for a class. Only on an engine with classes of
   * speed.
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

  /** Gives a request its first thread: the caller's thread if the caller waits. */
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

  /** Gives a thread to a preempted request: the caller's thread if the caller still waits. */
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

  /** Gives a request one more thread. */
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

  /** Frees a worker of this place. A worker of the place's class will serve the place next. */
  void handOver(SpeedPlacing.Place place, Worker.Duty next, Worker worker, long nowNanos) {
    awaiting.add(place);
    place.threadLeaves(next, nowNanos);
    worker.free();
    idle.push(worker);
    giveAwaited(nowNanos);
  }

  /**
   * Gives idle threads to places that wait for a thread of their class, in the order of waiting.
   */
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

  /** Gives idle threads of any class to waiting places that have a class. */
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

  /** The moment at which a place has first waited this long for a thread of its class. */
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

  /** Removes a place that needs no thread any more. */
  void awaitsNoMore(SpeedPlacing.Place place) {
    awaiting.remove(place);
  }

  // ---- On all engines.

  /** Adds a freed worker to the idle ones, if it belongs to the pool. */
  void takeBack(Worker worker) {
    if (worker.isPooled()) {
      idle.push(worker);
    }
  }

  /** True if a thread serves the request or is waking up for it. */
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

  /** Lets all threads of the pool end when they have no work. Allocates no memory. */
  void stopAll() {
    for (int i = 0; i < pool.size(); i++) {
      pool.get(i).stop();
    }
  }

  /** Lets the next idle worker dispatch at this moment. */
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
