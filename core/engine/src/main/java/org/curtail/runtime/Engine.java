package org.curtail.runtime;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.dispatch.Allocator;
import org.curtail.dispatch.Instants;
import org.curtail.signals.Signals;
import org.curtail.speed.SpeedPolicy;
import org.jspecify.annotations.Nullable;

/**
 * The engine's one lock and all data that it guards: the requests, the threads, and the request of
 * each thread. The methods follow the life of a request: it arrives, waits, gets threads, passes
 * borders, loses threads, ends.
 *
 * <p>The lock is taken when a request arrives, wants more threads, loses a worker or ends. A border
 * takes it only if something is due. Policy and clock are the only user code that is called under
 * the lock. Submitters and listeners are called after unlocking. The {@link Allocator} decides
 * which request gets a thread. The methods of {@link Allocator.Enforcer} carry out its decisions.
 * The caller of a method below "under the lock" must hold the lock.
 *
 * <p>If memory or stack runs out in the engine's own code, the engine is {@linkplain #breaks
 * broken}. The guarded state may be incomplete and is not used any more. All requests fail with
 * that error, threads end, and later calls fail at once.
 */
final class Engine implements Allocator.Enforcer<Request<?, ?>> {
  /**
   * The settings of an engine.
   *
   * @param policy the first policy
   * @param wantedThreads the {@linkplain PolicyInForce#wantedThreads number of threads} that the
   *     policy wants
   * @param capacity cores and threads
   * @param name the engine's name for the Flight Recorder
   * @param queueLimit most requests without a thread
   * @param signals readings of the threads; null for none
   * @param isRecorded true if the engine writes events for the Flight Recorder
   * @param classes classes of speed; null if all cores are equal
   */
  record Settings(
      Policy policy,
      int wantedThreads,
      PolicyInForce.Capacity capacity,
      String name,
      LongSupplier clock,
      int queueLimit,
      Overload overload,
      Boosting boosting,
      @Nullable Signals signals,
      boolean isRecorded,
      List<RequestListener> listeners,
      @Nullable SpeedClasses classes) {}

  /** The next action of a worker after a chunk border. */
  enum Border {
    /** The worker claims the next chunk. */
    CONTINUE,
    /** The worker has left the request: another request or class of speed needs it. */
    TAKEN_AWAY,
    /** The worker claims the next chunk after it is resumed. */
    PAUSE
  }

  private final Settings settings;
  private final NanoClock clock;
  private final Boosting boosting;
  private final Meters meters;
  private final Listeners listeners;
  private final EngineSignals signals;

  /** Null on an engine without classes of speed. */
  final @Nullable SpeedClasses classes;

  static final String BROKEN =
      "curtail is broken and serves nothing more, since memory or stack ran out in its own code";

  /** Most requests without a thread. */
  private final int queueLimit;

  /** True on a thread that may be serving a request of this engine; null on other threads. */
  private final ThreadLocal<@Nullable Boolean> serving = new ThreadLocal<>();

  private final AtomicLong requests = new AtomicLong();

  /** The error in the engine's own code that broke it; null while it works. */
  private volatile @Nullable Throwable brokenBy;

  private final AtomicBoolean saidBroken = new AtomicBoolean();

  // ---- The lock, and what it guards.

  private final ReentrantLock lock = new ReentrantLock();

  /** Signalled when a request leaves the queue or the preempted requests. */
  private final Condition room = lock.newCondition();

  /** Signalled when the engine is closed and no request is left. */
  private final Condition emptied = lock.newCondition();

  /**
   * The latest request that has arrived and not ended. All such requests are linked to each other,
   * so that a broken engine finds them.
   */
  private @Nullable Request<?, ?> lastArrived;

  private final Allocator<Request<?, ?>> allocator;
  private final EngineThreads threads;
  private final BoostThrottle throttle;

  // Lists of requests for notifications after unlocking, because notifications run user code.

  /** Requests that ended without a thread and are to be announced, the last one first. */
  private @Nullable Request<?, ?> toAnnounce;

  /** Streamed requests whose callers seem to have left, the last one first. */
  private @Nullable Request<?, ?> callersGone;

  /** Reserved requests that have got their first thread, the last one first. */
  private @Nullable Request<?, ?> toGrant;

  /** Null on an engine without classes of speed. */
  private final @Nullable SpeedPlacing speeds;

  /** True after the first {@linkplain Request.StreamedWork streamed} request. */
  private boolean anyStreamed;

  /** The next moment at which {@link #lookAfterStreamed} is due. */
  private long streamedLookNanos = Request.NEVER;

  private boolean closed;

  /** Number of preempted requests that the meters show. */
  private int preempted;

  /** True while a test holds back all threads. */
  private boolean holds;

  /** True if any policy so far wanted boosted requests. */
  private volatile boolean anyBoosts;

  /** The next policy while it replaces the present one; otherwise the present one. */
  private PolicyInForce coming;

  // ---- Written under the lock, read without.

  /** Most threads that the policy in force gives a request. */
  volatile int maxDegree;

  /** The policy in force. Not read at borders where nothing is due. */
  private volatile PolicyInForce policy;

  /** Most threads that any policy so far allowed a request. */
  private volatile int mostDegree;

