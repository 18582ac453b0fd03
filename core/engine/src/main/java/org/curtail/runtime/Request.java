package org.curtail.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Progress;
import org.curtail.dispatch.DispatchedRequest;
import org.curtail.dispatch.Instants;
import org.curtail.signals.Stint;
import org.jspecify.annotations.Nullable;

/**
 * A request in the engine: its work, its workers, the policy's decision and its end. The methods
 * follow the life of a request. Chunks are claimed without a lock. The {@link DegreePath} has the
 * number of threads over time. The state of the threads is written under the engine's lock, and
 * read by all workers of the request. A request ends once, and its end is announced once.
 */
final class Request<W, R> extends DispatchedRequest implements SharedWork.Checkpoint {
  /**
   * Work whose chunks arrive while it runs. The caller passes no borders. This interface is the
   * engine's view of the {@link EngineExecutor}. Called under the engine's lock, except where said.
   */
  interface StreamedWork {
    /** Called once, before any chunk arrives, without the lock. */
    void belongsTo(Request<?, ?> owner);

    /** True if a chunk needs a thread at once, without asking the policy. */
    boolean needsRescue(long nowNanos, boolean closed);

    /** True if the caller seems to have left without ending the request. */
    boolean callerIsGone(long nowNanos, boolean closed);

    /** Ends the request for a caller that has left. Called without the lock. */
    void leave();

    /**
     * On a broken engine, runs the remaining chunks on this thread. Ends the request if its caller
     * does not. Called without the lock.
     */
    void engineIsBroken();

    /** The next moment at which the engine should check the request. */
    long nextLookNanos(long nowNanos);
  }

  /** Work of a {@link Reservation}. */
  interface ReservedWork {
    /** Tells the caller that the request has its first thread. May call user code. */
    void tellGranted();
  }

  private enum Announcement {
    DUE,
    UNDER_WAY,
    DONE
  }

  /** Suppresses further exceptions in the first one. */
  static final class Suppression {
    /**
     * Most suppressed exceptions. One exception object may be thrown again and again, and must not
     * grow without limit.
     */
    static final int MOST = 8;

    private Suppression() {}

    /** Adds an exception, except if it is the same one or the limit is reached. Throws nothing. */
    @SuppressWarnings("ReferenceEquality") // An exception cannot suppress itself.
    static void add(Throwable to, Throwable further) {
      try {
        if (to != further && to.getSuppressed().length < MOST) {
          to.addSuppressed(further);
        }
      } catch (Throwable e) {
        // Memory is short, or a method of the exception throws. The first exception is enough.
      }
    }
  }

