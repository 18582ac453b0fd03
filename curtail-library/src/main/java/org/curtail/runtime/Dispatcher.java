package org.curtail.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Progress;
import org.curtail.Traits;
import org.curtail.dispatch.Allocator;
import org.curtail.dispatch.Enforcer;
import org.jspecify.annotations.Nullable;

/**
 * The engine's one lock, taken when a request arrives, grows, loses a worker or ends; never per
 * chunk. Under it the {@link Allocator} decides which free thread serves which request, and {@link
 * EngineThreads} are given what it decides. Nothing that a user supplied but the policy and the
 * clock is called under the lock.
 *
 * <p>If memory or stack runs out in the middle of a change, {@link #disturb} has everything made
 * anew from whom each worker serves, and somebody looks again soon.
 */
final class Dispatcher implements Enforcer<Request<?, ?>> {
  /** When somebody tries again what an error has kept from being done. */
  static final long RETRY_NANOS = 1_000_000;

  private final ContainedPolicy policy;
  private final int maxDegree;
  private final boolean isMalleable;
  private final Raising raising;
  private final int queueLimit;
  private final Overload overload;
  private final NanoClock clock;
  private final Listeners listeners;
  private final EngineMeters meters;
  private final OutsideErrors outsideErrors = new OutsideErrors();

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition emptied = lock.newCondition();
  private final Condition room = lock.newCondition();

  /** Set on threads that may be serving a request of this engine. */
  private final ThreadLocal<@Nullable Boolean> serving = new ThreadLocal<>();

  private final AtomicLong requests = new AtomicLong();

  // Guarded by the lock.
  private final Allocator<Request<?, ?>> allocator;
  private final EngineThreads threads;
  private final Farewells farewells = new Farewells();
  private final UnseenRequests unseen;
  private final Gate gate;
  private boolean closed;

  /** An error has kept a change from being made whole. */
  private boolean disturbed;

  /** When somebody should look at the queue again; written under the lock. */
  private volatile long alarmNanos = Request.NEVER;

  /** What the allocator counted, for those who look without the lock. */
  private volatile Load load;

  private volatile Load news;

  /**
   * A dispatcher without threads; they are {@linkplain #add added}.
   *
   * @param threadCount of the pool
   */
  Dispatcher(Setup setup, int threadCount) {
    FaultReport.prepare();
    Policy given = setup.policy();
    Traits traits = given.traits();
    policy = new ContainedPolicy(given);
    maxDegree = given.maxDegree();
    isMalleable = traits.isMalleable();
    boolean boosts = traits.boosts() && !(setup.boosting() instanceof Boosting.Off);
    raising = new Raising(setup.boosting());
    overload = setup.overload();
    // Who waits for room waits for somebody to leave the queue.
    queueLimit = Math.max(setup.queueLimit(), overload == Overload.WAIT ? 1 : 0);
    clock = ContainedClock.of(setup.clock());
    var counting = new Meters();
    listeners = new Listeners(listeners(setup, counting));
    gate = new Gate(setup.cores());
    threads = new EngineThreads(threadCount);
    unseen = new UnseenRequests(threads, farewells);
    var service = new Allocator.Service(setup.cores(), threadCount, maxDegree, boosts);
    allocator = new Allocator<>(policy, traits, service, this);
    load = allocator.load();
    news = allocator.news();
    meters = new EngineMeters(counting, clock, service, queueLimit);
  }

  /** The engine's own first: what they count is there before anybody else is told. */
  private static List<RequestListener> listeners(Setup setup, Meters meters) {
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
    return meters.metrics(gauges());
  }

