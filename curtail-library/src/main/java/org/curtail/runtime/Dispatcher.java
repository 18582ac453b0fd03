package org.curtail.runtime;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
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
 * requests, that requests of a class start in order of arrival unless the policy reorders them, and
 * that a free thread never idles while a request may start or wants another worker. Whom it helps
 * first, a policy that {@linkplain Traits#ranks ranks} says; otherwise running requests come first,
 * oldest first. Nothing that a user supplied but the policy and the clock is called under the lock.
 *
 * <p>Whom each worker serves changes by single assignments; everything else that is kept here
 * follows from it. If memory or stack runs out in the middle of a change, {@link #repair} makes
 * that anew, and somebody looks again soon.
 */
final class Dispatcher {
  /** When somebody tries again what an error has kept from being done. */
  static final long RETRY_NANOS = 1_000_000;

  private final ContainedPolicy policy;
  private final int cores;
  private final int threads;
  private final int maxDegree;
  private final boolean ranks;
  private final boolean reorders;
  private final boolean isMalleable;
  private final boolean boosts;
  private final @Nullable ThreadBoost boost;
  private final int queueLimit;
  private final Overload overload;
  private final NanoClock clock;
  private final long fromNanos;
  private final Meters meters = new Meters();
  private final Listeners listeners;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition emptied = lock.newCondition();
  private final Condition room = lock.newCondition();

  /** Set on threads that may be serving a request of this engine. */
  private final ThreadLocal<@Nullable Boolean> serving = new ThreadLocal<>();

  private final AtomicLong requests = new AtomicLong();

  // Guarded by the lock.
  private final AdmissionQueue waiting = new AdmissionQueue();

  /** The workers of the pool. */
  private final List<Worker> pool = new ArrayList<>();

  /** That one leaves the queue at this moment, and is not counted there any more. */
  private @Nullable Request<?, ?> starting;

  /** A thread has come back, which is news to all, also where a moved one is not. */
  private boolean newsIsDue;

  /** An error has kept a change from being made whole. */
  private boolean disturbed;

  /** In the order in which they started. */
  private final Set<Request<?, ?>> running = new LinkedHashSet<>();

  private final Candidates candidates;
  private long starts;

  /** Large enough from the start, so that a thread that comes back needs no memory. */
  private final ArrayDeque<Worker> idle;

  private final Gate gate;
  private int busy;
  private int boostedThreads;
  private boolean closed;

  /** Taken out of the queue, and to be told so once the lock is free; the last one first. */
  private @Nullable Request<?, ?> dropped;

  /** Callers whose requests seem to have ended, and to be told so once the lock is free. */
  private @Nullable UnseenCaller gone;

  /** Whether there have ever been requests whose callers pass no borders. */
  private boolean watches;

  /** When those should be looked after again. */
  private long watchNanos = Request.NEVER;

  /** Requests that ended and whose exit has not admitted another yet. */
  private int exits;

  /** When the request that is next may start; {@link Request#NEVER} if time alone does not help. */
  private long admissionNanos = Request.NEVER;

  /** When somebody should look at the queue again; written under the lock. */
  private volatile long alarmNanos = Request.NEVER;

  /** Threads that are boosted and that pause, for those who look from outside. */
  private volatile int boostedShown;

  private volatile int pausedShown;

  private volatile boolean saidOutsideRequests;

  /** Replaced under the lock when it changes. */
  private volatile Load load;

  /**
   * The load as of its last change that all requests should know of: a changed reference makes them
   * ask. Threads that a malleable policy moves from one request to another are no news, or each
   * move would make everybody ask and so cause the next one.
   */
  private volatile Load news;

  /**
   * @param threads of the pool
   */
  Dispatcher(Curtail.Setup setup, int threads) {
    FaultReport.prepare();
    Policy given = setup.policy();
    policy = new ContainedPolicy(given);
    cores = setup.cores();
    this.threads = threads;
    maxDegree = given.maxDegree();
    ranks = given.traits().ranks();
    reorders = given.traits().reordersQueue();
    isMalleable = given.traits().isMalleable();
    boosts = given.traits().boosts() && !(setup.boosting() instanceof Boosting.Off);
    boost = setup.boosting() instanceof Boosting.ByPriority by ? by.boost() : null;
    overload = setup.overload();
    // Who waits for room waits for somebody to leave the queue.
    queueLimit = Math.max(setup.queueLimit(), overload == Overload.WAIT ? 1 : 0);
    clock = ContainedClock.of(setup.clock());
    fromNanos = clock.nanoTime();
    listeners = new Listeners(listeners(setup));
    gate = new Gate(cores);
    idle = new ArrayDeque<>(threads + 1);
    // Where nobody ranks, all are equal, and the first to start is first.
    candidates = new Candidates(!ranks || given.traits().isMonotone(), maxDegree);
    load = new Load(0, 0, 0, cores);
    news = load;
  }

  /** The engine's own first: what they count is there before anybody else is told. */
  private List<RequestListener> listeners(Curtail.Setup setup) {
    var all = new ArrayList<RequestListener>();
    all.add(meters);
    if (setup.isRecorded()) {
      all.add(new FlightRecording(setup.name()));
    }
    all.addAll(setup.listeners());
    return all;
  }

  // ---- Needs no lock.

  long nanoTime() {
    return clock.nanoTime();
  }

  Load load() {
    return load;
  }

  Load news() {
    return news;
  }

  int maxDegree() {
    return maxDegree;
  }

  boolean isMalleable() {
    return isMalleable;
  }

  Listeners listeners() {
    return listeners;
  }

  Metrics metrics() {
    return meters.metrics(fromNanos, clock, gauges());
  }

  Metrics.Gauges gauges() {
    Load known = load;
    return new Metrics.Gauges(
        known.waiting(),
        known.requests() - known.waiting(),
        known.threads(),
        boostedShown,
        pausedShown,
        threads,
        cores,
        queueLimit,
        policy.hasFailed(),
        listeners.failed());
  }

  long nextId() {
    return requests.incrementAndGet();
  }

  /** True on a thread that serves a request now. */
  boolean isServing() {
    return serving.get() != null;
  }

  void enterService() {
    serving.set(true);
  }

  void leaveService() {
    serving.remove();
  }

  Decision decide(Progress progress, Load seen) {
    return policy.decide(progress, seen);
  }

  boolean isAlarmDue(long nowNanos) {
    return nowNanos >= alarmNanos;
  }

  /** At a border: looks at the queue if its time has come. */
  void passAlarm(long nowNanos) {
    if (isAlarmDue(nowNanos)) {
      lookAgain();
    }
  }

  /** A thread cannot do at this moment what it has to: memory is short. Said once. Never throws. */
  void metOutsideRequests(Throwable e) {
    try {
      if (!saidOutsideRequests) {
        saidOutsideRequests = true;
        FaultReport.error("a thread met an error outside any request and goes on", e);
      }
      LockSupport.parkNanos(RETRY_NANOS);
    } catch (Throwable again) {
      // Then it goes on at once.
    }
  }

  /**
   * At a border, between two chunks: gives the thread back if it is wanted elsewhere, else may
   * leave it paused.
   *
   * @return true if the thread serves the request no more
   */
  boolean isTakenAway(Request<?, ?> request, Worker worker) {
    if (request.boosted != worker.raised && boost != null) {
      raise(worker, request.boosted);
    }
    if (worker.isPooled()
        && request.threads() > request.share
        && request.hasTooManyThreads(nanoTime())
        && takeAway(request, worker)) {
      raise(worker, false);
      return true;
    }
    if (gate.isClosing() && !request.boosted) {
      pauseInTurn(request, worker);
    }
    return false;
  }

  private void raise(Worker worker, boolean up) {
    if (boost == null || worker.raised == up) {
      return;
    }
    worker.raised = up;
    try {
      if (up) {
        boost.raise();
      } else {
        boost.lower();
      }
    } catch (Throwable e) {
      FaultReport.error("a " + boost.getClass().getName() + " failed", e);
    }
  }

  /** Whether a thread waits for the lock: it is busy, though it looks as if it slept. */
  boolean isComingIn(Thread thread) {
    return lock.hasQueuedThread(thread);
  }

  // ---- Takes the lock.

  /**
   * A request arrives; starts it if it may start now. Waits, if the user chose so, while the queue
   * is full.
   *
   * @param mayWait false on a thread that the queue may be waiting for
   * @return false if the queue is full and the submitter should serve it
   * @throws RejectedExecutionException if it is refused
   */
  boolean arrive(Request<?, ?> request, boolean mayWait) {
    lock();
    try {
      while (true) {
        if (closed) {
          throw new RejectedExecutionException("curtail is closed");
        }
        watches |= request.held != null;
        waiting.add(request);
        dispatch();
        if (waiting.size() <= queueLimit || !waiting.remove(request)) {
          return true;
        }
        dispatch();
        switch (overload) {
          case REJECT -> throw new OverloadedException(waiting.size());
          case RUN_SEQUENTIALLY -> {
            return false;
          }
          case WAIT -> {
            if (!mayWait) {
              return false;
            }
            if (!awaitRoom(request)) {
              return true;
            }
          }
        }
      }
    } finally {
      unlock();
    }
  }

  /** Returns false if the request's deadline has passed. */
  private boolean awaitRoom(Request<?, ?> request) {
    try {
      while (waiting.size() >= queueLimit && !closed) {
        long leftNanos = request.deadlineNanos - nanoTime();
        if (request.deadlineNanos == Request.NEVER) {
          room.await();
        } else if (leftNanos > 0) {
          room.await(leftNanos, TimeUnit.NANOSECONDS);
        } else {
          drop(request, Ending.EXPIRED, nanoTime());
          return false;
        }
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new OverloadedException(waiting.size());
    }
  }

  /** A running request wants more threads than it wanted before, or may be given other threads. */
  void grow(Request<?, ?> request) {
    lock();
    try {
      try {
        updateCandidate(request);
      } catch (Throwable e) {
        disturb(e);
      }
      dispatch();
    } finally {
      unlock();
    }
  }

  /** An awaited time has come. */
  void lookAgain() {
    lock();
    try {
      dispatch();
    } finally {
      unlock();
    }
  }

  /**
   * Does what an error has kept from being done, on an engine without threads.
   *
   * @throws OutOfMemoryError if it cannot be done at this moment
   */
  void settle() {
    lock();
    try {
      dispatch();
      if (disturbed) {
        throw new OutOfMemoryError("no memory to count requests and threads anew");
      }
    } finally {
      unlock();
    }
  }

  /** Adds a thread to the pool. */
  void add(Worker worker) {
    lock();
    try {
      pool.add(worker);
      idle.push(worker);
    } finally {
      unlock();
    }
  }

  /** Ends a request that waits at once, and one that runs at its next border. */
  boolean cancel(Request<?, ?> request) {
    if (!request.end(Ending.CANCELLED)) {
      return false;
    }
    lock();
    try {
      if (waiting.contains(request)) {
        drop(request, Ending.CANCELLED, nanoTime());
        dispatch();
      }
      gate.resume(request);
    } finally {
      unlock();
    }
    return true;
  }

  /** Its paused workers have nothing left to wait for. */
  void wakePaused(Request<?, ?> request) {
    if (!gate.isClosing()) {
      return;
    }
    lock();
    try {
      gate.resume(request);
    } finally {
      unlock();
    }
  }

  /** A paused worker has waited long enough, or its request's deadline has passed. */
  void goOn(Worker worker) {
    lock();
    try {
      gate.resume(worker, nanoTime());
    } finally {
      unlock();
    }
  }

  private void pauseInTurn(Request<?, ?> request, Worker worker) {
    if (!gate.mayHaveToPause(worker, load.threads(), nanoTime())) {
      return;
    }
    lock();
    try {
      if (request.hasChunk()) {
        gate.mayGoOn(worker, busy, nanoTime());
      }
    } catch (OutOfMemoryError e) {
      // It goes on this time.
    } finally {
      unlock();
    }
  }

  private boolean takeAway(Request<?, ?> request, Worker worker) {
    long nowNanos = nanoTime();
    int left;
    lock();
    try {
      left = request.threads() > request.share ? request.leaveToOthers(nowNanos) : 0;
      if (left == 0) {
        return false;
      }
      worker.free();
      threadIsBack(request, worker, false);
      dispatch();
    } finally {
      unlock();
    }
    request.tellDegree(nowNanos, left);
    return true;
  }

  /** Takes a thread back, and a request out that has ended. */
  void release(Request<?, ?> request, boolean ended, Worker worker) {
    raise(worker, false);
    lock();
    try {
      worker.free();
      request.exited |= ended;
      threadIsBack(request, worker, ended);
      newsIsDue = true;
      dispatch();
    } finally {
      unlock();
    }
  }

  /** Refuses new requests from now on. */
  void refuse() {
    lock();
    try {
      closed = true;
      room.signalAll();
      dispatch();
    } finally {
      unlock();
    }
  }

  /** Cancels all requests. */
  void cancelAll() {
    lock();
    try {
      for (Request<?, ?> request = waiting.first(); request != null; request = waiting.first()) {
        drop(request, Ending.CANCELLED, nanoTime());
      }
      for (Request<?, ?> request : running) {
        if (request.end(Ending.CANCELLED)) {
          gate.resume(request);
        }
      }
      dispatch();
    } finally {
      unlock();
    }
  }

  /** Ends those that could not be ended otherwise, for their submitters. */
  void abandonAll() {
    List<Request<?, ?>> all;
    lock();
    try {
      all = List.copyOf(running);
    } finally {
      unlock();
    }
    all.forEach(request -> request.abandon(nanoTime()));
  }

  /** Waits until no request is left. Returns false if the time is over before. */
  boolean awaitEmpty(long timeoutNanos) throws InterruptedException {
    lock();
    try {
      long leftNanos = timeoutNanos;
      while (!running.isEmpty() || !waiting.isEmpty()) {
        if (timeoutNanos == Long.MAX_VALUE) {
          emptied.await();
        } else if (leftNanos > 0) {
          leftNanos = emptied.awaitNanos(leftNanos);
        } else {
          return false;
        }
      }
      return true;
    } finally {
      unlock();
    }
  }

  /** The state at one moment, for tests. */
  record View(
      List<Request<?, ?>> waiting,
      List<Request<?, ?>> running,
      List<Worker> idle,
      List<Worker> paused,
      int busy,
      int boostedThreads,
      long alarmNanos) {}

  View view() {
    lock();
    try {
      return new View(
          waiting.all(),
          List.copyOf(running),
          List.copyOf(idle),
          gate.paused(),
          busy,
          boostedThreads,
          alarmNanos);
    } finally {
      unlock();
    }
  }

  /** Tells the submitters of what was dropped, when the lock is free. */
  private void unlock() {
    if (lock.getHoldCount() > 1) {
      // Users' code is not called, and nothing is taken out, before the lock is free.
      lock.unlock();
      return;
    }
    if (boosts) {
      boostedShown = boostedThreads;
      pausedShown = gate.pausedThreads();
    }
    Request<?, ?> told = dropped;
    dropped = null;
    UnseenCaller left = gone;
    gone = null;
    for (UnseenCaller caller = left; caller != null; caller = caller.nextGone) {
      // Should it not succeed in leaving, for want of memory, it is found again.
      caller.isGone = false;
    }
    lock.unlock();
    leaveAll(left);
    announceAll(told);
  }

  private void leaveAll(@Nullable UnseenCaller from) {
    UnseenCaller caller = from;
    while (caller != null) {
      UnseenCaller next = caller.nextGone;
      try {
        caller.leave();
      } catch (Throwable e) {
        leaveLater(e);
      }
      caller = next;
    }
  }

  /** Memory is short. Until it has left, its request counts, and is found again. */
  private void leaveLater(Throwable e) {
    lock.lock();
    try {
      lookAgainSoon();
    } finally {
      lock.unlock();
    }
    metOutsideRequests(e);
  }

  private void announceAll(@Nullable Request<?, ?> from) {
    Request<?, ?> request = from;
    while (request != null) {
      Request<?, ?> next = request.nextDropped;
      try {
        request.announce();
      } catch (Throwable e) {
        announceLater(request, e);
      }
      request = next;
    }
  }

  /** Memory is short. Its submitter waits for it, so it is not given up. */
  private void announceLater(Request<?, ?> request, Throwable e) {
    lock.lock();
    try {
      request.nextDropped = dropped;
      dropped = request;
      lookAgainSoon();
    } finally {
      lock.unlock();
    }
    metOutsideRequests(e);
  }

  // ---- Everything below runs under the lock.

  private void lock() {
    lock.lock();
    if (disturbed && lock.getHoldCount() == 1) {
      repair();
    }
  }

  /** Ends a request that waits, and takes it out of the queue. */
  private void drop(Request<?, ?> request, Ending why, long nowNanos) {
    if (!request.dropped) {
      request.end(why);
      request.drop(nowNanos);
      request.nextDropped = dropped;
      dropped = request;
    }
    try {
      waiting.remove(request);
      room.signal();
    } catch (Throwable e) {
      disturb(e);
    }
  }

  /** Looks at everything. Throws nothing: if memory runs out, it is done again soon. */
  private void dispatch() {
    try {
      redistribute();
      policy.makeDo(false);
    } catch (Throwable e) {
      disturb(e);
    }
  }

  private void disturb(Throwable e) {
    disturbed = true;
    policy.makeDo(true);
    if (!(e instanceof VirtualMachineError)) {
      metOutsideRequests(e);
    }
    repair();
    lookAgainSoon();
  }

  /** Somebody redistributes what is left undone, if only a moment later. */
  private void lookAgainSoon() {
    try {
      long nowNanos = nanoTime();
      long atNanos = Instants.after(nowNanos, RETRY_NANOS);
      // An alarm in the past is the one that led here.
      alarmNanos = alarmNanos <= nowNanos ? atNanos : Math.min(alarmNanos, atNanos);
      if (!idle.isEmpty()) {
        idle.peek().wakeAt(alarmNanos);
      }
    } catch (Throwable e) {
      alarmNanos = Long.MIN_VALUE;
    }
  }

  /**
   * Makes anew what follows from whom each worker serves and who waits. If that throws too, the
   * next one who takes the lock repairs.
   */
  private void repair() {
    try {
      Request<?, ?> undone = starting;
      starting = null;
      if (undone != null && !isServed(undone)) {
        running.remove(undone);
        undone.undoStart();
      }
      for (Worker worker : pool) {
        Request<?, ?> served = worker.served();
        if (served != null && !served.exited) {
          running.add(served);
        }
      }
      running.removeIf(request -> request.exited || !isServed(request));
      waiting.removeIf(request -> request.dropped || running.contains(request));
      recount();
      candidates.rebuild(running);
      disturbed = false;
      refreshLoad();
      news = load;
      gate.adjust(boostedThreads, busy);
      // Some may have been given a request and not been woken.
      pool.forEach(Worker::wake);
      if (undone != null && undone.caller != null) {
        undone.caller.wake();
      }
    } catch (Throwable e) {
      disturbed = true;
    }
  }

  /** As if an error had kept something from being done. */
  void rehearseRepair() {
    lock();
    try {
      disturb(new OutOfMemoryError("rehearsed"));
    } finally {
      unlock();
    }
  }

  private void recount() {
    running.forEach(request -> request.recount(0));
    idle.removeIf(worker -> worker.served() != null);
    busy = 0;
    for (Worker worker : pool) {
      Request<?, ?> served = worker.served();
      if (served != null) {
        busy++;
        served.recount(threadsOf(served));
      } else if (!idle.contains(worker)) {
        idle.push(worker);
      }
    }
    boostedThreads = 0;
    for (Request<?, ?> request : running) {
      Worker caller = request.caller;
      if (caller != null && caller.isCountedFor(request)) {
        busy++;
        request.recount(threadsOf(request));
      }
      boostedThreads += request.boosted ? request.threads() : 0;
    }
  }

  private int threadsOf(Request<?, ?> request) {
    int count = request.caller != null && request.caller.isCountedFor(request) ? 1 : 0;
    for (Worker worker : pool) {
      count += worker.isCountedFor(request) ? 1 : 0;
    }
    return count;
  }

  private boolean isServed(Request<?, ?> request) {
    return threadsOf(request) > 0;
  }

  private void redistribute() {
    if (newsIsDue) {
      refreshLoad();
      news = load;
      newsIsDue = false;
    }
    long nowNanos = nanoTime();
    admissionNanos = Request.NEVER;
    dropExpired(nowNanos);
    boolean changed;
    do {
      refreshLoad();
      if (watches) {
        watch(nowNanos);
      }
      changed = isMalleable ? shareOut(nowNanos) : handOut(nowNanos);
    } while (changed);
    refreshLoad();
    if (boosts) {
      boost();
    }
    if (waiting.isEmpty()) {
      exits = 0;
    }
    setAlarm();
    if (closed && running.isEmpty() && waiting.isEmpty()) {
      emptied.signalAll();
    }
  }

  /** Does for callers who pass no borders what they would do there. */
  private void watch(long nowNanos) {
    watchNanos = Request.NEVER;
    for (Request<?, ?> request : running) {
      HeldWork<?> held = request.held;
      if (held != null) {
        request.passUnseen(nowNanos);
        updateCandidate(request);
        if (held.needsRescue(nowNanos, closed) && !idle.isEmpty()) {
          help(request);
        }
        UnseenCaller caller = held.gone(nowNanos, closed);
        if (caller != null && !caller.isGone) {
          caller.isGone = true;
          caller.nextGone = gone;
          gone = caller;
        }
        watchNanos = Math.min(watchNanos, held.nextLookNanos(nowNanos));
      }
    }
  }

  private void dropExpired(long nowNanos) {
    for (Request<?, ?> expired = waiting.expired(nowNanos);
        expired != null;
        expired = waiting.expired(nowNanos)) {
      drop(expired, Ending.EXPIRED, nowNanos);
    }
  }

  /** A thread that has nothing to do wakes up then; if there is none, busy ones see it. */
  private void setAlarm() {
    long nanos = Math.min(watchNanos, Math.min(admissionNanos, waiting.nextDeadlineNanos()));
    if (alarmNanos != nanos) {
      alarmNanos = nanos;
    }
    if (nanos != Request.NEVER && !idle.isEmpty()) {
      idle.peek().wakeAt(nanos);
    }
  }

  /** Gives free threads to those who want more, and to those who wait. */
  private boolean handOut(long nowNanos) {
    if (busy >= threads) {
      return false;
    }
    Request<?, ?> next = next(nowNanos);
    Request<?, ?> neediest = neediest(nowNanos);
    if (ranks || (next != null && neediest != null && isMoreImportant(next, neediest))) {
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

  private static boolean isMoreImportant(Request<?, ?> one, Request<?, ?> other) {
    return one.priorityClass().compareTo(other.priorityClass()) < 0;
  }

  /** One at a time, since each changes who is next. */
  private boolean handOutOne(
      @Nullable Request<?, ?> next, @Nullable Request<?, ?> neediest, long nowNanos) {
    boolean nextIsFirst = next != null && (neediest == null || goesFirst(next, neediest, nowNanos));
    if (nextIsFirst && start(next, nowNanos)) {
      return true;
    }
    if (neediest != null) {
      help(neediest);
      return true;
    }
    return !nextIsFirst && start(next, nowNanos);
  }

  private boolean goesFirst(Request<?, ?> next, Request<?, ?> neediest, long nowNanos) {
    if (next.priorityClass() != neediest.priorityClass()) {
      return isMoreImportant(next, neediest);
    }
    return priority(next, nowNanos) > priority(neediest, nowNanos);
  }

  private double priority(Request<?, ?> request, long nowNanos) {
    return policy.priority(request.progress(nowNanos), load);
  }

  private void help(Request<?, ?> request) {
    threadComes(request);
    idle.pop().assign(request, false);
  }

  /** Where threads are shared out, all running requests are candidates. */
  private void updateCandidate(Request<?, ?> request) {
    if (!isMalleable) {
      candidates.update(request);
    }
  }

  private void threadComes(Request<?, ?> request) {
    busy++;
    request.threadComes();
    updateCandidate(request);
    if (request.boosted) {
      boostedThreads++;
      if (boostedThreads >= cores) {
        request.boosted = false;
        boostedThreads -= request.threads();
      }
    }
  }

  /** A worker has been freed. Throws nothing. */
  private void threadIsBack(Request<?, ?> request, Worker worker, boolean ended) {
    if (ended) {
      exits++;
    }
    try {
      threadGoes(request);
      if (worker.isPooled()) {
        idle.push(worker);
      }
      if (ended) {
        end(request);
      }
    } catch (Throwable e) {
      disturb(e);
    }
  }

  private void end(Request<?, ?> request) {
    running.remove(request);
    candidates.remove(request);
    if (request.boosted) {
      // Those of its threads that are still on their way back have nothing left to compute.
      request.boosted = false;
      boostedThreads -= request.threads();
    }
  }

  private void threadGoes(Request<?, ?> request) {
    busy--;
    request.threadGoes();
    updateCandidate(request);
    if (request.boosted) {
      boostedThreads--;
    }
  }

  /** Whom a free thread helps first among the running. */
  @Nullable Request<?, ?> neediest(long nowNanos) {
    return candidates.neediest(progress -> ranks ? policy.priority(progress, load) : 0, nowNanos);
  }

  /** Which waiting request is next. */
  private @Nullable Request<?, ?> next(long nowNanos) {
    if (!reorders) {
      return waiting.first();
    }
    Request<?, ?> best = null;
    double greatest = 0;
    for (Request<?, ?> request : waiting.foremost()) {
      double priority = priority(request, nowNanos);
      if (best == null || priority > greatest) {
        best = request;
        greatest = priority;
      }
    }
    return best;
  }

  /**
   * Shares all threads out anew. Who has more than its share loses them at its next border; who has
   * less gets what is free.
   */
  private boolean shareOut(long nowNanos) {
    int left = threads;
    for (Request<?, ?> request : running) {
      request.newShare = 1;
      request.priority = priorityOfOneMore(request, nowNanos);
      left--;
    }
    Request<?, ?> next = next(nowNanos);
    double nextPriority = next == null ? 0 : priority(next, nowNanos);
    boolean nextHasShare = false;
    while (left > 0) {
      Request<?, ?> best = mostUrgent();
      boolean nextIsBest =
          next != null
              && !nextHasShare
              && (best == null
                  || isMoreImportant(next, best)
                  || (!isMoreImportant(best, next) && nextPriority > best.priority));
      if (nextIsBest) {
        nextHasShare = true;
      } else if (best != null) {
        best.newShare++;
        best.priority = priorityOfOneMore(best, nowNanos);
      } else {
        break;
      }
      left--;
    }
    for (Request<?, ?> request : running) {
      request.share = request.newShare;
    }
    for (Request<?, ?> request : running) {
      while (request.wantsThread() && busy < threads) {
        help(request);
      }
    }
    refreshLoad();
    return nextHasShare && busy < threads && start(next, nowNanos);
  }

  private @Nullable Request<?, ?> mostUrgent() {
    Request<?, ?> best = null;
    for (Request<?, ?> request : running) {
      if (request.newShare < request.usableThreads()
          && (best == null
              || isMoreImportant(request, best)
              || (!isMoreImportant(best, request) && request.priority > best.priority))) {
        best = request;
      }
    }
    return best;
  }

  /** How urgently it needs a thread beyond its share. */
  private double priorityOfOneMore(Request<?, ?> request, long nowNanos) {
    return request.newShare < request.usableThreads()
        ? policy.priority(request.progress(nowNanos, request.newShare), load)
        : 0;
  }

  /** The oldest first: they are the ones that make the tail. */
  private void boost() {
    if (busy > cores) {
      for (Request<?, ?> request : running) {
        int wanted = request.threads();
        if (!request.boosted
            && wanted > 1
            && wanted == maxDegree
            && boostedThreads + wanted < cores) {
          request.boosted = true;
          boostedThreads += wanted;
          gate.resume(request);
        }
      }
    }
    if (boost == null) {
      gate.adjust(boostedThreads, busy);
    }
  }

  private boolean start(@Nullable Request<?, ?> next, long nowNanos) {
    if (next == null || !mayStart(next, nowNanos)) {
      return false;
    }
    starting = next;
    next.startOrder = ++starts;
    running.add(next);
    threadComes(next);
    refreshLoad();
    remember();
    next.start(nowNanos);
    Worker worker = next.caller == null ? idle.pop() : next.caller;
    worker.assign(next, true);
    waiting.remove(next);
    starting = null;
    room.signal();
    return true;
  }

  /** Those that wait, less the one that is about to start. */
  private int waitingNow() {
    return waiting.size() - (starting == null ? 0 : 1);
  }

  private void refreshLoad() {
    int waitingNow = waitingNow();
    int count = running.size() + waitingNow;
    Load known = load;
    boolean isNews = known.requests() != count || known.waiting() != waitingNow;
    if (isNews || known.threads() != busy) {
      load = new Load(count, waitingNow, busy, cores, known.memory());
    }
    if (isNews || !isMalleable) {
      news = load;
    }
  }

  /** A request starts. */
  private void remember() {
    Load remembering = load.remembering(policy.remember(load));
    if (remembering.memory() != load.memory()) {
      load = remembering;
      news = isMalleable ? news.remembering(remembering.memory()) : remembering;
    }
  }

  private boolean mayStart(Request<?, ?> request, long nowNanos) {
    return switch (policy.admit(request.progress(nowNanos), load)) {
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
        admissionNanos = atNanos;
        yield false;
      }
    };
  }
}