  private static final VarHandle REVIEWING;
  private static final VarHandle ENDING;
  private static final VarHandle ANNOUNCEMENT;
  private static final VarHandle CLAIMED_IN_TIME;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      REVIEWING = lookup.findVarHandle(Request.class, "reviewing", boolean.class);
      ENDING = lookup.findVarHandle(Request.class, "ending", Ending.class);
      CLAIMED_IN_TIME = lookup.findVarHandle(Request.class, "claimedInTime", int.class);
      ANNOUNCEMENT = lookup.findVarHandle(Request.class, "announcement", Announcement.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Engine engine;
  private final RequestOptions options;
  final SharedWork<W, R> work;
  private final Ticket<R> ticket;

  /**
   * The worker of a caller that serves the request itself; null if the request was submitted to the
   * pool.
   */
  final @Nullable Worker caller;

  /** Places of its threads; null on an engine without classes of speed. */
  private final SpeedPlacing.@Nullable Places places;

  /** The work, if its chunks arrive while it runs; otherwise null. */
  final @Nullable StreamedWork streamed;

  /** The work, if the request was reserved; otherwise null. */
  final @Nullable ReservedWork reserved;

  /** Readings and tags of its threads; null if there are none. */
  final EngineSignals.@Nullable Guarded signals;

  /** Stints of its threads; null without {@link #signals}. */
  final WorkerSignals.@Nullable StintLog stints;

  // ---- The claims of chunks, without a lock.

  /** Number of integers in a cache line: most processors have lines of 64 bytes. */
  private static final int LINE = 16;

  /** A number above all chunks. Later claims still count up from here. */
  private static final int CLOSED = SharedWork.MOST_CHUNKS + (1 << 29);

  /**
   * The next chunk to claim; no chunk is left if this is {@link #chunks} or more. Alone in its
   * cache line: every claim writes it. Every claim also reads {@link #chunks}, which should stay in
   * the caches of all threads.
   */
  private final AtomicIntegerArray nextChunk;

  /** The index in {@link #nextChunk}. The index is 0 without padding, if only one thread claims. */
  private final int next;

  /** Number of chunks that were claimed before claiming ended; -1 until then. */
  private volatile int claimedInTime = -1;

  /** Number of chunks. Set once, or counted up while chunks arrive. */
  private volatile int chunks;

  private final DegreePath path = new DegreePath();
  private final JoinedWorkers<W> joined = new JoinedWorkers<>();

  /** True if one worker serves the whole request, outside the policy. */
  private volatile boolean alone;

  /** True when chunks may be claimed. */
  private volatile boolean open;

  // ---- The policy's decision. All workers read the decision at every border. One thread at a time
  // reviews and writes the decision.

  @SuppressWarnings("UnusedVariable") // REVIEWING reads it.
  private volatile boolean reviewing;

  private volatile int decidedDegree;
  private volatile @Nullable Load seenLoad;

  /** The next moment to ask the policy if the load does not change, or the deadline. */
  private volatile long dueNanos = NEVER;

  /**
   * The moment from which helpers are woken; NEVER if this is done or not needed. A request that is
   * likely to end before a helper is awake waits until then.
   */
  private long helpFromNanos = NEVER;

  /** True if the request has all workers that it can ever get: its decision cannot change. */
  private volatile boolean settled;

  /**
   * True from a change of policy until the new policy is asked. The thread that changes the policy
   * writes this field last, and a thread that asks writes it first. So if their other writes mix,
   * the field is still true.
   */
  private volatile boolean forgotten;

  // ---- Its end.

  private volatile @Nullable Ending ending;
  private volatile Announcement announcement = Announcement.DUE;

  /** True after listeners were called for the end. Written by the thread that announces. */
  private boolean listenersTold;

  /** Exception that the work threw after the request was cancelled. */
  private volatile @Nullable Throwable thrownLate;

  // Written and read by the last worker, or by the thread that ends the request without a thread.
  private @Nullable R result;
  private Outcome outcome = Outcome.COMPLETED;
  private long endNanos;

  // ---- Guarded by the engine's lock.

  /** The moment at which the request got its first thread. Written before that thread begins. */
  private long admittedNanos;

  /** True when the request has left the queue to be served. */
  private volatile boolean started;

  /** True when the last worker of the ended request has come back. */
  boolean allWorkersBack;

  /** True if the request ended while it had no thread: it waited, or was preempted. */
  boolean endedWithoutThread;

  /** The next request in the engine's list of ends to announce. */
  @Nullable Request<?, ?> nextToAnnounce;

  /** The next request in the engine's list of reserved requests to grant. */
  @Nullable Request<?, ?> nextGranted;

  /** True while the request is in the engine's list of streamed requests without a caller. */
  boolean isCallerGone;

  /** The next request in that list. */
  @Nullable Request<?, ?> nextCallerGone;

  /** True while the request is in the engine's list of requests that have arrived and not ended. */
  boolean isTracked;

  /** The next older request in that list. */
  @Nullable Request<?, ?> older;

  /** The next newer request in that list. */
  @Nullable Request<?, ?> newer;

  Request(
      long id,
      SharedWork<W, R> work,
      RequestOptions options,
      Engine engine,
      long arrivalNanos,
      @Nullable Worker caller) {
    super(
        id,
        options.priorityClass(),
        arrivalNanos,
        options.hasTimeout() ? Instants.after(arrivalNanos, options.timeoutNanos()) : NEVER);
    this.engine = engine;
    this.options = options;
    this.work = work;
    this.caller = caller;
    streamed = work instanceof StreamedWork some ? some : null;
    reserved = work instanceof ReservedWork some ? some : null;
    signals = engine.signals().of(work.wantsCpuTime());
    stints = signals == null ? null : new WorkerSignals.StintLog();
    ticket = new Ticket<>(this);
    next = streamed == null && engine.mostDegree() == 1 ? 0 : LINE;
    nextChunk = new AtomicIntegerArray(next + next + 1);
    SpeedClasses classes = engine.classes;
    places = classes == null ? null : new SpeedPlacing.Places(this, classes);
  }

  Engine engine() {
    return engine;
  }

  RequestOptions options() {
    return options;
  }

  Ticket<R> ticket() {
    return ticket;
  }

  SpeedPlacing.@Nullable Places places() {
    return places;
  }

  /** Ends the request for a caller that has left. Called without the engine's lock. */
  void leaveForCaller() {
    if (streamed != null) {
      streamed.leave();
    }
  }

  /** Tells the caller that the request has a thread. Called without the engine's lock. */
  void tellGranted() {
    if (reserved != null) {
      reserved.tellGranted();
    }
  }

  DegreePath path() {
    return path;
  }

  // ---- Values for the allocator, under the engine's lock.

  @Override
  public long startNanos() {
    return path.startNanos();
  }

  @Override
  public int decidedDegree() {
    // While a policy is replaced, the decision of the old one may be greater.
    return Math.min(decidedDegree, engine.maxDegree);
  }

  /** Forgets the decision of an earlier policy. The next border asks the new one. */
  @Override
  protected void forgetDecision() {
    decidedDegree = 0;
    settled = false;
    seenLoad = null;
    forgotten = true;
  }

  @Override
  public boolean isServedByAll() {
    return path.serving() == threads();
  }

  @Override
  public long leadNanos() {
    return path.leftMinusBegunNanos() - threads() * path.startNanos();
  }

  @Override
  public Progress progress(long nowNanos, int withThreads) {
    long executionNanos = started ? path.executionNanos(nowNanos) : 0;
    long ageNanos = Math.max(nowNanos - arrivalNanos(), executionNanos);
    return new Progress(
        ageNanos,
        executionNanos,
        path.attainedNanos(executionNanos, Math.max(engine.mostDegree(), 1)),
        decidedDegree(),
        withThreads,
        options.prediction(),
        priorityClass());
  }

  @Override
  public boolean hasWork() {
    return open && hasChunk();
  }

  /** False if the request passes no borders, or if one worker serves it alone. */
  @Override
  public boolean canBePreempted() {
    return streamed == null && !alone;
  }

  boolean hasStarted() {
    return started;
  }

  /** The next moment at which a border is due, for the policy or the deadline. */
  long dueNanos() {
    return dueNanos;
  }

  // ---- The request gets and loses threads; under the engine's lock.

  void start(long nowNanos) {
    admittedNanos = Math.max(nowNanos, arrivalNanos());
    path.start(admittedNanos);
    started = true;
  }

  /** Continues after a preemption. */
  void resume(long nowNanos) {
    path.resume(nowNanos);
    if (hasChunk()) {
      decide(nowNanos);
    }
  }

  /** True if the caller waits to be the only thread of the request. */
  boolean bringsThread() {
    return caller != null && threads() == 0 && (!started || caller.isPreempted());
  }

  /**
   * A worker leaves the request if other workers serve it. Returns the number of threads left; 0 if
   * the worker stays.
   */
  int leaveToOthers(Worker worker, long nowNanos) {
    WorkerSignals signals = leaves(worker);
    int left = path.leaveToOthers(nowNanos, claimed());
    if (left == 0 && signals != null) {
      signals.stays();
    }
    if (left > 0) {
      joined.leave(worker, claimed());
    }
    return left;
  }

  /**
   * A worker leaves the request to another worker. Returns the number of threads left; 0 if the
   * worker was the only one and the other one replaces it.
   */
  int leaveToAnother(Worker worker, long nowNanos) {
    leaves(worker);
    joined.leave(worker, claimed());
    return path.leaveToOthers(nowNanos, claimed());
  }

  /**
   * A worker leaves the request, which is preempted if this was its last worker. Returns the number
   * of threads left.
   */
  int leaveForNow(Worker worker, long nowNanos) {
    leaves(worker);
    joined.leave(worker, claimed());
    return path.leaveForNow(nowNanos, claimed());
  }

  /** Returns the signals of a worker for this request; null if the request has no signals. */
  @Nullable WorkerSignals signalsOf(Worker worker) {
    return signals == null || stints == null
        ? null
        : new WorkerSignals(signals, stints, id(), arrivalNanos(), path, worker.isPooled());
  }

  private static @Nullable WorkerSignals leaves(Worker worker) {
    WorkerSignals signals = worker.signals();
    if (signals != null) {
      signals.leaves();
    }
    return signals;
  }

  /** Notes the end of a request that has no thread. */
  void endWithoutThread(long nowNanos) {
    outcome = Outcome.EXPIRED;
    // A clock may go back.
    endNanos = Math.max(nowNanos, started ? path.startNanos() : arrivalNanos());
    endedWithoutThread = true;
  }

  // ---- Workers begin.

  /** Tells listeners that a worker serves the request. */
  void tellPlaced(Worker worker, long nowNanos) {
    SpeedPlacing.Place place = worker.place();
    if (place != null && !isAnnouncing()) {
      engine
          .listeners()
          .placed(id(), nowNanos, worker.number, worker.speedClass, place.leftClass());
    }
  }

  /** Tells listeners that a worker has left the request. */
  void tellLeft(Worker worker, long nowNanos) {
    if (worker.place() != null && !isAnnouncing()) {
      engine.listeners().left(id(), nowNanos, worker.number);
    }
  }

  /** Begins when the first worker is awake. */
  void begin(long nowNanos) {
    path.begin(nowNanos);
    engine.listeners().started(id(), path.startNanos());
  }

  /** Begins a request that one worker serves alone, outside the policy. */
  void beginAlone(long nowNanos) {
    alone = true;
    // Borders check only the deadline.
    decidedDegree = 1;
    settled = true;
    dueNanos = deadlineNanos();
    // A clock may go back.
    admittedNanos = Math.max(nowNanos, arrivalNanos());
    path.start(admittedNanos);
    started = true;
    begin(nowNanos);
  }

  /** Begins an admitted request on a caller's thread, outside the engine. */
  void beginOutside() {
    begin(engine.nanoTime());
    open = true;
  }

  /** A helper begins. Returns the number of threads; 0 if no work is left for the helper. */
  int enter(long nowNanos) {
    return hasChunk() ? path.enter(nowNanos, claimed()) : 0;
  }

  /**
   * A worker leaves, since no chunk is left. Returns the number of threads left; 0 ends the
   * request.
   */
  int leave(long nowNanos) {
    return path.leave(nowNanos, claimed());
  }

  /** As {@link #leave}, but only for the last worker. Returns false if other workers are left. */
  boolean leaveIfLast(long nowNanos) {
    return path.leaveIfLast(nowNanos, claimed());
  }

  void tellDegree(long nowNanos, int serving) {
    // A helper may begin before the thread that continues the request.
    boolean isToldNow = tellGoingOn(nowNanos) && serving == 1;
    if (!isToldNow && !isAnnouncing()) {
      engine.listeners().degreeChanged(id(), nowNanos, serving);
    }
  }

  /** Tells listeners that the request continues. Returns false if they know it already. */
  boolean tellGoingOn(long nowNanos) {
    boolean untold = path.takeUntold();
    if (untold && !isAnnouncing()) {
      engine.listeners().degreeChanged(id(), nowNanos, 1);
    }
    return untold;
  }

  void tellPreempted(long nowNanos) {
    if (!isAnnouncing()) {
      engine.listeners().preempted(id(), nowNanos);
    }
  }

  /**
   * Prepares the work on the first worker, before it joins. Returns false if the request has ended
   * already.
   */
  boolean prepare() throws Exception {
    if (isOver()) {
      return false;
    }
    // Chunks that waited in the executor arrive while the work begins.
    open = streamed != null;
    work.begin(Math.max(decidedDegree(), 1));
    int count = work.chunks();
    if (count < 0 || count > SharedWork.MOST_CHUNKS) {
      throw new IllegalStateException(
          "the work has %d chunks; expected 0 to %d".formatted(count, SharedWork.MOST_CHUNKS));
    }
    if (streamed == null) {
      long nowNanos = engine.nanoTime();
      path.opened(nowNanos);
      chunks = count;
      open = true;
      if (decidedDegree() > 1 && count > 1) {
        if (engine.endsBeforeHelp(count)) {
          helpFromNanos = Instants.after(nowNanos, Engine.WAKE_NANOS);
          dueNanos = Math.min(dueNanos, helpFromNanos);
        } else {
          engine.update(this);
        }
      }
    }
    return true;
  }

  // ---- Chunks are claimed and run.

  /** True when the number of chunks is known. */
  boolean isOpen() {
    return open;
  }

  boolean hasChunk() {
    return nextChunk.get(next) < chunks;
  }

  /** Mean time of a claimed chunk, in nanoseconds of all threads. For a request that has ended. */
  long chunkNanos() {
    return path.leftMinusBegunNanos() / Math.max(claimed(), 1);
  }

  /** Claims the next chunk. Returns its number; -1 if no chunk is left. */
  int claim() {
    if (streamed != null) {
      return claimOfThoseSoFar();
    }
    int chunk = nextChunk.getAndIncrement(next);
    return chunk < chunks ? chunk : -1;
  }

  /**
   * Claims a chunk of a streamed request. The number of claims must not exceed the chunks so far.
   */
  private int claimOfThoseSoFar() {
    int chunk = nextChunk.get(next);
    while (chunk < chunks) {
      if (nextChunk.compareAndSet(next, chunk, chunk + 1)) {
        return chunk;
      }
      chunk = nextChunk.get(next);
    }
    return -1;
  }

  /** Adds a chunk. Returns false if no thread will ever claim it. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // Under the monitor.
  boolean offer() {
    boolean first;
    synchronized (this) {
      if (alone || claimedInTime >= 0) {
        return false;
      }
      first = !hasChunk();
      chunks++;
    }
    // The first chunk sets the alarm: from now on another thread has work.
    if (first || wantsThread()) {
      engine.update(this);
    }
    return true;
  }

  /** Number of chunks that were claimed before claiming ended. */
  int claimed() {
    int unclaimed = nextChunk.get(next);
    int inTime = claimedInTime;
    while (inTime < 0 && unclaimed >= CLOSED) {
      // Another thread closes them at this very moment.
      Thread.onSpinWait();
      inTime = claimedInTime;
    }
    return inTime >= 0 ? inTime : Math.min(unclaimed, chunks);
  }

  W join(Worker by, int chunk) throws Exception {
    return joined.join(by, work, chunk);
  }

  private void closeChunks() {
    int before = nextChunk.getAndSet(next, CLOSED);
    if (before < CLOSED) {
      CLAIMED_IN_TIME.compareAndSet(this, -1, Math.min(before, chunks));
    }
  }

  /** Ends claiming. The caller needs room on its stack. */
  void enoughClaimed() {
    closeChunks();
    engine.wakePaused(this);
  }

  @Override
  public void enough() {
    StackReserve.toChange();
    enoughClaimed();
  }

  // ---- Borders ask the policy.

  /** A border inside a chunk, perhaps near the end of the stack. */
  @Override
  public void pass() {
    long nowNanos = engine.nanoTime();
    if (isDue(nowNanos) || nowNanos >= engine.alarmNanos) {
      StackReserve.toChange();
      border(nowNanos);
    }
  }

  /**
   * Passes a chunk border. Asks the policy if that is due or the load has changed. Returns true if
   * the policy was asked, so that one border asks once.
   */
  boolean border(long nowNanos) {
    boolean isDue = isDue(nowNanos);
    if (isDue) {
      askAgain(nowNanos);
    }
    if (nowNanos >= engine.alarmNanos) {
      engine.dispatchDue();
    }
    return isDue;
  }

  /** Asks the policy, and updates the engine if the answer may change threads. */
  void askAgain(long nowNanos) {
    if (review(nowNanos)) {
      engine.update(this);
    }
  }

  @SuppressWarnings("ReferenceEquality") // The allocator replaces the load when it changes.
  boolean isDue(long nowNanos) {
    return nowNanos >= dueNanos || forgotten || (!settled && engine.publishedLoad() != seenLoad);
  }

  /** Passes a border for a caller that passes none; under the engine's lock. */
  void passForCaller(long nowNanos) {
    if (open && isDue(nowNanos)) {
      review(nowNanos);
    }
  }

  /** Asks the policy or ends a late request. Returns true if the engine needs an update. */
  private boolean review(long nowNanos) {
    if (nowNanos >= deadlineNanos() && (hasChunk() || streamed != null)) {
      if (end(Ending.EXPIRED)) {
        engine.wakePaused(this);
      }
      dueNanos = NEVER;
      return false;
    }
    return hasChunk() && decideAgain(nowNanos);
  }

  /**
   * Asks the policy, except if its answer cannot change or another thread is asking. Returns true
   * if the engine needs an update.
   */
  private boolean decideAgain(long nowNanos) {
    if ((settled && !forgotten) || !REVIEWING.compareAndSet(this, false, true)) {
      return false;
    }
    int before = decidedDegree;
    try {
      decide(nowNanos);
    } finally {
      reviewing = false;
    }
    if (nowNanos >= helpFromNanos) {
      helpFromNanos = NEVER;
      return true;
    }
    return decidedDegree > before || engine.policyInForce().isMalleable();
  }

  /** Asks the policy in force. Called by the thread that reviews or starts the request. */
  @SuppressWarnings("ReferenceEquality") // Another policy is another object.
  void decide(long nowNanos) {
    while (true) {
      forgotten = false;
      PolicyInForce asked = engine.policyInForce();
      Load published = engine.publishedLoad();
      Decision decision = asked.policy().decide(progress(nowNanos), engine.load());
      int threads = threads();
      int most = Math.min(asked.maxDegree(), options.mostThreads());
      int wanted = Math.min(decision.degree(), most);
      boolean isMalleable = asked.isMalleable();
      // An earlier policy may have given more threads than the new greatest degree.
      decidedDegree = isMalleable ? wanted : Math.max(Math.min(threads, most), wanted);
      seenLoad = published;
      settled = threads >= most && !isMalleable;
      long askNanos = Instants.after(startNanos(), decision.askAgainNanos());
      dueNanos = Math.min(settled ? NEVER : Math.min(askNanos, helpFromNanos), deadlineNanos());
      if (asked == engine.policyInForce()) {
        return;
      }
      // The policy was replaced during the call: its answer does not count.
      forgetDecision();
    }
  }

  // ---- The request ends.

  @Override
  public boolean isOver() {
    return ending != null;
  }

  /** True if a thread announces the end, or has announced it. */
  boolean isAnnouncing() {
    return announcement != Announcement.DUE;
  }

  /** True if the end was announced to listeners and submitter. */
  boolean hasAnnounced() {
    return announcement == Announcement.DONE;
  }

  /** Ends the request. Workers stop at their next claim. Returns false if it has an end already. */
  boolean end(Ending why) {
    if (!ENDING.compareAndSet(this, (Ending) null, why)) {
      return false;
    }
    closeChunks();
    return true;
  }

  boolean cancel() {
    return engine.cancel(this);
  }

  /**
   * Ends the request with its first failure, even after its deadline: the work of its workers is
   * not reliable any more. Workers stop at their next claim.
   */
  void fail(Throwable cause) {
    Ending before = tryFail(new Ending.Failed(cause));
    if (before instanceof Ending.Failed earlier) {
      Suppression.add(earlier.cause(), cause);
    } else if (before instanceof Ending.Cancelled) {
      thrownLate = cause;
    }
    enoughClaimed();
  }

  /** As {@link #fail}, on a broken engine. */
  void failBroken(Ending.Failed failed) {
    tryFail(failed);
    closeChunks();
  }

  /** Returns the end before; the request stays cancelled, and keeps its first failure. */
  private @Nullable Ending tryFail(Ending.Failed failed) {
    Ending before = ending;
    while (canStillFail(before) && !ENDING.compareAndSet(this, before, failed)) {
      before = ending;
    }
    return before;
  }

  private static boolean canStillFail(@Nullable Ending before) {
    return switch (before) {
      case null -> true;
      // The work failed while it made the result.
      case Ending.Done done -> true;
      case Ending.Expired expired -> true;
      case Ending.Cancelled cancelled -> false;
      case Ending.Failed failed -> false;
    };
  }

  /** Makes the result on the thread of the last worker, if the request has not ended otherwise. */
  void makeResult() {
    try {
      ENDING.compareAndSet(this, (Ending) null, Ending.DONE);
      try {
        Ending why = why();
        if (why instanceof Ending.Done) {
          result = work.complete(joined.all());
        } else if (why instanceof Ending.Expired) {
          List<W> all = joined.all();
          Optional<R> partial = all.isEmpty() ? Optional.empty() : work.partial(all);
          result = partial.orElse(null);
          outcome = partial.isPresent() ? Outcome.PARTIAL : Outcome.EXPIRED;
        }
      } catch (Throwable t) {
        ending = new Ending.Failed(t);
      }
    } finally {
      endNanos = Math.max(engine.nanoTime(), path.startNanos());
    }
  }

  private Ending why() {
    Ending why = ending;
    if (why == null) {
      throw new IllegalStateException("announced before it ended");
    }
    return why;
  }

  /** Ends the request as cancelled, if it has not failed. For a request with a stuck thread. */
  void abandon(long nowNanos) {
    Ending before = ending;
    while (!(before instanceof Ending.Failed)
        && !ENDING.compareAndSet(this, before, Ending.CANCELLED)) {
      before = ending;
    }
    announce(Math.max(nowNanos, path.startNanos()));
  }

  /** Announces the end to the listeners, then to the submitter. */
  void announce() {
    announce(endNanos);
  }

  /** Announces the end, if no other thread does. The caller calls again if this method throws. */
  private void announce(long atNanos) {
    if (!ANNOUNCEMENT.compareAndSet(this, Announcement.DUE, Announcement.UNDER_WAY)) {
      return;
    }
    Announcement reached = Announcement.DUE;
    try {
      tell(atNanos);
      reached = Announcement.DONE;
    } finally {
      announcement = reached;
    }
    if (caller != null) {
      caller.wake();
    }
  }

  private void tell(long atNanos) {
    Ending why = why();
    Throwable cause =
        switch (why) {
          case Ending.Cancelled cancelled -> cancellation();
          case Ending.Failed failed -> failed.cause();
          case Ending.Done done -> null;
          case Ending.Expired expired ->
              outcome == Outcome.PARTIAL
                  ? null
                  : new DeadlineExceededException(started, deadlineNanos() - arrivalNanos());
        };
    Timeline timeline = timeline(atNanos, why);
    if (!listenersTold) {
      listenersTold = true;
      engine.listeners().endedWork(work, timeline);
      engine.listeners().ended(id(), timeline, options);
    }
    if (cause == null) {
      ticket.succeed(result, timeline);
    } else {
      ticket.fail(cause, timeline);
    }
  }

  private CancellationException cancellation() {
    var cancellation = new CancellationException("the request was cancelled");
    Throwable late = thrownLate;
    if (late != null) {
      Suppression.add(cancellation, late);
    }
    return cancellation;
  }

  private Timeline timeline(long atNanos, Ending why) {
    int claimed = claimed();
    List<Stint> served = stints == null ? List.of() : stints.until(atNanos);
    return started
        ? path.timeline(
            arrivalNanos(),
            admittedNanos,
            atNanos,
            claimed,
            served,
            finalOutcome(why),
            options.prediction())
        : new Timeline(
                arrivalNanos(), atNanos, atNanos, 0, 0, claimed, List.of(), finalOutcome(why))
            .predicted(options.prediction());
  }

  private Outcome finalOutcome(Ending why) {
    return switch (why) {
      case Ending.Cancelled cancelled -> Outcome.CANCELLED;
      case Ending.Failed failed -> Outcome.FAILED;
      case Ending.Done done -> outcome;
      case Ending.Expired expired -> outcome;
    };
  }

  /**
   * The states of a request's workers between chunks, in the order of joining. Safe for all
   * threads.
   *
   * @param <W> see {@link SharedWork}
   */
  static final class JoinedWorkers<W> {
    private static final int NOT_LEFT = Integer.MAX_VALUE;

    private static final class Joined<W> {
      /** The worker that uses the state, or used it last. */
      private Object by;

      private final W state;

      /**
       * The first chunk for which another worker may use the state; {@link #NOT_LEFT} while its
       * worker uses it.
       */
      private int leftBefore = NOT_LEFT;

      /** The next one to join. */
      private @Nullable Joined<W> next;

      Joined(Object by, W state) {
        this.by = by;
        this.state = state;
      }
    }

    /** In the order of joining. */
    private volatile @Nullable Joined<W> first;

    private @Nullable Joined<W> last;
    private int count;

    /**
     * Held while the work makes a state, which may take long. Taken before this object's lock,
     * never after it.
     */
    private final Object making = new Object();

    /**
     * Returns a worker's own state, or a state that another worker has left if states may move, or
     * a new state. The work makes one state at a time.
     *
     * @param chunk the claimed chunk; -1 for none
     */
    W join(Object by, SharedWork<W, ?> work, int chunk) throws Exception {
      Joined<W> found = first == null ? null : known(by, chunk, work.workersMove());
      if (found != null) {
        return found.state;
      }
      synchronized (making) {
        W state = work.join();
        add(new Joined<>(by, state));
        return state;
      }
    }

    private synchronized void add(Joined<W> one) {
      if (last == null) {
        first = one;
      } else {
        last.next = one;
      }
      last = one;
      count++;
    }

    @SuppressWarnings("ReferenceEquality") // A worker is equal to itself only.
    private synchronized @Nullable Joined<W> known(Object by, int chunk, boolean mayMove) {
      Joined<W> found = null;
      for (Joined<W> one = first; one != null; one = one.next) {
        if (one.by == by) {
          found = one;
          break;
        }
        if (one.leftBefore <= chunk && mayMove) {
          found = one;
        }
      }
      if (found != null) {
        found.by = by;
        found.leftBefore = NOT_LEFT;
      }
      return found;
    }

    /** Notes that a worker leaves the request after this number of claimed chunks. */
    @SuppressWarnings("ReferenceEquality")
    synchronized void leave(Object by, int claimed) {
      for (Joined<W> one = first; one != null; one = one.next) {
        if (one.by == by) {
          one.leftBefore = claimed;
        }
      }
    }

    synchronized List<W> all() {
      var all = new ArrayList<W>(count);
      for (Joined<W> one = first; one != null; one = one.next) {
        all.add(one.state);
      }
      return all;
    }
  }

  /** The reason why a request ends, or has ended. */
  sealed interface Ending {
    Ending DONE = new Done();
    Ending CANCELLED = new Cancelled();
    Ending EXPIRED = new Expired();

    /** The request's chunks have run. */
    record Done() implements Ending {}

    record Cancelled() implements Ending {}

    /** The request's deadline has passed. */
    record Expired() implements Ending {}

    /** The request's work threw. */
    record Failed(Throwable cause) implements Ending {}
  }
}