  /** The load without any request. */
  private final Load noLoad;

  /** The last load that the allocator counted. */
  private volatile Load load;

  /** The last published load. A new one makes all requests ask the policy. */
  private volatile Load publishedLoad;

  /**
   * The next moment at which a dispatch is due. An idle thread wakes up then. If no thread is idle,
   * busy threads read it at their borders.
   */
  volatile long alarmNanos = Request.NEVER;

  /** The time that a sleeping thread needs to wake up. */
  static final long WAKE_NANOS = 20_000;

  /** Assumed length of a chunk of an unknown service; no measured chunk counts as longer. */
  private static final long LONG_CHUNK_NANOS = 100_000;

  /**
   * The length of long chunks lately: the greatest mean of a request, among the last requests that
   * wanted helpers. This length falls with each such request, and is short after some 800 short
   * requests.
   */
  private volatile long chunkNanos = LONG_CHUNK_NANOS;

  /** True if idle threads of the pool sleep at once, without spinning. */
  private volatile boolean idleThreadsSleep;

  /** An engine without threads; {@link #add} adds them. */
  Engine(Settings settings) {
    this.settings = settings;
    PolicyInForce.Capacity capacity = settings.capacity();
    PolicyInForce first = PolicyInForce.of(settings.policy(), settings.wantedThreads(), capacity);
    policy = first;
    coming = first;
    maxDegree = first.maxDegree();
    mostDegree = maxDegree;
    anyBoosts = first.service().boosts();
    boosting = settings.boosting();
    // With Overload.WAIT, a submitter waits until another request leaves the queue.
    queueLimit = Math.max(settings.queueLimit(), settings.overload() == Overload.WAIT ? 1 : 0);
    clock = NanoClock.guarded(settings.clock());
    signals = new EngineSignals(settings.signals(), clock);
    meters = new Meters(clock, capacity.cores(), capacity.threads(), queueLimit);
    listeners = new Listeners(listeners(settings, meters));
    classes = settings.classes();
    throttle =
        new BoostThrottle(first.service().cores(), capacity.boosts() && boosting.threads() == null);
    threads = new EngineThreads(capacity.threads());
    allocator = new Allocator<>(first.policy(), first.traits(), first.service(), this);
    noLoad = allocator.load();
    load = noLoad;
    publishedLoad = noLoad;
    speeds = classes == null ? null : new SpeedPlacing(classes, threads, allocator, clock);
  }

  /**
   * Returns all listeners. The engine's own are first, so that users' listeners see the new counts.
   */
  private static List<RequestListener> listeners(Settings settings, Meters meters) {
    var all = new ArrayList<RequestListener>();
    all.add(meters);
    if (settings.isRecorded()) {
      all.add(new FlightRecording(settings.name()));
    }
    all.addAll(settings.listeners());
    return all;
  }

  // ---- Needs no lock.

  long nanoTime() {
    return clock.nanoTime();
  }

  /** The last load that the allocator counted. */
  Load load() {
    return load;
  }

  /** The last published load. */
  Load publishedLoad() {
    return publishedLoad;
  }

  PolicyInForce policyInForce() {
    return policy;
  }

  /** Most threads that any policy so far allowed a request. */
  int mostDegree() {
    return mostDegree;
  }

  Listeners listeners() {
    return listeners;
  }

  EngineSignals signals() {
    return signals;
  }

  /** Binds the current thread of the pool to cores of this class. */
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

  String name() {
    return settings.name();
  }

  long nextId() {
    return requests.incrementAndGet();
  }

  /** True on a thread that may serve a request: each thread of the pool, and a caller. */
  boolean isServing() {
    return serving.get() != null;
  }

  void enterService() {
    serving.set(true);
  }

  /** Does not call {@code remove}: then each request would allocate a new entry. */
  void leaveService() {
    serving.set(null);
  }

  /** True if a thread waits for the lock. Such a thread is busy, though its state is waiting. */
  boolean isWaitingForLock(Thread thread) {
    return lock.hasQueuedThread(thread);
  }

  // ---- The lock.

  /** Releases the lock, and then runs pending notifications, which call users' code. */
  private void unlock() {
    if (lock.getHoldCount() > 1) {
      // User code is called only after the last unlock.
      lock.unlock();
      return;
    }
    if (brokenBy != null) {
      lock.unlock();
      endBroken();
      return;
    }
    if (anyBoosts || preempted > 0 || allocator.unserved() > 0) {
      preempted = allocator.preempted().size();
      meters.show(allocator.boostedThreads(), throttle.pausedThreads(), preempted);
    }
    if (toAnnounce == null && callersGone == null && toGrant == null) {
      lock.unlock();
    } else {
      unlockAndNotify();
    }
  }

  private void unlockAndNotify() {
    Request<?, ?> left = callersGone;
    callersGone = null;
    for (Request<?, ?> one = left; one != null; one = one.nextCallerGone) {
      one.isCallerGone = false;
    }
    Request<?, ?> ended = toAnnounce;
    toAnnounce = null;
    Request<?, ?> admitted = toGrant;
    toGrant = null;
    lock.unlock();
    try {
      while (left != null) {
        Request<?, ?> next = left.nextCallerGone;
        left.leaveForCaller();
        left = next;
      }
      while (ended != null) {
        Request<?, ?> next = ended.nextToAnnounce;
        announce(ended);
        ended = next;
      }
      while (admitted != null) {
        Request<?, ?> next = admitted.nextGranted;
        admitted.tellGranted();
        admitted = next;
      }
    } catch (Throwable e) {
      grantLater(admitted);
      breaks(e);
    }
  }

