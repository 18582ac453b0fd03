package org.curtail.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.curtail.Load;
import org.jspecify.annotations.Nullable;

/**
 * The engine's one lock, taken when a request arrives, grows, loses a worker or ends; never per
 * chunk. What it guards is the {@link Distribution}. Nothing that a user supplied but the policy
 * and the clock is called under the lock; submitters are told when it is free.
 */
final class Dispatcher {
  /** When somebody tries again what an error has kept from being done. */
  static final long RETRY_NANOS = 1_000_000;

  private final Raising raising;
  private final NanoClock clock;
  private final Listeners listeners;
  private final EngineMeters meters;
  private final EngineSignals signals;
  private final OutsideErrors outsideErrors = new OutsideErrors();

  private final EngineLock lock;
  private final Distribution distribution;
  private final Succession policies;
  private final PolicyChanges policyChanges;
  private final WaitingRoom waitingRoom;
  private final Borders borders;
  private final Closing closing;
  private final @Nullable SpeedClasses classes;

  /** Set on threads that may be serving a request of this engine. */
  private final ThreadLocal<@Nullable Boolean> serving = new ThreadLocal<>();

  private final AtomicLong requests = new AtomicLong();

  /**
   * A dispatcher without threads; they are {@linkplain #add added}.
   *
   * @param wantedThreads what the policy said
   * @param threads of the pool
   */
  Dispatcher(Setup setup, int wantedThreads, int threads) {
    FaultReport.prepare();
    boolean boosts = !(setup.boosting() instanceof Boosting.Off);
    var engine =
        new PolicyInForce.Engine(
            setup.cores(),
            threads,
            setup.sharedThreads(),
            setup.sharesCores(),
            boosts,
            setup.mostStarted());
    var first = PolicyInForce.of(setup.policy(), wantedThreads, engine);
    raising = new Raising(setup.boosting());
    int queueLimit = WaitingRoom.limit(setup);
    clock = ContainedClock.of(setup.clock());
    signals = new EngineSignals(setup.signals(), clock);
    var counts = new Meters();
    listeners = new Listeners(listeners(setup, counts));
    meters = new EngineMeters(counts, clock, setup.cores(), threads, queueLimit);
    var reentrant = new ReentrantLock();
    Condition emptied = reentrant.newCondition();
    Condition room = reentrant.newCondition();
    classes = setup.classes();
    boolean gated = boosts && !raising.isUsed();
    distribution =
        new Distribution(first, threads, gated, clock, outsideErrors, room, emptied, classes);
    policies = distribution.policies();
    lock = new EngineLock(reentrant, distribution, meters, outsideErrors);
    waitingRoom = new WaitingRoom(lock, distribution, room, queueLimit, setup.overload(), clock);
    borders = new Borders(lock, distribution, raising, clock);
    closing = new Closing(lock, distribution, emptied, clock);
    policyChanges = new PolicyChanges(lock, distribution, engine, counts, setup);
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
    return distribution.load();
  }

  Load news() {
    return distribution.news();
  }

  PolicyInForce policyInForce() {
    return policies.present();
  }

  /** Most threads that a policy has ever allowed a request. */
  int mostDegree() {
    return policies.mostDegree();
  }

  Listeners listeners() {
    return listeners;
  }

  EngineSignals signals() {
    return signals;
  }

  /** Null on an engine without classes of speed. */
  @Nullable SpeedClasses classes() {
    return classes;
  }

  /** The current thread, of the pool, serves on cores of this class. */
  void bindThread(int speedClass) {
    if (classes != null) {
      classes.bindThread(speedClass);
    }
  }

  Metrics metrics() {
    return meters.metrics(gauges());
  }

  Metrics.Gauges gauges() {
    return meters.gauges(load(), policyInForce().policy().hasFailed(), listeners.failed());
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

  /** The entry of the thread stays: {@code remove} would have it made anew for each request. */
  void leaveService() {
    serving.set(null);
  }

  boolean isAlarmDue(long nowNanos) {
    return distribution.isAlarmDue(nowNanos);
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
    return lock.isComingIn(thread);
  }

  // ---- Takes the lock.

  /** How requests come in. */
  WaitingRoom waitingRoom() {
    return waitingRoom;
  }

  /** A running request wants more threads than it wanted before, or may be given other threads. */
  void grow(Request<?, ?> request) {
    lock.lock();
    try {
      distribution.grow(request);
    } finally {
      lock.unlock();
    }
  }

  /** An awaited time has come. */
  void lookAgain() {
    lock.lock();
    try {
      distribution.dispatch();
    } finally {
      lock.unlock();
    }
  }

  /** Adds a thread to the pool. */
  void add(Worker worker) {
    lock.lock();
    try {
      distribution.add(worker);
    } finally {
      lock.unlock();
    }
  }

  /** Ends a request that waits at once, and one that runs at its next border. */
  boolean cancel(Request<?, ?> request) {
    if (!request.end(Ending.CANCELLED)) {
      return false;
    }
    lock.lock();
    try {
      if (distribution.queue().contains(request)) {
        distribution.withdrawals().drop(request, Ending.CANCELLED, nanoTime());
        distribution.dispatch();
      } else if (distribution.aside().contains(request)) {
        distribution.withdrawals().cancelAside(request, nanoTime());
        distribution.dispatch();
      }
      distribution.gate().resume(request);
    } finally {
      lock.unlock();
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
    if (!distribution.gate().isClosing()) {
      return;
    }
    lock.lock();
    try {
      distribution.gate().resume(request);
    } finally {
      lock.unlock();
    }
  }

  /** A paused worker has waited long enough, or its request's deadline has passed. */
  void goOn(Worker worker) {
    lock.lock();
    try {
      distribution.gate().resume(worker, nanoTime());
    } finally {
      lock.unlock();
    }
  }

  /** Takes a thread back, and a request out that has ended. */
  void release(Request<?, ?> request, boolean ended, Worker worker) {
    raising.raise(worker, false);
    lock.lock();
    try {
      distribution.release(request, ended, worker);
    } finally {
      lock.unlock();
    }
  }

  /** What workers pass between two chunks. */
  Borders borders() {
    return borders;
  }

  /** Puts policies in the place of others. */
  PolicyChanges policyChanges() {
    return policyChanges;
  }

  /** How the engine ends. */
  Closing closing() {
    return closing;
  }

  /** The state at one moment, for tests. */
  record View(
      List<Request<?, ?>> waiting,
      List<Request<?, ?>> running,
      List<Request<?, ?>> aside,
      List<Worker> idle,
      List<Worker> paused,
      List<SpeedPlace> awaiting,
      int busy,
      int boostedThreads,
      long alarmNanos) {}

  View view() {
    lock.lock();
    try {
      return distribution.view();
    } finally {
      lock.unlock();
    }
  }

  /** Whom a free thread would help first, for tests. */
  @Nullable Request<?, ?> neediest(long nowNanos) {
    return distribution.neediest(nowNanos);
  }

  /** Things that happen at one moment, as if all at once: whoever gets a thread gets it then. */
  void atOnce(Runnable things) {
    lock.lock();
    try {
      distribution.hold(true);
      things.run();
      distribution.hold(false);
      distribution.dispatch();
    } finally {
      lock.unlock();
    }
  }

  /** As if an error had kept something from being done. */
  void rehearseRepair() {
    lock.lock();
    try {
      distribution.disturb(new OutOfMemoryError("rehearsed"));
    } finally {
      lock.unlock();
    }
  }
}
