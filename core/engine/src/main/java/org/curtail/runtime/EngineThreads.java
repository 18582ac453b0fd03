package org.curtail.runtime;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.curtail.dispatch.Facts;
import org.curtail.dispatch.Instants;
import org.jspecify.annotations.Nullable;

/**
 * The threads of an engine: which are idle, and whom each of the others serves. Guarded by the
 * engine's lock.
 *
 * <p>Whom each worker serves changes by single assignments; all counts follow from it, and are made
 * anew from it if memory or stack run out in the middle of a change.
 */
final class EngineThreads implements Facts<Request<?, ?>> {
  /** The workers of the pool. */
  private final List<Worker> pool = new ArrayList<>();

  /** Large enough from the start, so that a thread that comes back needs no memory. */
  private final ArrayDeque<Worker> idle;

  /**
   * Callers whose requests ended before they came back from them, the last one first. Such a
   * request runs no more, and a caller is in no pool, so only this list knows that they still
   * count. As a rule nobody is in it.
   */
  private @Nullable Worker returning;

  /**
   * On an engine with classes of speed: places that wait for a thread, of their class or of
   * whichever they are to have. Large enough from the start.
   */
  private final ArrayList<SpeedPlace> awaiting;

  private final Notifications notifications;

  EngineThreads(int threads, Notifications notifications) {
    this.notifications = notifications;
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
    RequestPlaces places = request.places();
    if (places != null) {
      awaiting.add(places.begin());
      giveAwaited(nowNanos);
      return;
    }
    Worker worker = request.caller == null ? idle.pop() : request.caller;
    worker.assign(request, Duty.BEGIN, null);
    if (request.reserved != null) {
      notifications.granted(request.reserved);
    }
  }

  /** Gives a thread to a request that was set aside: its caller's, if that still waits for it. */
  void assignAgain(Request<?, ?> request) {
    RequestPlaces places = request.places();
    if (places != null) {
      awaiting.add(places.add(Duty.GO_ON));
      return;
    }
    Worker caller = request.caller;
    Worker worker = caller != null && caller.isAside() ? caller : idle.pop();
    worker.assign(request, Duty.GO_ON, null);
  }