  private void grantLater(@Nullable Request<?, ?> notGranted) {
    lock.lock();
    try {
      for (Request<?, ?> one = notGranted; one != null; ) {
        Request<?, ?> next = one.nextGranted;
        one.nextGranted = toGrant;
        toGrant = one;
        one = next;
      }
    } finally {
      lock.unlock();
    }
  }

  /** Announces the end of a request without a thread. */
  private void announce(Request<?, ?> request) {
    request.announce();
    lock.lock();
    try {
      // Another thread may be announcing it, and may fail.
      if (request.hasAnnounced()) {
        untrack(request);
      }
      if (lastArrived == null) {
        emptied.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Adds an arrived request to the list of {@link #lastArrived}; under the lock. */
  private void track(Request<?, ?> request) {
    request.isTracked = true;
    request.older = lastArrived;
    if (lastArrived != null) {
      lastArrived.newer = request;
    }
    lastArrived = request;
  }

  /** Removes an ended or refused request from the list; under the lock. */
  @SuppressWarnings("ReferenceEquality")
  private void untrack(Request<?, ?> request) {
    if (!request.isTracked) {
      return;
    }
    request.isTracked = false;
    Request<?, ?> older = request.older;
    Request<?, ?> newer = request.newer;
    if (newer == null) {
      lastArrived = older;
    } else {
      newer.older = older;
    }
    if (older != null) {
      older.newer = newer;
    }
    request.older = null;
    request.newer = null;
  }

  // ---- Requests arrive, or are refused.

  /** Returns a request that has not arrived yet. */
  <W, R> Request<W, R> request(
      SharedWork<W, R> work, RequestOptions options, @Nullable Worker caller) {
    requireNonNull(work, "work");
    requireNonNull(options, "options");
    long arrivalNanos = clock.nanoTime();
    RequestOptions said = options.predictedBy(work);
    policy.requireServed(said);
    var request = new Request<>(nextId(), work, said, this, arrivalNanos, caller);
    if (work instanceof Request.StreamedWork streamed) {
      streamed.belongsTo(request);
    }
    return request;
  }

  void tellArrived(Request<?, ?> request) {
    listeners.arrived(request.id(), request.arrivalNanos(), request.options());
  }

  void tellRefused(Request<?, ?> request) {
    listeners.refused(request.id(), clock.nanoTime());
  }

  /**
   * Adds a new request to the queue, and starts it if it may start now. While the queue is full,
   * this method waits if the engine is set up with {@link Overload#WAIT}.
   *
   * @param mayWait false on a thread that serves a request, because the queue may wait for it
   * @return false if the queue is full and this thread should serve the request alone
   * @throws RejectedExecutionException if the request is refused
   * @throws IllegalArgumentException if the policy, which may have changed, needs a prediction
   */
  boolean accept(Request<?, ?> request, boolean mayWait) {
    tellArrived(request);
    boolean isRefused = false;
    boolean hasWaited = !lock.tryLock();
    if (hasWaited) {
      lock.lock();
    }
    try {
      long nowNanos = hasWaited ? clock.nanoTime() : request.arrivalNanos();
      while (true) {
        requireOpen();
        policy.requireServed(request.options());
        track(request);
        anyStreamed |= request.streamed != null;
        allocator.queue().add(request);
        dispatch(nowNanos);
        if (brokenBy != null
            || isWithinLimit(allocator.unserved())
            || !allocator.queue().remove(request)) {
          return true;
        }
        untrack(request);
        dispatch();
        switch (settings.overload()) {
          case REJECT -> throw new OverloadedException(allocator.unserved());
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
            nowNanos = clock.nanoTime();
          }
        }
      }
    } catch (RejectedExecutionException | IllegalArgumentException e) {
      room.signal(); // This thread may have got a signal that another one needs.
      isRefused = true;
      throw e;
    } catch (Throwable e) {
      breaks(e, request);
      return true;
    } finally {
      unlock();
      if (isRefused) {
        tellRefused(request);
      }
    }
  }

  private void requireOpen() {
    Throwable broken = brokenBy;
    if (broken != null) {
      throw new RejectedExecutionException(BROKEN, broken);
    }
    if (closed) {
      throw new RejectedExecutionException("curtail is closed");
    }
  }

  /** True if the queue limit allows this number of requests without a thread. */
  private boolean isWithinLimit(int unserved) {
    return unserved <= queueLimit;
  }

  /** Waits until the queue has room. Returns false if the request's deadline has passed. */
  private boolean awaitRoom(Request<?, ?> request) {
    try {
      while (!isWithinLimit(allocator.unserved() + 1) && !closed && brokenBy == null) {
        if (toAnnounce != null || callersGone != null || toGrant != null) {
          unlock();
          lock.lock();
          continue;
        }
        long leftNanos = request.deadlineNanos() - clock.nanoTime();
        if (request.deadlineNanos() == Request.NEVER) {
          room.await();
        } else if (leftNanos > 0) {
          room.await(leftNanos, TimeUnit.NANOSECONDS);
        } else {
          endWaiting(request, Request.Ending.EXPIRED, clock.nanoTime());
          return false;
        }
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new OverloadedException(allocator.unserved());
    }
  }

  // ---- Requests get threads. Methods under the lock.

  /** Ends late requests, gives out threads and sets the alarm. Throws nothing. */
  private void dispatch() {
    try {
      // Without a request nothing depends on the time.
      dispatch(isEmpty() && speeds == null ? 0 : clock.nanoTime());
    } catch (Throwable e) {
      breaks(e);
    }
  }

  private void dispatch(long nowNanos) {
    if (holds || brokenBy != null) {
      return;
    }
    try {
      endExpired(nowNanos);
      if (speeds != null) {
        speeds.beforeDispatch(nowNanos);
      }
      allocator.dispatch(nowNanos);
      if (speeds != null) {
        speeds.afterDispatch(nowNanos);
      }
      publish();
      if (anyBoosts) {
        throttle.adjust(allocator.boostedThreads(), allocator.busy());
      }
      setAlarm(nowNanos);
      if (closed && isEmpty()) {
        emptied.signalAll();
      }
    } catch (Throwable e) {
      breaks(e);
    }
  }

  /** Publishes the load for readers without the lock. */
  @SuppressWarnings("ReferenceEquality") // The allocator replaces a load that changes.
  private void publish() {
    Load counted = allocator.load();
    if (load != counted) {
      load = counted;
    }
    Load published = allocator.publishedLoad();
    if (publishedLoad != published) {
      publishedLoad = published;
    }
  }

  private void setAlarm(long nowNanos) {
    long nanos = allocator.nextLookNanos(nowNanos);
    if (speeds != null) {
      nanos = Math.min(nanos, speeds.nextNanos());
    }
    setAlarmAt(Math.min(nanos, streamedLookNanos));
  }

  private void setAlarmAt(long atNanos) {
    if (alarmNanos != atNanos) {
      alarmNanos = atNanos;
    }
    if (atNanos != Request.NEVER) {
      threads.wakeAt(atNanos);
    }
  }

  private boolean isEmpty() {
    return lastArrived == null;
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
    if (anyStreamed) {
      publish();
      lookAfterStreamed(nowNanos);
    }
  }

  /** Passes borders for streamed requests: their callers pass none. */
  private void lookAfterStreamed(long nowNanos) {
    streamedLookNanos = Request.NEVER;
    for (Request<?, ?> request : allocator.running()) {
      Request.StreamedWork chunks = request.streamed;
      if (chunks != null) {
        request.passForCaller(nowNanos);
        allocator.update(request);
        if (chunks.needsRescue(nowNanos, closed) && threads.anyIdle()) {
          allocator.addThread(request, nowNanos);
        }
        if (!request.isCallerGone && chunks.callerIsGone(nowNanos, closed)) {
          request.isCallerGone = true;
          request.nextCallerGone = callersGone;
          callersGone = request;
        }
        streamedLookNanos = Math.min(streamedLookNanos, chunks.nextLookNanos(nowNanos));
      }
    }
  }

  @Override
  public void start(Request<?, ?> request, long nowNanos) {
    publish();
    request.start(nowNanos);
    request.decide(nowNanos);
    threads.assignFirst(request, nowNanos);
    if (request.reserved != null) {
      request.nextGranted = toGrant;
      toGrant = request;
    }
    room.signal();
  }

  @Override
  public void resume(Request<?, ?> request, long nowNanos) {
    publish();
    request.resume(nowNanos);
    threads.assignAgain(request);
    room.signal();
  }

  @Override
  public void addThread(Request<?, ?> request, long nowNanos) {
    threads.assignNext(request);
  }

  @Override
  public void threadLimitsChanged(long nowNanos) {
    if (speeds != null) {
      speeds.giveUpUnserved(allocator.running(), nowNanos);
    }
  }

  @Override
  public void boosted(Request<?, ?> request) {
    throttle.resume(request);
  }

  // ---- Requests run.

  /**
   * Passes a chunk border of a worker. Asks the policy if that is due, at most once. Gives the
   * thread to another request if that one needs it, or pauses the thread.
   */
  Border border(Request<?, ?> request, Worker worker, long nowNanos) {
    boolean asked = request.border(nowNanos);
    if (anyBoosts) {
      raise(worker, request.isBoosted());
    }
    if ((nowNanos >= request.sliceEndNanos() || request.threads() > request.threadLimit())
        && isWantedElsewhere(request, worker, asked, nowNanos)) {
      raise(worker, false);
      return Border.TAKEN_AWAY;
    }
    if (speeds != null) {
      SpeedPlacing.Place place = worker.place();
      return place != null && handsOver(request, place, worker, nowNanos)
          ? Border.TAKEN_AWAY
          : Border.CONTINUE;
    }
    return anyBoosts
            && throttle.isActive()
            && !request.isBoosted()
            && pauseInTurn(request, worker, nowNanos)
        ? Border.PAUSE
        : Border.CONTINUE;
  }

  /** Raises the priority of a worker's own thread by the operating system, or lowers it. */
  private void raise(Worker worker, boolean up) {
    if (worker.raised != up) {
      worker.raised = up;
      Boosting.ThreadBoost boost = boosting.threads();
      if (boost != null) {
        raise(boost, up);
      }
    }
  }

  /** Raises the priority of the current thread, or lowers it. Throws nothing. */
  private static void raise(Boosting.ThreadBoost boost, boolean up) {
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

  private boolean isWantedElsewhere(
      Request<?, ?> request, Worker worker, boolean asked, long nowNanos) {
    // The slice of a request that is to be preempted is over.
    boolean isSliceOver = nowNanos >= request.sliceEndNanos();
    boolean isToLeave = isSliceOver && request.threadLimit() == 0;
    if (!isToLeave
        && worker.isPooled()
        && request.threads() > request.threadLimit()
        && hasTooManyThreads(request, asked, nowNanos)
        && takeAway(request, worker, nowNanos)) {
      return true;
    }
    return isSliceOver && preempt(request, worker, nowNanos);
  }

  /**
   * True if the request has more threads than its limit, after the policy is asked again. If no
   * chunk is left, its threads leave without this.
   */
  private static boolean hasTooManyThreads(Request<?, ?> request, boolean asked, long nowNanos) {
    if (!request.hasChunk()) {
      return false;
    }
    if (!asked) {
      request.askAgain(nowNanos);
    }
    return request.threads() > request.threadLimit();
  }

  /** Takes a worker from the request, for another request. Returns false if the worker stays. */
  private boolean takeAway(Request<?, ?> request, Worker worker, long nowNanos) {
    int left = 0;
    readBeforeLeaving(worker);
    lock.lock();
    try {
      left =
          brokenBy == null
                  && request.threads() > request.threadLimit()
                  && (speeds == null || speeds.isGivenUp(request, worker, nowNanos))
              ? request.leaveToOthers(worker, nowNanos)
              : 0;
      if (left == 0) {
        return false;
      }
      move(request, worker);
    } catch (Throwable e) {
      breaks(e);
      if (left == 0) {
        return false;
      }
    } finally {
      unlock();
    }
    request.tellDegree(nowNanos, left);
    request.tellLeft(worker, nowNanos);
    return true;
  }

  /** Takes a worker from a request after its slice. Returns false if the worker stays. */
  private boolean preempt(Request<?, ?> request, Worker worker, long nowNanos) {
    int left = -1;
    readBeforeLeaving(worker);
    lock.lock();
    try {
      // If no chunk is left, the threads leave without this.
      if (brokenBy != null || !request.hasChunk() || !isSliceOver(request, nowNanos)) {
        return false;
      }
      left = request.leaveForNow(worker, nowNanos);
      if (speeds != null && request.threadLimit() == 0) {
        speeds.giveUpHelp(request);
      }
      if (!worker.isPooled()) {
        worker.preempted(request.deadlineNanos());
      }
      move(request, worker);
    } catch (Throwable e) {
      breaks(e);
      if (left < 0) {
        return false;
      }
    } finally {
      unlock();
    }
    if (left > 0) {
      request.tellDegree(nowNanos, left);
    } else {
      request.tellPreempted(nowNanos);
    }
    request.tellLeft(worker, nowNanos);
    return true;
  }

  private boolean isSliceOver(Request<?, ?> request, long nowNanos) {
    publish();
    boolean isOver = allocator.sliceIsOver(request, nowNanos);
    if (!isOver) {
      // The request may miss its present turn. An earlier alarm stays.
      setAlarmAt(Math.min(alarmNanos, allocator.missedTurnNanos(nowNanos)));
    }
    return isOver;
  }

  private void move(Request<?, ?> request, Worker worker) {
    worker.free();
    threadIsBack(request, worker, false);
    dispatch();
  }

  /** Hands a request over to a thread on its class of cores, if the request should move. */
  private boolean handsOver(
      Request<?, ?> request, SpeedPlacing.Place place, Worker worker, long nowNanos) {
    if (place.speedClass() == worker.speedClass) {
      return false;
    }
    int left = -1;
    readBeforeLeaving(worker);
    lock.lock();
    try {
      // Once no chunk is left, it ends here.
      if (brokenBy != null
          || !request.hasChunk()
          || speeds == null
          || !speeds.movesFrom(place, worker)) {
        return false;
      }
      left = request.leaveToAnother(worker, nowNanos);
      threads.handOver(place, left > 0 ? Worker.Duty.HELP : Worker.Duty.GO_ON, worker, nowNanos);
      setAlarmAt(Math.min(alarmNanos, threads.awaitedNanos(SpeedPlacing.PATIENCE_NANOS)));
    } catch (Throwable e) {
      breaks(e);
      if (left < 0) {
        return false;
      }
      worker.free();
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
    WorkerSignals signals = worker.signals();
    if (signals != null) {
      signals.mayLeave();
    }
  }

  private boolean pauseInTurn(Request<?, ?> request, Worker worker, long nowNanos) {
    if (!throttle.mayHaveToPause(worker, load.threads(), nowNanos)) {
      return false;
    }
    lock.lock();
    try {
      return brokenBy == null
          && !request.isBoosted()
          && request.hasChunk()
          && !throttle.mayGoOn(worker, allocator.busy(), nowNanos);
    } catch (Throwable e) {
      breaks(e);
      return false;
    } finally {
      unlock();
    }
  }

  /** Resumes a paused worker after its longest pause or at its request's deadline. */
  void resumeAfterPause(Worker worker) {
    lock.lock();
    try {
      throttle.resume(worker, clock.nanoTime());
    } finally {
      unlock();
    }
  }

  /** Resumes the paused workers of a request without chunks. */
  void wakePaused(Request<?, ?> request) {
    if (!anyBoosts || !throttle.isActive()) {
      return;
    }
    lock.lock();
    try {
      throttle.resume(request);
    } finally {
      unlock();
    }
  }

  /** Dispatches for a running request that wants more threads, or may get other threads. */
  void update(Request<?, ?> request) {
    lock.lock();
    try {
      if (brokenBy == null) {
        allocator.update(request);
        dispatch();
      }
    } catch (Throwable e) {
      breaks(e);
    } finally {
      unlock();
    }
  }

  /** Notes that idle threads of the pool sleep at once. */
  void idleThreadsSleep() {
    idleThreadsSleep = true;
  }

  /** True if this number of chunks will probably end before a sleeping thread is awake. */
  boolean endsBeforeHelp(int chunks) {
    return idleThreadsSleep && speeds == null && Instants.times(chunkNanos, chunks) < WAKE_NANOS;
  }

  /** Dispatches at the moment of the alarm, or for a late request. */
  void dispatchDue() {
    lock.lock();
    try {
      dispatch();
    } finally {
      unlock();
    }
  }

  // ---- Threads come back.

  /** Adds a thread to the pool. */
  void add(Worker worker) {
    lock.lock();
    try {
      threads.add(worker);
    } finally {
      unlock();
    }
  }

  /** Takes a thread back, and removes its request if that has ended. */
  void release(Request<?, ?> request, boolean ended, Worker worker) {
    if (anyBoosts) {
      raise(worker, false);
    }
    lock.lock();
    try {
      worker.free();
      request.allWorkersBack |= ended;
      if (ended) {
        untrack(request);
        if (request.decidedDegree() > 1) {
          long fadedNanos = chunkNanos - (chunkNanos >> 8) - 1;
          chunkNanos = Math.clamp(request.chunkNanos(), Math.max(fadedNanos, 0), LONG_CHUNK_NANOS);
        }
      }
      if (brokenBy == null) {
        threadIsBack(request, worker, ended);
        // The end of a worker's service is published; the move of a thread is not.
        allocator.publishLoad();
        dispatch();
      }
    } catch (Throwable e) {
      breaks(e);
    } finally {
      unlock();
    }
  }

  /** Takes back a freed worker. */
  private void threadIsBack(Request<?, ?> request, Worker worker, boolean ended) {
    if (speeds != null) {
      speeds.left(worker);
    }
    if (ended) {
      allocator.countExit();
      if (speeds != null) {
        speeds.giveUpHelp(request);
      }
    }
    allocator.threadIsBack(request);
    threads.takeBack(worker);
    if (ended) {
      allocator.end(request);
    } else if (request.threads() == 0 && !request.allWorkersBack) {
      lostLastThread(request);
    }
  }

  /** Preempts a request that has lost its last thread before its end. */
  private void lostLastThread(Request<?, ?> request) {
    if (request.ticket().isDone()) {
      // The request was abandoned: its caller has the answer, and no work is left.
      request.allWorkersBack = true;
      untrack(request);
      allocator.countExit();
      allocator.end(request);
      return;
    }
    allocator.preempt(request, clock.nanoTime());
    if (request.isOver()) {
      allocator.preempted().expedite(request);
    }
  }

  // ---- Requests are cancelled, or miss their deadlines.

  /** Cancels a request. A waiting request ends at once, a running one at its next border. */
  boolean cancel(Request<?, ?> request) {
    if (!request.end(Request.Ending.CANCELLED)) {
      return false;
    }
    lock.lock();
    try {
      if (brokenBy != null) {
        return true;
      }
      if (allocator.queue().contains(request)) {
        endWaiting(request, Request.Ending.CANCELLED, clock.nanoTime());
        dispatch();
      } else if (allocator.preempted().contains(request)) {
        cancelPreempted(request, clock.nanoTime());
        dispatch();
      }
      throttle.resume(request);
    } catch (Throwable e) {
      breaks(e);
    } finally {
      unlock();
    }
    return true;
  }

  /** Ends a waiting request and removes it from the queue. */
  private void endWaiting(Request<?, ?> request, Request.Ending why, long nowNanos) {
    if (!request.endedWithoutThread) {
      if (!request.isTracked) {
        track(request); // The request waited for room in the queue.
      }
      request.end(why);
      request.endWithoutThread(nowNanos);
      request.nextToAnnounce = toAnnounce;
      toAnnounce = request;
    }
    allocator.queue().remove(request);
    room.signal();
  }

  /** Ends a preempted request as cancelled. The request's work is not called again. */
  private void cancelPreempted(Request<?, ?> request, long nowNanos) {
    request.end(Request.Ending.CANCELLED);
    if (!request.endedWithoutThread) {
      request.endWithoutThread(nowNanos);
      request.nextToAnnounce = toAnnounce;
      toAnnounce = request;
    }
    allocator.endPreempted(request);
    room.signal();
  }

  /** Ends requests without a thread after their deadlines. */
  private void endExpired(long nowNanos) {
    if (nowNanos < allocator.nextDeadlineNanos()) {
      return;
    }
    Request<?, ?> expired = allocator.queue().expired(nowNanos);
    while (expired != null) {
      endWaiting(expired, Request.Ending.EXPIRED, nowNanos);
      expired = allocator.queue().expired(nowNanos);
    }
    Request<?, ?> late = allocator.preempted().expired(nowNanos);
    while (late != null) {
      // A thread makes the partial result.
      late.end(Request.Ending.EXPIRED);
      allocator.preempted().expedite(late);
      late = allocator.preempted().expired(nowNanos);
    }
  }

  // ---- Another policy serves.

  /** Replaces the policy; see {@link Curtail#policy(Policy)}. */
  @SuppressWarnings("ReferenceEquality") // The same object changes nothing.
  void change(Policy to) {
    PolicyInForce next = inForce(to);
    Policy before;
    lock.lock();
    try {
      requireWhole();
      before = policy.given();
      if (before == to) {
        return;
      }
      requirePredictions(next);
      coming = next;
      try {
        allocator.change(next.policy(), next.traits(), next.service(), clock.nanoTime());
      } catch (Throwable e) {
        breaks(e);
        return;
      }
      dispatch();
    } finally {
      unlock();
    }
    meters.policyChanged();
    if (settings.isRecorded()) {
      FlightRecording.policyChanged(settings.name(), before, to);
    }
  }

  private void requireWhole() {
    Throwable broken = brokenBy;
    if (broken != null) {
      throw new IllegalStateException(BROKEN, broken);
    }
  }

  private PolicyInForce inForce(Policy next) {
    if (classes == null) {
      return PolicyInForce.next(next, settings.capacity());
    }
    if (classes.hasOneThreadEach()) {
      throw new IllegalArgumentException(
          "this engine was started with one thread for each request, which no policy of threads can"
              + " change; start it by Curtail.with(policy, machine, speedPolicy)");
    }
    SpeedClasses.requireThreadsOnCores(next);
    return PolicyInForce.nextOnCores(next, settings.capacity());
  }

  /** Checks the requests in the system. Later requests are checked when they arrive. */
  private void requirePredictions(PolicyInForce next) {
    if (!next.traits().needsPrediction()) {
      return;
    }
    int without = 0;
    for (Request<?, ?> request = lastArrived; request != null; request = request.older) {
      without += next.serves(request.options()) ? 0 : 1;
    }
    if (without > 0) {
      throw new IllegalArgumentException(
          "policy %s needs a prediction of each request's demand; %d of the requests in the system have none"
              .formatted(next.given(), without));
    }
  }

  /** Puts the next policy in force. */
  @Override
  public void policyChanged() {
    // A thread that reads the new policy must not read the memory of the old one.
    publish();
    maxDegree = coming.maxDegree();
    mostDegree = Math.max(mostDegree, maxDegree);
    anyBoosts |= coming.service().boosts();
    policy = coming;
  }

  /** Replaces the policy of speeds. */
  void change(SpeedPolicy next) {
    if (speeds == null) {
      throw new IllegalArgumentException("this engine has no classes of speed");
    }
    lock.lock();
    try {
      requireWhole();
      speeds.serveBy(next);
      dispatch();
    } finally {
      unlock();
    }
  }

  // ---- The engine is closed: it refuses, waits, cancels, abandons.

  /** Refuses new requests from now on. */
  void refuse() {
    lock.lock();
    try {
      closed = true;
      room.signalAll();
      dispatch();
    } finally {
      unlock();
    }
  }

  /** Waits until no request is left. Returns false if the time is over first. */
  boolean awaitEmpty(long timeoutNanos) throws InterruptedException {
    lock.lock();
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
    lock.lock();
    try {
      if (brokenBy != null) {
        return;
      }
      Request<?, ?> waiting = allocator.queue().first();
      while (waiting != null) {
        endWaiting(waiting, Request.Ending.CANCELLED, clock.nanoTime());
        waiting = allocator.queue().first();
      }
      for (Request<?, ?> request : allocator.running()) {
        if (request.end(Request.Ending.CANCELLED)) {
          throttle.resume(request);
        }
      }
      cancelAllPreempted();
      dispatch();
    } catch (Throwable e) {
      breaks(e);
    } finally {
      unlock();
    }
  }

  private void cancelAllPreempted() {
    for (Request<?, ?> request : allocator.preempted().all()) {
      cancelPreempted(request, clock.nanoTime());
    }
  }

  /** Completes the tickets of requests whose chunk is stuck. */
  void abandonAll() {
    var left = new ArrayList<Request<?, ?>>();
    lock.lock();
    try {
      if (brokenBy == null) {
        left.addAll(allocator.running());
      } else {
        for (Request<?, ?> request = lastArrived; request != null; request = request.older) {
          left.add(request);
        }
      }
    } finally {
      unlock();
    }
    for (Request<?, ?> request : left) {
      try {
        request.abandon(clock.nanoTime());
      } catch (Throwable e) {
        breaks(e, request);
      }
    }
    lock.lock();
    try {
      if (brokenBy == null) {
        // Last: a running request may have been preempted since.
        cancelAllPreempted();
        dispatch();
      }
    } catch (Throwable e) {
      breaks(e);
    } finally {
      unlock();
    }
  }

  // ---- Memory or stack runs out in the engine's own code.

  /** The error that broke the engine; null while it works. */
  @Nullable Throwable brokenBy() {
    return brokenBy;
  }

  /**
   * Breaks the engine. Only the first error counts. The caller may hold the lock. Throws nothing.
   */
  void breaks(Throwable error) {
    if (brokenBy == null) {
      brokenBy = error;
    }
    if (!lock.isHeldByCurrentThread()) {
      endBroken();
    }
  }

  /** As {@link #breaks(Throwable)}, for a request that only the calling thread may know. */
  void breaks(Throwable error, Request<?, ?> request) {
    lock.lock();
    try {
      if (request.hasAnnounced()) {
        untrack(request);
      } else if (!request.isTracked) {
        track(request);
      }
      breaks(error);
    } finally {
      unlock();
    }
  }

  /**
   * On a broken engine, fails all requests with the error that broke it. Ends the requests without
   * a thread. Each other request ends when its last thread leaves it. Throws nothing.
   *
   * @return false if memory was too short; the next call tries again
   */
  boolean endBroken() {
    try {
      failAll();
      tellGranted();
      for (Request<?, ?> next = nextUnserved(); next != null; next = nextUnserved()) {
        announce(next);
      }
      if (saidBroken.compareAndSet(false, true)) {
        FaultReport.error(BROKEN, requireNonNull(brokenBy));
      }
      return true;
    } catch (Throwable again) {
      return false;
    }
  }

  /** Grants all reserved requests. The callers get the error when they run them. */
  @SuppressWarnings("ReferenceEquality")
  private void tellGranted() {
    while (true) {
      Request<?, ?> first;
      lock.lock();
      try {
        first = toGrant;
      } finally {
        lock.unlock();
      }
      if (first == null) {
        return;
      }
      first.tellGranted();
      lock.lock();
      try {
        if (toGrant == first) {
          toGrant = first.nextGranted;
        }
      } finally {
        lock.unlock();
      }
    }
  }

  private void failAll() {
    lock.lock();
    try {
      // First, since it needs no memory. The threads then try the rest again until it is done.
      threads.stopAll();
      alarmNanos = Request.NEVER;
      load = noLoad;
      publishedLoad = noLoad;
      throttle.resumeAll();
      room.signalAll();
      if (lastArrived == null) {
        emptied.signalAll();
        return;
      }
      var failed = new Request.Ending.Failed(requireNonNull(brokenBy));
      for (Request<?, ?> request = lastArrived; request != null; request = request.older) {
        request.failBroken(failed);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Returns a request without a thread whose end is not announced; null if there is none. */
  private @Nullable Request<?, ?> nextUnserved() {
    lock.lock();
    try {
      Request<?, ?> request = lastArrived;
      while (request != null && (threads.serve(request) || request.isAnnouncing())) {
        request = request.older;
      }
      if (request != null && !request.endedWithoutThread) {
        request.endWithoutThread(clock.nanoTime());
      }
      return request;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Runs tasks that callers have submitted to the executor and may be waiting for. The last action
   * of a pool thread on a broken engine. Throws nothing.
   *
   * @return false if memory was too short; the next call tries again
   */
  boolean runHeld() {
    try {
      var held = new ArrayList<Request.StreamedWork>();
      lock.lock();
      try {
        for (Request<?, ?> request = lastArrived; request != null; request = request.older) {
          if (request.streamed != null) {
            held.add(request.streamed);
          }
        }
      } finally {
        lock.unlock();
      }
      for (Request.StreamedWork chunks : held) {
        chunks.engineIsBroken();
      }
      return endBroken();
    } catch (Throwable again) {
      return false;
    }
  }

  // ---- For tests.

  /** The state of the engine at one moment. */
  record View(
      List<Request<?, ?>> waiting,
      List<Request<?, ?>> running,
      List<Request<?, ?>> preempted,
      List<Worker> idle,
      List<Worker> paused,
      List<SpeedPlacing.Place> awaiting,
      int busy,
      int boostedThreads,
      long alarmNanos) {}

  View view() {
    lock.lock();
    try {
      return new View(
          allocator.queue().all(),
          List.copyOf(allocator.running()),
          allocator.preempted().all(),
          threads.idle(),
          throttle.paused(),
          threads.awaiting(),
          allocator.busy(),
          allocator.boostedThreads(),
          alarmNanos);
    } finally {
      unlock();
    }
  }

  /** Returns the running request that would get a free thread first; null if there is none. */
  @Nullable Request<?, ?> neediest(long nowNanos) {
    return allocator.neediest(nowNanos);
  }

  /** Runs several actions as one event: threads are given out at the end. */
  void atOnce(Runnable things) {
    lock.lock();
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
