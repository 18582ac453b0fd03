package org.curtail.runtime;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.dispatch.Allocator;
import org.curtail.dispatch.Enforcer;
import org.curtail.dispatch.Instants;
import org.curtail.speed.SpeedPolicy;
import org.jspecify.annotations.Nullable;

/**
 * The engine's one lock and all that it guards: requests, threads, and who serves whom. From top to
 * bottom in the order of a request's life: it arrives, waits, gets threads, passes borders, loses
 * threads, ends.
 *
 * <p>The lock is taken when a request arrives, grows, loses a worker or ends; never per chunk.
 * Nothing that a user supplied but the policy and the clock is called under it; submitters are told
 * when it is free. The {@link Allocator} decides who gets a thread; the methods of {@link Enforcer}
 * carry that out. Methods below "under the lock" must be called by a thread that holds it.
 *
 * <p>If memory or stack runs out in the middle of a change, {@link #disturb} has everything made
 * anew from whom each worker serves, and somebody looks again soon.
 */
final class Engine implements Enforcer<Request<?, ?>> {
  /** When somebody tries again what an error has kept from being done. */
  static final long RETRY_NANOS = 1_000_000;

  private final Setup setup;
  private final PolicyInForce.Engine machine;
  private final NanoClock clock;
  private final OsPriority priority;
  private final Meters meters;
  private final Listeners listeners;
  private final EngineSignals signals;
  private final @Nullable SpeedClasses classes;

  /** How many requests may be without a thread. */
  private final int queueLimit;

  /** Set on threads that may be serving a request of this engine. */
  private final ThreadLocal<@Nullable Boolean> serving = new ThreadLocal<>();

  private final AtomicLong requests = new AtomicLong();

  /** Whether an error outside requests has been reported. */
  private volatile boolean saidOutside;

  // ---- The lock, and what it guards.

  private final ReentrantLock lock = new ReentrantLock();

  /** Signalled when somebody leaves the queue, or is aside no longer. */
  private final Condition room = lock.newCondition();

  /** Signalled when nobody is left after closing. */
  private final Condition emptied = lock.newCondition();

  private final Allocator<Request<?, ?>> allocator;
  private final Notifications notifications = new Notifications();
  private final EngineThreads threads;
  private final Gate gate;

  /** Null on an engine without classes of speed. */
  private final @Nullable SpeedPlacing speeds;

  /** Whether there have ever been requests whose callers pass no borders. */
  private boolean anyUnseen;

  /** When such requests should be looked after again. */
  private long unseenLookNanos = Request.NEVER;

  private boolean closed;

  /** An error has kept a change from being made whole. */
  private boolean disturbed;

  /** Whether nobody gets anything before somebody says so; of tests only. */
  private boolean holds;

  /** Whether any policy so far wanted requests boosted. */
  private boolean anyBoosts;

  /** The policy that is about to be in force. */
  private PolicyInForce coming;

  // ---- Written under the lock, read without.

  /** Read wherever a worker asks; not at borders where nothing is due. */
  private volatile PolicyInForce policy;

  /** Most threads that a policy has ever allowed a request. */
  private volatile int mostDegree;

  /** The load as the allocator counted it last. */
  private volatile Load load;

  /** The load that all requests should know of. */
  private volatile Load news;

  /**
   * When somebody should look at the queue again: a thread that has nothing to do wakes up then; if
   * there is none, busy ones see it at their borders.
   */
  private volatile long alarmNanos = Request.NEVER;

