package org.curtail.runtime;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.curtail.Admission;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Progress;
import org.jspecify.annotations.Nullable;

/**
 * Decides which free thread serves which request, by one lock that is taken when a request arrives,
 * grows, loses a worker or ends; never per chunk.
 *
 * <p>Assumes that the policy is pure. Guarantees that no more than {@code threads} threads serve
 * requests, that requests start in order of arrival, and that a free thread never idles while a
 * request may start or wants another worker. Whom it helps first, a policy that {@linkplain
 * Policy#ranks ranks} says; otherwise running requests come first, oldest first.
 */
final class Dispatcher {
  private static final Logger LOG = System.getLogger("org.curtail");

  private final Policy policy;
  private final int cores;
  private final int threads;
  private final int maxDegree;
  private final boolean ranks;
  private final NanoClock clock;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition emptied = lock.newCondition();

  private final ThreadLocal<@Nullable Boolean> serving = new ThreadLocal<>();

  // Guarded by the lock.
  private final ArrayDeque<Request<?, ?>> waiting = new ArrayDeque<>();
  private final List<Request<?, ?>> running = new ArrayList<>();
  private final ArrayDeque<Worker> idle = new ArrayDeque<>();
  private int busy;
  private boolean closed;

  /** Requests that ended and whose exit has not admitted another yet. */
  private int exits;

  /** Once true the policy is not asked again. */
  private volatile boolean policyFailed;

  /** Replaced under the lock, so that a changed load is a changed reference. */
  private volatile Load load;

  Dispatcher(Policy policy, int cores, int threads, NanoClock clock) {
    this.policy = policy;
    this.cores = cores;
    this.threads = threads;
    this.maxDegree = policy.maxDegree();
    this.ranks = policy.ranks();
    this.clock = clock;
    this.load = new Load(0, 0, 0, cores);
  }

  long nanoTime() {
    return clock.nanoTime();
  }

  Load load() {
    return load;
  }

  int maxDegree() {
    return maxDegree;
  }

  /** True on a thread that serves a request now. */
  boolean isServing() {
    return serving.get() != null;
  }

  /** The policy's decision; a policy that throws is reported once and decides nothing more. */
  Decision decide(Progress progress, Load seen) {
    if (!policyFailed) {
      try {
        return Objects.requireNonNull(policy.decide(progress, seen), "decide returned null");
      } catch (Throwable e) {
        report(e);
      }
    }
    return Decision.keep(Math.max(progress.degree(), 1));
  }

  private Admission admission(Request<?, ?> request, long nowNanos) {
    if (!policyFailed) {
      try {
        return Objects.requireNonNull(
            policy.admit(request.progress(nowNanos), load), "admit returned null");
      } catch (Throwable e) {
        report(e);
      }
    }
    return Admission.START;
  }

  private double priority(Request<?, ?> request, long nowNanos) {
    if (!policyFailed) {
      try {
        return policy.priority(request.progress(nowNanos), load);
      } catch (Throwable e) {
        report(e);
      }
    }
    return 0;
  }

  private void report(Throwable e) {
    policyFailed = true;
    LOG.log(Level.ERROR, "policy " + policy + " failed; requests go on as they are", e);
  }

  /** A request arrives; starts it if it may start now. */
  void arrive(Request<?, ?> request) {
    lock.lock();
    try {
      if (closed) {
        throw new RejectedExecutionException("curtail is closed");
      }
      waiting.addLast(request);
      dispatch();
    } finally {
      lock.unlock();
    }
  }

  /** Something is due: a request wants more threads than it has, or an awaited time has come. */
  void lookAgain() {
    lock.lock();
    try {
      dispatch();
    } finally {
      lock.unlock();
    }
  }

  /** Adds a thread to the pool; before any request arrives. */
  void add(Worker worker) {
    lock.lock();
    try {
      idle.push(worker);
    } finally {
      lock.unlock();
    }
  }