  /** Gives a request a further thread. */
  void assignNext(Request<?, ?> request) {
    RequestPlaces places = request.places();
    if (places != null) {
      awaiting.add(places.add(Duty.HELP));
    } else {
      idle.pop().assign(request, Duty.HELP, null);
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
  void handOver(SpeedPlace place, Duty next, Worker worker, long nowNanos) {
    awaiting.add(place);
    place.threadLeaves(next, nowNanos);
    worker.free();
    idle.push(worker);
    giveAwaited(nowNanos);
  }

  /** Gives idle threads to those who wait for one of their class, first come, first served. */
  void giveAwaited(long nowNanos) {
    for (int i = 0; i < awaiting.size(); ) {
      SpeedPlace place = awaiting.get(i);
      Worker worker = idle(place.speedClass());
      if (worker == null) {
        i++;
      } else {
        give(place, worker, nowNanos);
      }
    }
  }

  /** Gives idle threads of whatever class to those who have a class. There is one for each. */
  void giveAny(long nowNanos) {
    giveAwaited(nowNanos);
    for (int i = 0; i < awaiting.size() && !idle.isEmpty(); ) {
      SpeedPlace place = awaiting.get(i);
      if (place.hasClass()) {
        give(place, idle.getFirst(), nowNanos);
      } else {
        i++;
      }
    }
  }

  private void give(SpeedPlace place, Worker worker, long nowNanos) {
    worker.assign(place.request, place.duty(), place);
    place.threadComes(worker.speedClass, nowNanos);
    idle.remove(worker);
    awaiting.remove(place);
  }

  /** When the first of those that wait for a thread of their class has waited so long. */
  long awaitedNanos(long patienceNanos) {
    long first = Request.NEVER;
    for (int i = 0; i < awaiting.size(); i++) {
      SpeedPlace place = awaiting.get(i);
      if (place.hasClass()) {
        first = Math.min(first, Instants.after(place.awaitsFromNanos, patienceNanos));
      }
    }
    return first;
  }

  int awaitingCount() {
    return awaiting.size();
  }

  SpeedPlace awaiting(int number) {
    return awaiting.get(number);
  }

  void sortAwaiting(Comparator<? super SpeedPlace> order) {
    awaiting.sort(order);
  }

  /** No thread is to come any more. */
  void awaitsNoMore(SpeedPlace place) {
    awaiting.remove(place);
  }

  /** Those of a request at which threads are, or are to come. */
  List<SpeedPlace> placesOf(Request<?, ?> request) {
    return allPlaces().filter(place -> request.equals(place.request)).toList();
  }

  /** Those that have a class, also of requests that have ended. */
  List<SpeedPlace> placesWithClass() {
    return allPlaces().filter(SpeedPlace::hasClass).toList();
  }

  private Stream<SpeedPlace> allPlaces() {
    return Stream.concat(
        pool.stream()
            .filter(worker -> worker.served() != null)
            .map(Worker::place)
            .filter(Objects::nonNull),
        awaiting.stream());
  }

  private int awaitingOf(Request<?, ?> request) {
    int count = 0;
    for (SpeedPlace place : awaiting) {
      count += request.equals(place.request) ? 1 : 0;
    }
    return count;
  }

  // ---- On all engines.

  /** A freed worker waits for its next request, if it is the pool's. */
  void isBack(Worker worker) {
    if (worker.isPooled()) {
      idle.push(worker);
    } else {
      callerIsBack(worker);
    }
  }

  /** A request has ended; its caller may be on its way back from it. */
  void ended(Request<?, ?> request) {
    Worker caller = request.caller;
    if (caller != null && caller.isCountedFor(request) && !isReturning(caller)) {
      caller.nextReturning = returning;
      returning = caller;
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

  /** Those that wait for a thread: of their class, or for a class. */
  List<SpeedPlace> awaiting() {
    return List.copyOf(awaiting);
  }

  // ---- After an error.

  /** Some may have been given a request and not been woken. */
  void wakeAll() {
    pool.forEach(Worker::wake);
  }

  /** Who is idle is made anew. */
  void recount() {
    idle.removeIf(worker -> worker.served() != null);
    awaiting.removeIf(place -> place.request.exited || isServed(place));
    for (Worker worker : pool) {
      if (worker.served() == null && !idle.contains(worker)) {
        idle.push(worker);
      }
    }
  }

  /**
   * {@inheritDoc}
   *
   * <p>Callers serve what runs, or are on their way back.
   */
  @Override
  public int busy(Iterable<Request<?, ?>> running) {
    int busy = returningCount() + awaiting.size();
    for (Worker worker : pool) {
      busy += worker.served() == null ? 0 : 1;
    }
    for (Request<?, ?> request : running) {
      busy += callersOf(request);
    }
    return busy;
  }

  private static int callersOf(Request<?, ?> request) {
    Worker caller = request.caller;
    return caller != null && caller.isCountedFor(request) ? 1 : 0;
  }

  private boolean isServed(SpeedPlace place) {
    for (Worker worker : pool) {
      if (worker.served() != null && place.equals(worker.place())) {
        return true;
      }
    }
    return false;
  }

  private int workersOf(Request<?, ?> request) {
    int count = 0;
    for (Worker worker : pool) {
      count += worker.isCountedFor(request) ? 1 : 0;
    }
    return count;
  }

  @Override
  public int threadsOf(Request<?, ?> request) {
    return callersOf(request) + workersOf(request) + awaitingOf(request);
  }

  @Override
  public List<Request<?, ?>> served() {
    var served = new ArrayList<Request<?, ?>>();
    for (Worker worker : pool) {
      Request<?, ?> request = worker.served();
      if (request != null && !request.exited) {
        served.add(request);
      }
    }
    awaiting.forEach(place -> served.add(place.request));
    return served;
  }

  @Override
  public boolean isOver(Request<?, ?> request) {
    return request.exited || request.dropped;
  }

  @Override
  public void isAside(Request<?, ?> request) {
    request.undoGoingOn();
    RequestPlaces places = request.places();
    if (places != null) {
      places.clear();
    }
  }

  @Override
  public void startIsUndone(Request<?, ?> request) {
    request.undoStart();
    RequestPlaces places = request.places();
    if (places != null) {
      places.clear();
    }
    Worker caller = request.caller;
    if (caller != null) {
      caller.wake();
    }
  }

  // ---- Callers that are on their way back.

  /** A caller is back from any request. */
  @SuppressWarnings("ReferenceEquality") // Another worker is another object.
  private void callerIsBack(Worker caller) {
    Worker before = null;
    Worker one = returning;
    while (one != null && one != caller) {
      before = one;
      one = one.nextReturning;
    }
    if (one == null) {
      return;
    }
    if (before == null) {
      returning = one.nextReturning;
    } else {
      before.nextReturning = one.nextReturning;
    }
    one.nextReturning = null;
  }

  @SuppressWarnings("ReferenceEquality")
  private boolean isReturning(Worker caller) {
    for (Worker one = returning; one != null; one = one.nextReturning) {
      if (one == caller) {
        return true;
      }
    }
    return false;
  }

  /** How many are not back yet. Drops those whom an error has kept from being dropped. */
  private int returningCount() {
    int count = 0;
    Worker one = returning;
    while (one != null) {
      Worker next = one.nextReturning;
      if (one.served() == null) {
        callerIsBack(one);
      } else {
        count++;
      }
      one = next;
    }
    return count;
  }
}
