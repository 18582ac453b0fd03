package org.curtail.runtime;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.curtail.dispatch.Facts;

/**
 * The threads of an engine: which are idle, and whom each of the others serves. Guarded by the
 * dispatcher's lock.
 *
 * <p>Whom each worker serves changes by single assignments; all counts follow from it, and are made
 * anew from it if memory or stack run out in the middle of a change.
 */
final class EngineThreads implements Facts<Request<?, ?>> {
  /** The workers of the pool. */
  private final List<Worker> pool = new ArrayList<>();

  /** Large enough from the start, so that a thread that comes back needs no memory. */
  private final ArrayDeque<Worker> idle;

  private final ReturningCallers returning = new ReturningCallers();

  EngineThreads(int threads) {
    idle = new ArrayDeque<>(threads + 1);
  }

  void add(Worker worker) {
    pool.add(worker);
    idle.push(worker);
  }

  boolean anyIdle() {
    return !idle.isEmpty();
  }

  /** Gives a request its first thread: its caller's, if that waits for it. */
  void assignFirst(Request<?, ?> request) {
    Worker worker = request.caller == null ? idle.pop() : request.caller;
    worker.assign(request, Duty.BEGIN);
  }

  /** Gives a thread to a request that was set aside: its caller's, if that still waits for it. */
  void assignAgain(Request<?, ?> request) {
    Worker caller = request.caller;
    Worker worker = caller != null && caller.isAside() ? caller : idle.pop();
    worker.assign(request, Duty.GO_ON);
  }

  /** Gives a request a further thread. */
  void assignNext(Request<?, ?> request) {
    idle.pop().assign(request, Duty.HELP);
  }

  /** A freed worker waits for its next request, if it is the pool's. */
  void isBack(Worker worker) {
    if (worker.isPooled()) {
      idle.push(worker);
    } else {
      returning.isBack(worker);
    }
  }

  /** A request has ended; its caller may be on its way back from it. */
  void ended(Request<?, ?> request) {
    returning.ended(request);
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

  // ---- After an error.

  /** Some may have been given a request and not been woken. */
  void wakeAll() {
    pool.forEach(Worker::wake);
  }

  /** Who is idle is made anew. */
  void recount() {
    idle.removeIf(worker -> worker.served() != null);
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
    int busy = returning.count();
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

  @Override
  public int threadsOf(Request<?, ?> request) {
    int count = callersOf(request);
    for (Worker worker : pool) {
      count += worker.isCountedFor(request) ? 1 : 0;
    }
    return count;
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
    return served;
  }

  @Override
  public boolean isOver(Request<?, ?> request) {
    return request.exited || request.dropped;
  }

  @Override
  public void isAside(Request<?, ?> request) {
    request.undoGoingOn();
  }

  @Override
  public void startIsUndone(Request<?, ?> request) {
    request.undoStart();
    Worker caller = request.caller;
    if (caller != null) {
      caller.wake();
    }
  }
}