  /** Takes a request out of the queue. Returns false if it has already started. */
  boolean withdraw(Request<?, ?> request) {
    lock.lock();
    try {
      boolean withdrawn = waiting.remove(request);
      if (withdrawn) {
        dispatch();
      }
      return withdrawn;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Serves a request on the current thread and then gives the thread back.
   *
   * @param worker the pool thread that this is, null for a caller's own thread
   */
  void serve(Request<?, ?> request, boolean first, @Nullable Worker worker) {
    boolean last = false;
    long fromNanos = clock.nanoTime();
    if (first) {
      request.begin(fromNanos);
    }
    if (first || request.enter(fromNanos)) {
      serving.set(true);
      request.serve(first);
      last = request.leave(clock.nanoTime());
      if (last) {
        request.finish();
      }
      serving.remove();
      if (last) {
        request.announce();
      }
    }
    release(request, last, worker);
  }

  /** Takes a thread back, and a request out that has ended. */
  private void release(Request<?, ?> request, boolean ended, @Nullable Worker worker) {
    lock.lock();
    try {
      busy--;
      request.threadGoes();
      if (worker != null) {
        idle.push(worker);
      }
      if (ended) {
        running.remove(request);
        exits++;
      }
      dispatch();
    } finally {
      lock.unlock();
    }
  }

  /** Refuses new requests and waits until the others have ended. */
  void close() {
    boolean interrupted = false;
    lock.lock();
    try {
      closed = true;
      while (!running.isEmpty() || !waiting.isEmpty()) {
        try {
          emptied.await();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      lock.unlock();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  // ---- Everything below runs under the lock.

  private void dispatch() {
    long nowNanos = clock.nanoTime();
    boolean changed;
    do {
      refreshLoad();
      changed = handOut(nowNanos);
    } while (changed);
    refreshLoad();
    if (waiting.isEmpty()) {
      exits = 0;
    }
    if (closed && running.isEmpty() && waiting.isEmpty()) {
      emptied.signalAll();
    }
  }

  /** Gives free threads to those who want more, and to those who wait. */
  private boolean handOut(long nowNanos) {
    if (busy >= threads) {
      return false;
    }
    Request<?, ?> next = waiting.peekFirst();
    Request<?, ?> neediest = neediest(nowNanos);
    if (ranks) {
      return handOutOne(next, neediest, nowNanos);
    }
    boolean grew = false;
    while (neediest != null && busy < threads) {
      help(neediest);
      grew = true;
      neediest = neediest(nowNanos);
    }
    refreshLoad();
    return (busy < threads && start(next, nowNanos)) || grew;
  }

  /** One at a time, since each changes who is next. */
  private boolean handOutOne(
      @Nullable Request<?, ?> next, @Nullable Request<?, ?> neediest, long nowNanos) {
    boolean nextIsFirst =
        next != null
            && (neediest == null || priority(next, nowNanos) > priority(neediest, nowNanos));
    if (nextIsFirst && start(next, nowNanos)) {
      return true;
    }
    if (neediest != null) {
      help(neediest);
      return true;
    }
    return !nextIsFirst && start(next, nowNanos);
  }

  private void help(Request<?, ?> request) {
    busy++;
    send(request, false);
  }

  /** Whom a free thread helps first among the running. */
  private @Nullable Request<?, ?> neediest(long nowNanos) {
    Request<?, ?> best = null;
    double greatest = 0;
    for (Request<?, ?> request : running) {
      if (request.wantsThread()) {
        if (!ranks) {
          return request;
        }
        double priority = priority(request, nowNanos);
        if (best == null || priority > greatest) {
          best = request;
          greatest = priority;
        }
      }
    }
    return best;
  }

  private boolean start(@Nullable Request<?, ?> next, long nowNanos) {
    if (next == null || !mayStart(next, nowNanos)) {
      return false;
    }
    waiting.remove(next);
    running.add(next);
    busy++;
    refreshLoad();
    next.start(nowNanos, load);
    send(next, true);
    return true;
  }

  private void refreshLoad() {
    int requests = running.size() + waiting.size();
    Load known = load;
    if (known.requests() != requests
        || known.waiting() != waiting.size()
        || known.threads() != busy) {
      load = new Load(requests, waiting.size(), busy, cores);
    }
  }

  private boolean mayStart(Request<?, ?> request, long nowNanos) {
    return switch (admission(request, nowNanos)) {
      case Admission.Start start -> {
        exits = 0;
        yield true;
      }
      case Admission.WaitForExit wait -> {
        // One exit admits one request. With nothing running there is no exit to wait for.
        boolean admitted = exits > 0 || running.isEmpty();
        exits = Math.max(exits - 1, 0);
        yield admitted;
      }
      case Admission.WaitForChange wait -> {
        exits = 0;
        // With nothing running nothing would ever change.
        yield running.isEmpty();
      }
      case Admission.WaitUntil wait -> {
        exits = 0;
        long atNanos = Instants.after(request.arrivalNanos, wait.ageNanos());
        if (atNanos <= nowNanos) {
          yield true;
        }
        wakeAt(request, atNanos);
        yield false;
      }
    };
  }

  /** Makes a thread that has nothing to do look again at a moment. */
  private void wakeAt(Request<?, ?> request, long atNanos) {
    if (request.caller != null) {
      request.wakeAtNanos = atNanos;
      LockSupport.unpark(request.caller);
    } else if (!idle.isEmpty()) {
      idle.peek().wakeAt(atNanos);
    }
  }

  private void send(Request<?, ?> request, boolean first) {
    request.threadComes();
    if (first && request.caller != null) {
      LockSupport.unpark(request.caller);
    } else {
      idle.pop().assign(request, first);
    }
  }
}