  Metrics.Gauges gauges() {
    return meters.gauges(load, policy.hasFailed(), listeners.failed());
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

  /** See {@link OutsideErrors#met}. */
  void metOutsideRequests(Throwable e) {
    outsideErrors.met(e);
  }

  /** Whether a thread waits for the lock: it is busy, though it looks as if it slept. */
  boolean isComingIn(Thread thread) {
    return lock.hasQueuedThread(thread);
  }

  // ---- At a border.

  /**
   * What a worker passes between two chunks: asks the policy if its time has come or the load has
   * changed, gives the thread back if it is wanted elsewhere, or pauses it. The policy is asked at
   * most once, the clock once.
   */
  Border pass(Request<?, ?> request, Worker worker) {
    long nowNanos = nanoTime();
    boolean asked = request.border(nowNanos);
    boolean boosted = request.isBoosted();
    if (boosted != worker.raised) {
      raising.raise(worker, boosted);
    }
    if (worker.isPooled()
        && request.threads() > request.share()
        && hasTooManyThreads(request, asked, nowNanos)
        && takeAway(request, worker, nowNanos)) {
      raising.raise(worker, false);
      return Border.LEAVE;
    }
    return gate.isClosing() && !request.isBoosted() && pauseInTurn(request, worker, nowNanos)
        ? Border.PAUSE
        : Border.GO_ON;
  }

  /** More than its share, asked anew. Once no chunk is left, its threads go by themselves. */
  private static boolean hasTooManyThreads(Request<?, ?> request, boolean asked, long nowNanos) {
    if (!request.hasChunk()) {
      return false;
    }
    if (!asked) {
      request.askAgain(nowNanos);
    }
    return request.threads() > request.share();
  }

  private boolean pauseInTurn(Request<?, ?> request, Worker worker, long nowNanos) {
    if (!gate.mayHaveToPause(worker, load.threads(), nowNanos)) {
      return false;
    }
    lock();
    try {
      return request.hasChunk() && !gate.mayGoOn(worker, allocator.busy(), nowNanos);
    } catch (OutOfMemoryError e) {
      // It goes on this time.
      return false;
    } finally {
      unlock();
    }
  }

  private boolean takeAway(Request<?, ?> request, Worker worker, long nowNanos) {
    int left;
    lock();
    try {
      left = request.threads() > request.share() ? request.leaveToOthers(nowNanos) : 0;
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
        unseen.arrives(request);
        allocator.queue().add(request);
        dispatch();
        if (allocator.queue().size() <= queueLimit || !allocator.queue().remove(request)) {
          return true;
        }
        dispatch();
        switch (overload) {
          case REJECT -> throw new OverloadedException(allocator.queue().size());
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
      while (allocator.queue().size() >= queueLimit && !closed) {
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
      throw new OverloadedException(allocator.queue().size());
    }
  }

  /** A running request wants more threads than it wanted before, or may be given other threads. */
  void grow(Request<?, ?> request) {
    lock();
    try {
      try {
        allocator.update(request);
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
      threads.add(worker);
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
      if (allocator.queue().contains(request)) {
        drop(request, Ending.CANCELLED, nanoTime());
        dispatch();
      }
      gate.resume(request);
    } finally {
      unlock();
    }
    return true;
  }

  /** As {@link #cancel}, for its own thread, which must not lose it because memory is short. */
  void cancelSurviving(Request<?, ?> request) {
    while (true) {
      try {
        cancel(request);
        return;
      } catch (OutOfMemoryError e) {
        metOutsideRequests(e);
      }
    }
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

  /** Takes a thread back, and a request out that has ended. */
  void release(Request<?, ?> request, boolean ended, Worker worker) {
    raising.raise(worker, false);
    lock();
    try {
      worker.free();
      request.exited |= ended;
      threadIsBack(request, worker, ended);
      // A thread has come back, which is news to all, also where a moved one is not.
      allocator.tellAll();
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
      Request<?, ?> waiting = allocator.queue().first();
      while (waiting != null) {
        drop(waiting, Ending.CANCELLED, nanoTime());
        waiting = allocator.queue().first();
      }
      for (Request<?, ?> request : allocator.running()) {
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
      all = List.copyOf(allocator.running());
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
      while (!isEmpty()) {
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
          allocator.queue().all(),
          List.copyOf(allocator.running()),
          threads.idle(),
          gate.paused(),
          allocator.busy(),
          allocator.boostedThreads(),
          alarmNanos);
    } finally {
      unlock();
    }
  }

  /** Whom a free thread would help first, for tests. */
  @Nullable Request<?, ?> neediest(long nowNanos) {
    return allocator.neediest(nowNanos);
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

  private void lock() {
    lock.lock();
    if (disturbed && lock.getHoldCount() == 1) {
      repair();
    }
  }

  /** Tells those who are to be told something, when the lock is free. */
  private void unlock() {
    if (lock.getHoldCount() > 1) {
      // Users' code is not called, and nothing is taken out, before the lock is free.
      lock.unlock();
      return;
    }
    meters.show(allocator.boostedThreads(), gate.pausedThreads());
    Request<?, ?> dropped = farewells.takeDropped();
    UnseenCaller gone = farewells.takeGone();
    lock.unlock();
    leaveAll(gone);
    announceAll(dropped);
  }

  private void leaveAll(@Nullable UnseenCaller from) {
    UnseenCaller caller = from;
    while (caller != null) {
      UnseenCaller next = caller.nextGone;
      try {
        caller.leave();
      } catch (Throwable e) {
        // Memory is short. Until it has left, its request counts, and is found again.
        later(null, e);
      }
      caller = next;
    }
  }

  private void announceAll(@Nullable Request<?, ?> from) {
    Request<?, ?> request = from;
    while (request != null) {
      Request<?, ?> next = request.nextDropped;
      try {
        request.announce();
      } catch (Throwable e) {
        // Memory is short. Its submitter waits for it, so it is not given up.
        later(request, e);
      }
      request = next;
    }
  }

  private void later(@Nullable Request<?, ?> dropped, Throwable e) {
    lock.lock();
    try {
      if (dropped != null) {
        farewells.dropped(dropped);
      }
      lookAgainSoon();
    } finally {
      lock.unlock();
    }
    metOutsideRequests(e);
  }

  // ---- Everything below runs under the lock.

  private boolean isEmpty() {
    return allocator.running().isEmpty() && allocator.queue().isEmpty();
  }

  /** Ends a request that waits, and takes it out of the queue. */
  private void drop(Request<?, ?> request, Ending why, long nowNanos) {
    if (!request.dropped) {
      request.end(why);
      request.drop(nowNanos);
      farewells.dropped(request);
    }
    try {
      allocator.queue().remove(request);
      room.signal();
    } catch (Throwable e) {
      disturb(e);
    }
  }

  /** A worker has been freed. Throws nothing. */
  private void threadIsBack(Request<?, ?> request, Worker worker, boolean ended) {
    if (ended) {
      allocator.exit();
    }
    try {
      allocator.threadIsBack(request);
      threads.isBack(worker);
      if (ended) {
        allocator.end(request);
      }
    } catch (Throwable e) {
      disturb(e);
    }
  }

  /** Looks at everything. Throws nothing: if memory runs out, it is done again soon. */
  private void dispatch() {
    try {
      long nowNanos = nanoTime();
      dropExpired(nowNanos);
      allocator.dispatch(nowNanos);
      publish();
      if (!raising.isUsed()) {
        gate.adjust(allocator.boostedThreads(), allocator.busy());
      }
      setAlarm();
      if (closed && isEmpty()) {
        emptied.signalAll();
      }
      policy.makeDo(false);
    } catch (Throwable e) {
      disturb(e);
    }
  }

  private void dropExpired(long nowNanos) {
    Request<?, ?> expired = allocator.queue().expired(nowNanos);
    while (expired != null) {
      drop(expired, Ending.EXPIRED, nowNanos);
      expired = allocator.queue().expired(nowNanos);
    }
  }

  @SuppressWarnings("ReferenceEquality") // The allocator replaces a load that changes.
  private void publish() {
    if (load != allocator.load()) {
      load = allocator.load();
    }
    if (news != allocator.news()) {
      news = allocator.news();
    }
  }

  /** A thread that has nothing to do wakes up then; if there is none, busy ones see it. */
  private void setAlarm() {
    long nanos =
        Math.min(
            unseen.lookNanos(),
            Math.min(allocator.admissionNanos(), allocator.queue().nextDeadlineNanos()));
    if (alarmNanos != nanos) {
      alarmNanos = nanos;
    }
    if (nanos != Request.NEVER) {
      threads.wakeAt(nanos);
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
      threads.wakeAt(alarmNanos);
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
      threads.recount();
      allocator.repair(threads);
      disturbed = false;
      publish();
      gate.adjust(allocator.boostedThreads(), allocator.busy());
      threads.wakeAll();
    } catch (Throwable e) {
      disturbed = true;
    }
  }

  // ---- What the allocator has done, under the lock.

  @Override
  public void beforeRound(long nowNanos) {
    publish();
    unseen.look(allocator, nowNanos, closed);
  }

  @Override
  public void start(Request<?, ?> request, long nowNanos) {
    publish();
    request.start(nowNanos);
    threads.assignFirst(request);
    room.signal();
  }

  @Override
  public void help(Request<?, ?> request, long nowNanos) {
    threads.assignNext(request);
  }

  @Override
  public void boosted(Request<?, ?> request) {
    gate.resume(request);
  }
}
