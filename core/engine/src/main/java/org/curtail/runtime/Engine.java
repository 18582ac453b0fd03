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
 * The engine's one lock and all that it guards: requests, threads, and which thread serves which
 * request. From top to bottom in the order of a request's life: it arrives, waits, gets threads,
 * passes borders, loses threads, ends.
 *
 * <p>The lock is taken when a request arrives, wants more threads, loses a worker or ends; never
 * per chunk. Of user code, only the policy and the clock are called under it; submitters are told
 * after unlock. The {@link Allocator} decides which request gets a thread; the methods of {@link
 * Allocator.Enforcer} carry that out. Methods below "under the lock" must be called by a thread
 * that holds it.
 *
 * <p>If memory or stack runs out in the engine's own code, the engine is {@linkplain #breaks
 * broken}: the guarded state may be half changed and is not used any more. All requests fail with
 * that error, threads end, and later calls fail at once.
 */
final class Engine implements Allocator.Enforcer<Request<?, ?>> {
  /**
   * The settings of an engine.
   *
   * @param policy the first one
   * @param wantedThreads as the policy {@linkplain PolicyInForce#wantedThreads said}
   * @param capacity cores and threads
   * @param name for the Flight Recorder
   * @param queueLimit most requests without a thread
   * @param signals null if threads do not read themselves
   * @param isRecorded true if the Flight Recorder is told
   * @param classes null if all cores are alike
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
    /** Claims the next chunk. */
    GO_ON,
    /** Leaves the request: the thread is wanted elsewhere and has been given back. */
    LEAVE,
    /** Claims the next chunk once it is resumed. */
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

  /** Set on threads that may be serving a request of this engine. */
  private final ThreadLocal<@Nullable Boolean> serving = new ThreadLocal<>();

  private final AtomicLong requests = new AtomicLong();

  /** The error in the engine's own code that broke it; null while it works. */
  private volatile @Nullable Throwable brokenBy;

  private final AtomicBoolean saidBroken = new AtomicBoolean();

  // ---- The lock, and what it guards.

  private final ReentrantLock lock = new ReentrantLock();

  /** Signalled when a request leaves the queue or is preempted no longer. */
  private final Condition room = lock.newCondition();

  /** Signalled when no request is left after closing. */
  private final Condition emptied = lock.newCondition();

  /**
   * The latest request that has arrived and not ended. Such requests are linked to each other, so
   * that a broken engine finds them all.
   */
  private @Nullable Request<?, ?> lastArrived;

  private final Allocator<Request<?, ?>> allocator;
  private final EngineThreads threads;
  private final Gate gate;

  // Notifications after unlock, since they run users' code.

  /** Requests that were dropped from the queue, the last one first. */
  private @Nullable Request<?, ?> dropped;

  /** Streamed requests whose callers seem to have gone, the last one first. */
  private @Nullable Request<?, ?> gone;

  /** Reserved requests that have been given their first thread, the last one first. */
  private @Nullable Request<?, ?> granted;

  /** Null on an engine without classes of speed. */
  private final @Nullable SpeedPlacing speeds;

  /** True once there has been a {@linkplain Request.StreamedWork streamed} request. */
  private boolean anyStreamed;

  /** The next moment to look after streamed requests. */
  private long streamedLookNanos = Request.NEVER;

  private boolean closed;

  /** Number of preempted requests in the meters. */
  private int preempted;

  /** True while a test holds back all threads. */
  private boolean holds;

  /** True once any policy wanted requests boosted. */
  private volatile boolean anyBoosts;

  /** The next policy, while it takes the place of the present one. */
  private PolicyInForce coming;

  // ---- Written under the lock, read without.

  /** Most threads that the policy in force gives a request. */
  volatile int maxDegree;

  /** The policy in force. Not read at borders where nothing is due. */
  private volatile PolicyInForce policy;

  /** Most threads that a policy has ever allowed a request. */
  private volatile int mostDegree;

  /** The load without any request. */
  private final Load noLoad;

  /** The load as the allocator counted it last. */
  private volatile Load load;

  /** The last load whose change matters to all requests; a change makes them ask the policy. */
  private volatile Load publishedLoad;