  /**
   * An engine without threads; they are {@linkplain #add added}.
   *
   * @param wantedThreads what the policy said
   * @param poolThreads threads of the pool
   */
  Engine(Setup setup, int wantedThreads, int poolThreads) {
    FaultReport.prepare();
    this.setup = setup;
    boolean boosts = !(setup.boosting() instanceof Boosting.Off);
    machine =
        new PolicyInForce.Engine(
            setup.cores(),
            poolThreads,
            setup.sharedThreads(),
            setup.sharesCores(),
            boosts,
            setup.mostStarted());
    PolicyInForce first = PolicyInForce.of(setup.policy(), wantedThreads, machine);
    policy = first;
    coming = first;
    mostDegree = first.maxDegree();
    anyBoosts = first.service().boosts();
    priority = new OsPriority(setup.boosting());
    // Who waits for room waits for somebody to leave the queue or to go on.
    queueLimit = Math.max(setup.queueLimit(), setup.overload() == Overload.WAIT ? 1 : 0);
    clock = ContainedClock.of(setup.clock());
    signals = new EngineSignals(setup.signals(), clock);
    meters = new Meters(clock, setup.cores(), poolThreads, queueLimit);
    listeners = new Listeners(listeners(setup, meters));
    classes = setup.classes();
    gate = new Gate(first.service().cores(), boosts && !priority.isUsed());
    threads = new EngineThreads(poolThreads, notifications);
    allocator = new Allocator<>(first.policy(), first.traits(), first.service(), this);
    load = allocator.load();
    news = allocator.news();
    speeds = classes == null ? null : new SpeedPlacing(classes, threads, allocator, clock);
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

  /** The load as it was published last. */
  Load load() {
    return load;
  }

  /** The load that all requests should know of. */
  Load news() {
    return news;
  }

  PolicyInForce policyInForce() {
    return policy;
  }

  /** Most threads that a policy has ever allowed a request. */
  int mostDegree() {
    return mostDegree;
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
    return meters.gauges(load, policy.policy().hasFailed(), listeners.failed());
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
    return nowNanos >= alarmNanos;
  }

  /** Whether a thread waits for the lock: it is busy, though it looks as if it slept. */
  boolean isComingIn(Thread thread) {
    return lock.hasQueuedThread(thread);
  }

  /**
   * A thread cannot do at this moment what it has to, and no request can be failed with that:
   * memory is short. Said once. Never throws.
   */
  void metOutsideRequests(Throwable e) {
    try {
      if (!saidOutside) {
        saidOutside = true;
        FaultReport.error("a thread met an error outside any request and goes on", e);
      }
      LockSupport.parkNanos(RETRY_NANOS);
    } catch (Throwable again) {
      // Then it goes on at once.
    }
  }

  // ---- The lock.

  /** Takes the lock; repairs first what an error has left undone. */
  private void lock() {
    lock.lock();
    if (disturbed && lock.getHoldCount() == 1) {
      repair();
    }
  }

  /** Gives the lock back; runs pending notifications when it is free, which call users' code. */
  private void unlock() {
    if (lock.getHoldCount() > 1) {
      // Users' code is not called, and nothing is taken out, before the lock is free.
      lock.unlock();
      return;
    }
    meters.show(allocator.boostedThreads(), gate.pausedThreads(), allocator.aside().size());
    Request<?, ?> dropped = notifications.takeDropped();
    UnseenCaller gone = notifications.takeGone();
    ReservedWork granted = notifications.takeGranted();
    lock.unlock();
    while (gone != null) {
      UnseenCaller next = gone.nextGone;
      try {
        gone.leave();
      } catch (Throwable e) {
        // Memory is short. Until it has left, its request counts, and is found again.
        notifyLater(null, null, e);
      }
      gone = next;
    }
    while (dropped != null) {
      Request<?, ?> next = dropped.nextDropped;
      try {
        dropped.announce();
      } catch (Throwable e) {
        // Memory is short. Its submitter waits for it, so it is not given up.
        notifyLater(dropped, null, e);
      }
      dropped = next;
    }
    while (granted != null) {
      ReservedWork next = granted.nextGranted;
      try {
        granted.tellGranted();
      } catch (Throwable e) {
        // Memory is short. Its caller waits for it.
        notifyLater(null, granted, e);
      }
      granted = next;
    }
  }

  private void notifyLater(
      @Nullable Request<?, ?> dropped, @Nullable ReservedWork granted, Throwable e) {
    lock.lock();
    try {
      if (dropped != null) {
        notifications.dropped(dropped);
      }
      if (granted != null) {
        notifications.tellAgain(granted);
      }
      lookAgainSoon();
    } finally {
      lock.unlock();
    }
    metOutsideRequests(e);
  }

  // ---- Requests arrive, or are turned away.

  /** A request that has not arrived yet. */
  <W, R> Request<W, R> request(
      SharedWork<W, R> work, RequestOptions options, @Nullable Worker caller) {
    requireNonNull(work, "work");
    requireNonNull(options, "options");
    long arrivalNanos = clock.nanoTime();
    RequestOptions said = options.predictedBy(work);
    policy.requireServed(said);
    var request = new Request<>(nextId(), work, said, this, arrivalNanos, caller);
    if (work instanceof ComingChunks chunks) {
      chunks.belongsTo(request);
    }
    return request;
  }

  void tellArrived(Request<?, ?> request) {
    listeners.arrived(request.id(), request.arrivalNanos(), request.options());
  }

  void tellRefused(Request<?, ?> request) {
    listeners.refused(request.id(), clock.nanoTime());
  }

  /** It arrives; if the engine is full and set up so, this thread serves it alone. */
  void arrive(Request<?, ?> request, boolean mayWait) {
    if (!isAccepted(request, mayWait)) {
      Worker.serveAlone(this, request);
    }
  }

  /**
   * It arrives. Returns false if this thread should serve it alone.
   *
   * @param mayWait false on a thread that the queue may be waiting for
   */
  boolean isAccepted(Request<?, ?> request, boolean mayWait) {
    tellArrived(request);
    try {
      return takeIn(request, mayWait);
    } catch (RejectedExecutionException | IllegalArgumentException | VirtualMachineError e) {
      if (request.takenIn) {
        return true; // What others could not be told here for want of stack, they are told later.
      }
      tellRefused(request);
      throw e;
    }
  }

  /**
   * Starts a request if it may start now. Waits, if the user chose so, while the queue is full.
   *
   * @return false if the queue is full and the submitter should serve it
   * @throws RejectedExecutionException if it is refused
   * @throws IllegalArgumentException if the policy, which may have changed, needs a prediction
   */
  boolean takeIn(Request<?, ?> request, boolean mayWait) {
    lock();
    try {
      while (true) {
        if (closed) {
          throw new RejectedExecutionException("curtail is closed");
        }
        policy.requireServed(request.options());
        anyUnseen |= request.coming != null;
        allocator.queue().add(request);
        dispatch();
        if (isWithinLimit(unserved()) || !allocator.queue().remove(request)) {
          request.takenIn = true;
          return true;
        }
        dispatch();
        switch (setup.overload()) {
          case REJECT -> throw new OverloadedException(unserved());
          case RUN_SEQUENTIALLY -> {
            return false;
          }
          case WAIT -> {
            if (!mayWait) {
              return false;
            }
            if (!awaitRoom(request)) {
              request.takenIn = true;
              return true;
            }
          }
        }
      }
    } finally {
      unlock();
    }
  }

  /** How many requests have no thread: those that have not started, and those that are aside. */
  private int unserved() {
    return allocator.queue().size() + allocator.aside().size();
  }

  /** The one place that says whether so many requests may be without a thread. */
  private boolean isWithinLimit(int unserved) {
    return unserved <= queueLimit;
  }

  /** Returns false if the request's deadline has passed. */
  private boolean awaitRoom(Request<?, ?> request) {
    try {
      while (!isWithinLimit(unserved() + 1) && !closed) {
        long leftNanos = request.deadlineNanos() - clock.nanoTime();
        if (request.deadlineNanos() == Request.NEVER) {
          room.await();
        } else if (leftNanos > 0) {
          room.await(leftNanos, TimeUnit.NANOSECONDS);
        } else {
          drop(request, Ending.EXPIRED, clock.nanoTime());
          return false;
        }
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new OverloadedException(unserved());
    }
  }

  // ---- Requests get threads; under the lock.

  /** Looks at everything. Throws nothing: if memory runs out, it is done again soon. */
  private void dispatch() {
    if (holds) {
      return;
    }
    try {
      long nowNanos = clock.nanoTime();
      dropExpired(nowNanos);
      if (speeds != null) {
        speeds.beforeDispatch(nowNanos);
      }
      allocator.dispatch(nowNanos);
      if (speeds != null) {
        speeds.afterDispatch(nowNanos);
      }
      publish();
      if (anyBoosts) {
        gate.adjust(allocator.boostedThreads(), allocator.busy());
      }
      setAlarm(nowNanos);
      if (closed && isEmpty()) {
        emptied.signalAll();
      }
      policy.policy().makeDo(false);
    } catch (Throwable e) {
      disturb(e);
    }
  }

  /** Tells those who look without the lock what the allocator has counted. */
  @SuppressWarnings("ReferenceEquality") // The allocator replaces a load that changes.
  private void publish() {
    if (load != allocator.load()) {
      load = allocator.load();
    }
    if (news != allocator.news()) {
      news = allocator.news();
    }
  }

  private void setAlarm(long nowNanos) {
    long nanos = Math.min(allocator.admissionNanos(), nextDeadlineNanos());
    nanos = Math.min(nanos, allocator.missedTurnNanos(nowNanos));
    if (speeds != null) {
      nanos = Math.min(nanos, speeds.nextNanos());
    }
    setAlarmAt(Math.min(nanos, unseenLookNanos));
  }

  private void setAlarmAt(long atNanos) {
    if (alarmNanos != atNanos) {
      alarmNanos = atNanos;
    }
    if (atNanos != Request.NEVER) {
      threads.wakeAt(atNanos);
    }
  }

  private long nextDeadlineNanos() {
    return Math.min(allocator.queue().nextDeadlineNanos(), allocator.aside().nextDeadlineNanos());
  }

  private boolean isEmpty() {
    return allocator.running().isEmpty()
        && allocator.queue().isEmpty()
        && allocator.aside().isEmpty();
  }

  @Override
  public boolean hasRoom(Request<?, ?> next, long nowNanos) {
    return speeds == null || speeds.hasRoom(next, nowNanos);
  }

  @Override
  public boolean hasThreadFor(Request<?, ?> request) {
    return threads.anyIdle() || request.bringsThread();
  }

  @Override
  public void beforeRound(long nowNanos) {
    publish();
    if (anyUnseen) {
      lookAfterUnseen(nowNanos);
    }
  }

  /** Does for requests whose callers pass no borders what they would do there. */
  private void lookAfterUnseen(long nowNanos) {
    unseenLookNanos = Request.NEVER;
    for (Request<?, ?> request : allocator.running()) {
      ComingChunks chunks = request.coming;
      if (chunks != null) {
        request.passUnseen(nowNanos);
        allocator.update(request);
        if (chunks.needsRescue(nowNanos, closed) && threads.anyIdle()) {
          allocator.help(request, nowNanos);
        }
        @Nullable UnseenCaller caller = chunks.gone(nowNanos, closed);
        if (caller != null) {
          notifications.gone(caller);
        }
        unseenLookNanos = Math.min(unseenLookNanos, chunks.nextLookNanos(nowNanos));
      }
    }
  }

  @Override
  public void start(Request<?, ?> request, long nowNanos) {
    publish();
    request.start(nowNanos);
    threads.assignFirst(request, nowNanos);
    room.signal();
  }

  @Override
  public void resume(Request<?, ?> request, long nowNanos) {
    publish();
    request.goOn(nowNanos);
    threads.assignAgain(request);
    room.signal();
  }

  @Override
  public void help(Request<?, ?> request, long nowNanos) {
    threads.assignNext(request);
  }

  @Override
  public void sharesChanged(long nowNanos) {
    if (speeds != null) {
      speeds.giveUpUnserved(allocator.running(), nowNanos);
    }
  }

  @Override
  public void boosted(Request<?, ?> request) {
    gate.resume(request);
  }

  // ---- Requests run.

  /**
   * What a worker passes between two chunks: asks the policy if its time has come or the load has
   * changed, gives the thread back if it is wanted elsewhere, or pauses it. The policy is asked at
   * most once, the clock once.
   */
  Border border(Request<?, ?> request, Worker worker) {
    long nowNanos = clock.nanoTime();
    boolean asked = request.border(nowNanos);
    raise(worker, request.isBoosted());
    if ((nowNanos >= request.sliceEndNanos() || request.threads() > request.share())
        && isWantedElsewhere(request, worker, asked, nowNanos)) {
      raise(worker, false);
      return Border.LEAVE;
    }
    SpeedPlace place = worker.place();
    if (place != null) {
      return handsOver(request, place, worker, nowNanos) ? Border.LEAVE : Border.GO_ON;
    }
    return gate.isClosing() && !request.isBoosted() && pauseInTurn(request, worker, nowNanos)
        ? Border.PAUSE
        : Border.GO_ON;
  }

  /** Has the operating system let a worker's own thread go first, or as others. */
  private void raise(Worker worker, boolean up) {
    if (worker.raised != up) {
      worker.raised = up;
      priority.raise(up);
    }
  }

  private boolean isWantedElsewhere(
      Request<?, ?> request, Worker worker, boolean asked, long nowNanos) {
    // Who is to leave for another request has no slice left.
    boolean isSliceOver = nowNanos >= request.sliceEndNanos();
    boolean isToLeave = isSliceOver && request.share() == 0;
    if (!isToLeave
        && worker.isPooled()
        && request.threads() > request.share()
        && hasTooManyThreads(request, asked, nowNanos)
        && takeAway(request, worker, nowNanos)) {
      return true;
    }
    return isSliceOver && setAside(request, worker, nowNanos);
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

  /** A worker, freed, is moved to where it is wanted more. */
  private boolean takeAway(Request<?, ?> request, Worker worker, long nowNanos) {
    int left;
    readBeforeLeaving(worker);
    lock();
    try {
      left =
          request.threads() > request.share()
                  && (speeds == null || speeds.isGivenUp(request, worker, nowNanos))
              ? request.leaveToOthers(worker, nowNanos)
              : 0;
      if (left == 0) {
        return false;
      }
      move(request, worker);
    } finally {
      unlock();
    }
    request.tellDegree(nowNanos, left);
    request.tellLeft(worker, nowNanos);
    return true;
  }

  /** Its slice is over: others may go on in its place. */
  private boolean setAside(Request<?, ?> request, Worker worker, long nowNanos) {
    int left;
    readBeforeLeaving(worker);
    lock();
    try {
      // Once no chunk is left, its threads go by themselves.
      if (!request.hasChunk() || !isSliceOver(request, nowNanos)) {
        return false;
      }
      left = request.leaveForNow(worker, nowNanos);
      if (speeds != null && request.share() == 0) {
        speeds.giveUpHelp(request);
      }
      if (!worker.isPooled()) {
        worker.setAside(request.deadlineNanos());
      }
      move(request, worker);
    } finally {
      unlock();
    }
    if (left > 0) {
      request.tellDegree(nowNanos, left);
    } else {
      request.tellSetAside(nowNanos);
    }
    request.tellLeft(worker, nowNanos);
    return true;
  }

  private boolean isSliceOver(Request<?, ?> request, long nowNanos) {
    publish();
    try {
      boolean isOver = allocator.sliceIsOver(request, nowNanos);
      if (!isOver) {
        // It may miss the turn that it has now. What was to be looked at sooner still is.
        setAlarmAt(Math.min(alarmNanos, allocator.missedTurnNanos(nowNanos)));
      }
      return isOver;
    } catch (VirtualMachineError e) {
      // The policy has no memory, or stack, to say so: it goes on this time.
      return false;
    }
  }

  private void move(Request<?, ?> request, Worker worker) {
    worker.free();
    threadIsBack(request, worker, false);
    dispatch();
  }

  /** It is for another class of cores, where a thread can go on with it. */
  private boolean handsOver(Request<?, ?> request, SpeedPlace place, Worker worker, long nowNanos) {
    if (place.speedClass() == worker.speedClass) {
      return false;
    }
    int left;
    readBeforeLeaving(worker);
    lock();
    try {
      // Once no chunk is left, it ends here.
      if (!request.hasChunk() || speeds == null || !speeds.movesFrom(place, worker)) {
        return false;
      }
      left = request.leaveToAnother(worker, nowNanos);
      try {
        threads.handOver(place, left > 0 ? Duty.HELP : Duty.GO_ON, worker, nowNanos);
        setAlarmAt(Math.min(alarmNanos, threads.awaitedNanos(SpeedPlacing.PATIENCE_NANOS)));
      } catch (Throwable e) {
        disturb(e);
      }
    } finally {
      unlock();
    }
    if (left > 0) {
      request.tellDegree(nowNanos, left);
    }
    request.tellLeft(worker, nowNanos);
    return true;
  }

  private static void readBeforeLeaving(Worker worker) {
    ShiftSignals signals = worker.signals();
    if (signals != null) {
      signals.mayLeave();
    }
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

  /** A paused worker has waited long enough, or its request's deadline has passed. */
  void goOn(Worker worker) {
    lock();
    try {
      gate.resume(worker, clock.nanoTime());
    } finally {
      unlock();
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

  /** At a border: looks at the queue if its time has come. */
  void passAlarm(long nowNanos) {
    if (isAlarmDue(nowNanos)) {
      lookAgain();
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

  // ---- Threads come back.

  /** Adds a thread to the pool. */
  void add(Worker worker) {
    lock();
    try {
      threads.add(worker);
    } finally {
      unlock();
    }
  }

  /** Takes a thread back, and a request out that has ended. */
  void release(Request<?, ?> request, boolean ended, Worker worker) {
    raise(worker, false);
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

  /** A worker has been freed. Throws nothing. */
  private void threadIsBack(Request<?, ?> request, Worker worker, boolean ended) {
    if (speeds != null) {
      speeds.left(worker);
    }
    if (ended) {
      threads.ended(request);
      allocator.exit();
    }
    try {
      if (speeds != null && ended) {
        speeds.giveUpHelp(request);
      }
      allocator.threadIsBack(request);
      threads.isBack(worker);
      if (ended) {
        allocator.end(request);
      } else if (request.threads() == 0 && !request.exited) {
        leftAlone(request);
      }
    } catch (Throwable e) {
      disturb(e);
    }
  }

  /** Its last thread has come back, and it has not ended by that. */
  private void leftAlone(Request<?, ?> request) {
    if (request.ticket().isDone()) {
      // It was abandoned: there is nothing to go on with, and its caller has gone.
      request.exited = true;
      threads.ended(request);
      allocator.exit();
      allocator.end(request);
      return;
    }
    allocator.setAside(request, clock.nanoTime());
    if (request.isOver()) {
      allocator.aside().hasten(request);
    }
  }

  // ---- Requests are cancelled, or too late.

  /** Ends a request that waits at once, and one that runs at its next border. */
  boolean cancel(Request<?, ?> request) {
    if (!request.end(Ending.CANCELLED)) {
      return false;
    }
    lock();
    try {
      if (allocator.queue().contains(request)) {
        drop(request, Ending.CANCELLED, clock.nanoTime());
        dispatch();
      } else if (allocator.aside().contains(request)) {
        cancelAside(request, clock.nanoTime());
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

  /** Ends a request that waits, and takes it out of the queue. */
  private void drop(Request<?, ?> request, Ending why, long nowNanos) {
    if (!request.dropped) {
      request.end(why);
      request.drop(nowNanos);
      notifications.dropped(request);
    }
    try {
      allocator.queue().remove(request);
      room.signal();
    } catch (Throwable e) {
      disturb(e);
    }
  }

  /** Ends a request that was set aside as cancelled: there is nothing more to be called. */
  private void cancelAside(Request<?, ?> request, long nowNanos) {
    request.end(Ending.CANCELLED);
    if (!request.dropped) {
      request.drop(nowNanos);
      notifications.dropped(request);
    }
    try {
      allocator.endAside(request);
      room.signal();
    } catch (Throwable e) {
      disturb(e);
    }
  }

  /** Requests without a thread whose deadlines have passed. */
  private void dropExpired(long nowNanos) {
    Request<?, ?> expired = allocator.queue().expired(nowNanos);
    while (expired != null) {
      drop(expired, Ending.EXPIRED, nowNanos);
      expired = allocator.queue().expired(nowNanos);
    }
    Request<?, ?> late = allocator.aside().expired(nowNanos);
    while (late != null) {
      // A thread makes of it what can be made of it.
      late.end(Ending.EXPIRED);
      allocator.aside().hasten(late);
      late = allocator.aside().expired(nowNanos);
    }
  }

  // ---- Another policy serves.

  /** See {@link Curtail#policy(Policy)}. Throws, for want of memory, if nothing has changed. */
  @SuppressWarnings("ReferenceEquality") // The same object goes on.
  void change(Policy to) {
    PolicyInForce next = inForce(to);
    Policy before;
    lock();
    try {
      before = policy.given();
      if (before == to) {
        return;
      }
      requirePredictions(next);
      coming = next;
      try {
        allocator.change(next.policy(), next.traits(), next.service(), clock.nanoTime());
      } catch (Throwable e) {
        if (policy != next) {
          throw e;
        }
        disturb(e);
      }
      dispatch();
    } finally {
      unlock();
    }
    meters.policyChanged();
    if (setup.isRecorded()) {
      FlightRecording.policyChanged(setup.name(), before, to);
    }
  }

  private PolicyInForce inForce(Policy next) {
    if (classes == null) {
      return PolicyInForce.next(next, machine);
    }
    if (classes.hasOneThreadEach()) {
      throw new IllegalArgumentException(
          "this engine was started with one thread for each request, which no policy of threads can change; start it by Curtail.with(policy, machine, speedPolicy)");
    }
    SpeedClasses.requireThreadsOnCores(next);
    return PolicyInForce.nextOnCores(next, machine);
  }

  /** Of those in the system; who comes from now on is asked when it comes. */
  private void requirePredictions(PolicyInForce next) {
    if (!next.traits().needsPrediction()) {
      return;
    }
    long without =
        Stream.of(allocator.queue().all(), allocator.running(), allocator.aside().all())
            .flatMap(Collection::stream)
            .filter(request -> !next.serves(request.options()))
            .count();
    if (without > 0) {
      throw new IllegalArgumentException(
          "policy %s needs a prediction of each request's demand; %d of the requests in the system have none"
              .formatted(next.given(), without));
    }
  }

  /** The coming policy is in force from now on. Needs no memory. */
  @Override
  public void policyChanged() {
    // Who sees the new policy is not to see what the old one remembered.
    publish();
    mostDegree = Math.max(mostDegree, coming.maxDegree());
    anyBoosts |= coming.service().boosts();
    policy = coming;
  }

  /** Another policy of speeds decides from now on. */
  void change(SpeedPolicy next) {
    if (speeds == null) {
      throw new IllegalArgumentException("this engine has no classes of speed");
    }
    lock();
    try {
      speeds.serveBy(next);
      dispatch();
    } finally {
      unlock();
    }
  }

  // ---- The engine ends: it refuses, waits, cancels, abandons.

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

  /** Cancels all requests. */
  void cancelAll() {
    lock();
    try {
      Request<?, ?> waiting = allocator.queue().first();
      while (waiting != null) {
        drop(waiting, Ending.CANCELLED, clock.nanoTime());
        waiting = allocator.queue().first();
      }
      for (Request<?, ?> request : allocator.running()) {
        if (request.end(Ending.CANCELLED)) {
          gate.resume(request);
        }
      }
      cancelAllAside();
      dispatch();
    } finally {
      unlock();
    }
  }

  private void cancelAllAside() {
    for (Request<?, ?> request : allocator.aside().all()) {
      cancelAside(request, clock.nanoTime());
    }
  }

  /** Completes the tickets of requests whose chunk is stuck. */
  void abandonAll() {
    var running = new ArrayList<Request<?, ?>>();
    lock();
    try {
      running.addAll(allocator.running());
    } finally {
      unlock();
    }
    running.forEach(request -> request.abandon(clock.nanoTime()));
    lock();
    try {
      // After the others, of which one may have come here meanwhile.
      cancelAllAside();
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

  // ---- Memory or stack runs out; under the lock.

  private void disturb(Throwable e) {
    disturbed = true;
    policy.policy().makeDo(true);
    if (!(e instanceof VirtualMachineError)) {
      metOutsideRequests(e);
    }
    repair();
    lookAgainSoon();
  }

  /** Somebody redistributes what is left undone: a moment from now, or when something is due. */
  private void lookAgainSoon() {
    try {
      long nowNanos = clock.nanoTime();
      long first = Math.min(ahead(alarmNanos, nowNanos), ahead(nextDeadlineNanos(), nowNanos));
      alarmNanos = Math.min(first, Instants.after(nowNanos, RETRY_NANOS));
      threads.wakeAt(alarmNanos);
    } catch (Throwable e) {
      alarmNanos = Long.MIN_VALUE;
    }
  }

  /** A moment in the past is the one that led here. */
  private static long ahead(long atNanos, long nowNanos) {
    return atNanos > nowNanos ? atNanos : Request.NEVER;
  }

  /**
   * Rebuilds all counts from the workers' assignments and the queue. If that throws too, the next
   * one who takes the lock repairs.
   */
  private void repair() {
    try {
      threads.recount();
      allocator.repair(threads, clock.nanoTime());
      if (speeds != null) {
        speeds.repair(allocator.running(), clock.nanoTime());
      }
      notifications.granted(allocator.running());
      disturbed = false;
      publish();
      gate.adjust(allocator.boostedThreads(), allocator.busy());
      threads.wakeAll();
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

  // ---- For tests.

  /** The state at one moment. */
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
    lock();
    try {
      return new View(
          allocator.queue().all(),
          List.copyOf(allocator.running()),
          allocator.aside().all(),
          threads.idle(),
          gate.paused(),
          threads.awaiting(),
          allocator.busy(),
          allocator.boostedThreads(),
          alarmNanos);
    } finally {
      unlock();
    }
  }

  /** Whom a free thread would help first. */
  @Nullable Request<?, ?> neediest(long nowNanos) {
    return allocator.neediest(nowNanos);
  }

  /** Things that happen at one moment, as if all at once: whoever gets a thread gets it then. */
  void atOnce(Runnable things) {
    lock();
    try {
      holds = true;
      things.run();
      holds = false;
      dispatch();
    } finally {
      unlock();
    }
  }
}