  /**
   * The next moment at which a dispatch is due: an idle thread wakes up then; if there is none,
   * busy ones see it at their borders.
   */
  volatile long alarmNanos = Request.NEVER;

  /** Time until a sleeping thread is awake. */
  static final long WAKE_NANOS = 20_000;

  /** Chunks of an unknown service count as long as this, and no chunk counts as longer. */
  private static final long LONG_CHUNK_NANOS = 100_000;

  /**
   * The longest time of a chunk, as a mean of a request, among the last requests that wanted
   * helpers. It fades with each request, and is short after some 800 short ones.
   */
  private volatile long chunkNanos = LONG_CHUNK_NANOS;

  /** True if threads of the pool sleep as soon as they are idle. */
  private volatile boolean idleThreadsSleep;

  /** An engine without threads; they are {@linkplain #add added}. */
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
    // A request that waits for room can wait for another one to leave the queue only.
    queueLimit = Math.max(settings.queueLimit(), settings.overload() == Overload.WAIT ? 1 : 0);
    clock = NanoClock.guarded(settings.clock());
    signals = new EngineSignals(settings.signals(), clock);
    meters = new Meters(clock, capacity.cores(), capacity.threads(), queueLimit);
    listeners = new Listeners(listeners(settings, meters));
    classes = settings.classes();
    gate = new Gate(first.service().cores(), capacity.boosts() && boosting.threads() == null);
    threads = new EngineThreads(capacity.threads());
    allocator = new Allocator<>(first.policy(), first.traits(), first.service(), this);
    noLoad = allocator.load();
    load = noLoad;
    publishedLoad = noLoad;
    speeds = classes == null ? null : new SpeedPlacing(classes, threads, allocator, clock);
  }

  /**
   * Returns all listeners, the engine's own first: their counts are there before others are called.
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

  /** The load as the allocator counted it last. */
  Load load() {
    return load;
  }

  /** The last load whose change matters to all requests. */
  Load publishedLoad() {
    return publishedLoad;
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

  /** Ties the current thread, of the pool, to cores of this class. */
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

  /** True on a thread that is serving a request. */
  boolean isServing() {
    return serving.get() != null;
  }

  void enterService() {
    serving.set(true);
  }

  /** Keeps the entry of the thread: after {@code remove} each request would make a new one. */
  void leaveService() {
    serving.set(null);
  }

  /** True if a thread waits for the lock: it is busy, though it looks asleep. */
  boolean isWaitingForLock(Thread thread) {
    return lock.hasQueuedThread(thread);
  }

  // ---- The lock.

  /** Releases the lock, and then runs pending notifications, which call users' code. */
  private void unlock() {
    if (lock.getHoldCount() > 1) {
      // Users' code is not called, and nothing is taken out, before the lock is free.
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
      meters.show(allocator.boostedThreads(), gate.pausedThreads(), preempted);
    }
    if (dropped == null && gone == null && granted == null) {
      lock.unlock();
    } else {
      unlockAndTell();
    }
  }

  private void unlockAndTell() {
    Request<?, ?> left = gone;
    gone = null;
    for (Request<?, ?> one = left; one != null; one = one.nextGone) {
      one.isGone = false;
    }
    Request<?, ?> unstarted = dropped;
    dropped = null;
    Request<?, ?> admitted = granted;
    granted = null;
    lock.unlock();
    try {
      while (left != null) {
        Request<?, ?> next = left.nextGone;
        left.callerIsGone();
        left = next;
      }
      while (unstarted != null) {
        Request<?, ?> next = unstarted.nextDropped;
        announce(unstarted);
        unstarted = next;
      }
      while (admitted != null) {
        Request<?, ?> next = admitted.nextGranted;
        admitted.tellGranted();
        admitted = next;
      }
    } catch (Throwable e) {
      tellLater(admitted);
      breaks(e);
    }
  }

  private void tellLater(@Nullable Request<?, ?> untold) {
    lock.lock();
    try {
      for (Request<?, ?> one = untold; one != null; ) {
        Request<?, ?> next = one.nextGranted;
        one.nextGranted = granted;
        granted = one;
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
      // Another thread that announces it may yet fail to.
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

  /** Adds an arrived request to the list; under the lock. */
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

  // ---- Requests arrive, or are turned away.

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
   * Takes a new request in, and starts it if it may start now. Waits, if the user chose so, while
   * the queue is full.
   *
   * @param mayWait false on a thread that the queue may be waiting for
   * @return false if the queue is full and this thread should serve the request alone
   * @throws RejectedExecutionException if it is refused
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
      room.signal(); // It may have been signalled of room that it does not take.
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
        if (dropped != null || gone != null || granted != null) {
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
          drop(request, Request.Ending.EXPIRED, clock.nanoTime());
          return false;
        }
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new OverloadedException(allocator.unserved());
    }
  }

  // ---- Requests get threads; under the lock.

  /** Drops late requests, gives out threads and sets the alarm. Throws nothing. */
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
    } catch (Throwable e) {
      breaks(e);
    }
  }

  /** Publishes the allocator's counts for readers without the lock. */
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

  /** Passes borders for streamed requests, whose callers pass none. */
  private void lookAfterStreamed(long nowNanos) {
    streamedLookNanos = Request.NEVER;
    for (Request<?, ?> request : allocator.running()) {
      Request.StreamedWork chunks = request.streamed;
      if (chunks != null) {
        request.passForCaller(nowNanos);
        allocator.update(request);
        if (chunks.needsRescue(nowNanos, closed) && threads.anyIdle()) {
          allocator.help(request, nowNanos);
        }
        if (!request.isGone && chunks.callerIsGone(nowNanos, closed)) {
          request.isGone = true;
          request.nextGone = gone;
          gone = request;
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
      request.nextGranted = granted;
      granted = request;
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
   * A chunk border of a worker: asks the policy if something is due, gives the thread back if it is
   * wanted elsewhere, or pauses it. Asks the policy at most once.
   */
  Border border(Request<?, ?> request, Worker worker, long nowNanos) {
    boolean asked = request.border(nowNanos);
    if (anyBoosts) {
      raise(worker, request.isBoosted());
    }
    if ((nowNanos >= request.sliceEndNanos() || request.threads() > request.share())
        && isWantedElsewhere(request, worker, asked, nowNanos)) {
      raise(worker, false);
      return Border.LEAVE;
    }
    if (speeds != null) {
      SpeedPlacing.Place place = worker.place();
      return place != null && handsOver(request, place, worker, nowNanos)
          ? Border.LEAVE
          : Border.GO_ON;
    }
    return anyBoosts
            && gate.isClosing()
            && !request.isBoosted()
            && pauseInTurn(request, worker, nowNanos)
        ? Border.PAUSE
        : Border.GO_ON;
  }

  /** Raises a worker's own thread by the operating system, or lowers it. */
  private void raise(Worker worker, boolean up) {
    if (worker.raised != up) {
      worker.raised = up;
      Boosting.ThreadBoost boost = boosting.threads();
      if (boost != null) {
        raise(boost, up);
      }
    }
  }

  /** Raises the current thread, or lowers it. Throws nothing. */
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
    // A request that is to leave for another one has no slice left.
    boolean isSliceOver = nowNanos >= request.sliceEndNanos();
    boolean isToLeave = isSliceOver && request.share() == 0;
    if (!isToLeave
        && worker.isPooled()
        && request.threads() > request.share()
        && hasTooManyThreads(request, asked, nowNanos)
        && takeAway(request, worker, nowNanos)) {
      return true;
    }
    return isSliceOver && preempt(request, worker, nowNanos);
  }

  /**
   * True if the request has more threads than its share, asked anew. Without a chunk left, its
   * threads go by themselves.
   */
  private static boolean hasTooManyThreads(Request<?, ?> request, boolean asked, long nowNanos) {
    if (!request.hasChunk()) {
      return false;
    }
    if (!asked) {
      request.askAgain(nowNanos);
    }
    return request.threads() > request.share();
  }

  /** Takes a freed worker away for another request. */
  private boolean takeAway(Request<?, ?> request, Worker worker, long nowNanos) {
    int left = 0;
    readBeforeLeaving(worker);
    lock.lock();
    try {
      left =
          brokenBy == null
                  && request.threads() > request.share()
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

  /** Preempts a request after its slice. */
  private boolean preempt(Request<?, ?> request, Worker worker, long nowNanos) {
    int left = -1;
    readBeforeLeaving(worker);
    lock.lock();
    try {
      // Once no chunk is left, its threads go by themselves.
      if (brokenBy != null || !request.hasChunk() || !isSliceOver(request, nowNanos)) {
        return false;
      }
      left = request.leaveForNow(worker, nowNanos);
      if (speeds != null && request.share() == 0) {
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
      // It may miss its present turn. An earlier alarm stays.
      setAlarmAt(Math.min(alarmNanos, allocator.missedTurnNanos(nowNanos)));
    }
    return isOver;
  }

  private void move(Request<?, ?> request, Worker worker) {
    worker.free();
    threadIsBack(request, worker, false);
    dispatch();
  }

  /** Hands a request over to a thread of its class of cores, if it should move. */
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
    if (!gate.mayHaveToPause(worker, load.threads(), nowNanos)) {
      return false;
    }
    lock.lock();
    try {
      return brokenBy == null
          && !request.isBoosted()
          && request.hasChunk()
          && !gate.mayGoOn(worker, allocator.busy(), nowNanos);
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
      gate.resume(worker, clock.nanoTime());
    } finally {
      unlock();
    }
  }

  /** Resumes the paused workers of a request without chunks. */
  void wakePaused(Request<?, ?> request) {
    if (!anyBoosts || !gate.isClosing()) {
      return;
    }
    lock.lock();
    try {
      gate.resume(request);
    } finally {
      unlock();
    }
  }

  /**
   * Looks at a running request that wants more threads than before, or may be given other threads.
   */
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

  /** Threads of the pool sleep as soon as they are idle. */
  void idleThreadsSleep() {
    idleThreadsSleep = true;
  }

  /** True if so many chunks are likely to end before a sleeping thread is awake. */
  boolean endsBeforeHelp(int chunks) {
    return idleThreadsSleep && speeds == null && Instants.times(chunkNanos, chunks) < WAKE_NANOS;
  }

  /** Dispatches at an awaited moment. */
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
      request.exited |= ended;
      if (ended) {
        untrack(request);
        if (request.degree() > 1) {
          long fadedNanos = chunkNanos - (chunkNanos >> 8) - 1;
          chunkNanos = Math.clamp(request.chunkNanos(), Math.max(fadedNanos, 0), LONG_CHUNK_NANOS);
        }
      }
      if (brokenBy == null) {
        threadIsBack(request, worker, ended);
        // A thread has come back, which is news to all, also where a moved one is not.
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
      allocator.exit();
      if (speeds != null) {
        speeds.giveUpHelp(request);
      }
    }
    allocator.threadIsBack(request);
    threads.isBack(worker);
    if (ended) {
      allocator.end(request);
    } else if (request.threads() == 0 && !request.exited) {
      leftAlone(request);
    }
  }

  /** Preempts a request whose last thread has come back without ending it. */
  private void leftAlone(Request<?, ?> request) {
    if (request.ticket().isDone()) {
      // It was abandoned: there is nothing to go on with, and its caller has gone.
      request.exited = true;
      untrack(request);
      allocator.exit();
      allocator.end(request);
      return;
    }
    allocator.preempt(request, clock.nanoTime());
    if (request.isOver()) {
      allocator.preempted().expedite(request);
    }
  }

  // ---- Requests are cancelled, or too late.

  /** Ends a waiting request at once, and a running one at its next border. */
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
        drop(request, Request.Ending.CANCELLED, clock.nanoTime());
        dispatch();
      } else if (allocator.preempted().contains(request)) {
        cancelPreempted(request, clock.nanoTime());
        dispatch();
      }
      gate.resume(request);
    } catch (Throwable e) {
      breaks(e);
    } finally {
      unlock();
    }
    return true;
  }

  /** Ends a waiting request and removes it from the queue. */
  private void drop(Request<?, ?> request, Request.Ending why, long nowNanos) {
    if (!request.dropped) {
      if (!request.isTracked) {
        track(request); // It waited for room.
      }
      request.end(why);
      request.drop(nowNanos);
      request.nextDropped = dropped;
      dropped = request;
    }
    allocator.queue().remove(request);
    room.signal();
  }

  /** Ends a preempted request as cancelled; its work is not called again. */
  private void cancelPreempted(Request<?, ?> request, long nowNanos) {
    request.end(Request.Ending.CANCELLED);
    if (!request.dropped) {
      request.drop(nowNanos);
      request.nextDropped = dropped;
      dropped = request;
    }
    allocator.endPreempted(request);
    room.signal();
  }

  /** Drops requests without a thread whose deadlines have passed. */
  private void dropExpired(long nowNanos) {
    if (nowNanos < allocator.nextDeadlineNanos()) {
      return;
    }
    Request<?, ?> expired = allocator.queue().expired(nowNanos);
    while (expired != null) {
      drop(expired, Request.Ending.EXPIRED, nowNanos);
      expired = allocator.queue().expired(nowNanos);
    }
    Request<?, ?> late = allocator.preempted().expired(nowNanos);
    while (late != null) {
      // A thread makes of it what can be made of it.
      late.end(Request.Ending.EXPIRED);
      allocator.preempted().expedite(late);
      late = allocator.preempted().expired(nowNanos);
    }
  }

  // ---- Another policy serves.

  /** See {@link Curtail#policy(Policy)}. */
  @SuppressWarnings("ReferenceEquality") // The same object goes on.
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

  /** Checks the requests in the system; later ones are checked when they arrive. */
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
    // A thread that sees the new policy must not see the old one's memory.
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

  // ---- The engine ends: it refuses, waits, cancels, abandons.

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

  /** Waits until no request is left. Returns false if the time is over before. */
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
        drop(waiting, Request.Ending.CANCELLED, clock.nanoTime());
        waiting = allocator.queue().first();
      }
      for (Request<?, ?> request : allocator.running()) {
        if (request.end(Request.Ending.CANCELLED)) {
          gate.resume(request);
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
        // After the others, of which one may have come here meanwhile.
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
   * Breaks the engine: the first error counts. For a thread with or without the lock. Throws
   * nothing.
   */
  void breaks(Throwable error) {
    if (brokenBy == null) {
      brokenBy = error;
    }
    if (!lock.isHeldByCurrentThread()) {
      endBroken();
    }
  }

  /** As {@link #breaks(Throwable)}, for a thread that alone knows of a request. */
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
   * On a broken engine, fails all requests with the error that broke it, and ends those without a
   * thread; each of the others ends once its last thread leaves it. Throws nothing.
   *
   * @return false if memory was too short for something, which the next call tries again
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

  /** Grants reserved requests, whose callers then meet the error. */
  @SuppressWarnings("ReferenceEquality")
  private void tellGranted() {
    while (true) {
      Request<?, ?> first;
      lock.lock();
      try {
        first = granted;
      } finally {
        lock.unlock();
      }
      if (first == null) {
        return;
      }
      first.tellGranted();
      lock.lock();
      try {
        if (granted == first) {
          granted = first.nextGranted;
        }
      } finally {
        lock.unlock();
      }
    }
  }

  private void failAll() {
    lock.lock();
    try {
      // First, and without memory: from then on they try again until all is done.
      threads.stopAll();
      alarmNanos = Request.NEVER;
      load = noLoad;
      publishedLoad = noLoad;
      gate.resumeAll();
      room.signalAll();
      if (lastArrived == null) {
        emptied.signalAll();
        return;
      }
      var failed = new Request.Ending.Failed(requireNonNull(brokenBy));
      for (Request<?, ?> request = lastArrived; request != null; request = request.older) {
        request.failUnlessEnded(failed);
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
      while (request != null && (threads.serve(request) || !request.isUnannounced())) {
        request = request.older;
      }
      if (request != null && !request.dropped) {
        request.drop(clock.nanoTime());
      }
      return request;
    } finally {
      lock.unlock();
    }
  }

  /**
   * The last action of a pool thread on a broken engine: runs what callers have submitted to the
   * executor and may be waiting for. Throws nothing.
   *
   * @return false if something is to be tried again
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

  /** The state at one moment. */
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
          gate.paused(),
          threads.awaiting(),
          allocator.busy(),
          allocator.boostedThreads(),
          alarmNanos);
    } finally {
      unlock();
    }
  }

  /** The running request that a free thread would help first. */
  @Nullable Request<?, ?> neediest(long nowNanos) {
    return allocator.neediest(nowNanos);
  }

  /** Runs several actions as if at one moment: threads are given out at the end. */
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
