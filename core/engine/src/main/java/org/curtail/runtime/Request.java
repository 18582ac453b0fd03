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
 * A request on its way through the engine: its work, its workers, the policy's decision for it, and
 * its end. From top to bottom in the order of its life. Chunks are claimed without a lock; its
 * {@link DegreePath} has its threads over time. The state of its threads is written under the
 * engine's lock, and read by all its workers. A request ends once, and is announced once.
 */
final class Request<W, R> extends DispatchedRequest implements SharedWork.Checkpoint {
  /**
   * Work whose chunks arrive while it runs, and whose caller passes no borders: all that the engine
   * knows of the {@link EngineExecutor}. Called under the engine's lock, except where said.
   */
  interface StreamedWork {
    /** Called once, before any chunk arrives, without the lock. */
    void belongsTo(Request<?, ?> owner);

    /** True if no thread runs a chunk that cannot wait: one should, whatever the policy says. */
    boolean needsRescue(long nowNanos, boolean closed);

    /** True if the caller has not said when the request ends, and seems to have gone. */
    boolean callerIsGone(long nowNanos, boolean closed);

    /** Ends the request for a caller that has gone. Without the lock. */
    void leave();

    /**
     * On a broken engine, runs the chunks that are left on this thread, and ends the request if its
     * caller does not. Without the lock.
     */
    void engineIsBroken();

    /** The next moment at which the engine should look after the request. */
    long nextLookNanos(long nowNanos);
  }

  /** Work of a {@link Reservation}. */
  interface ReservedWork {
    /** Tells the caller that the request has its first thread. May call users' code. */
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
     * Most suppressed exceptions, since one that is thrown again and again must not collect without
     * end.
     */
    static final int MOST = 8;

    private Suppression() {}

    /** Adds an exception, unless it is the same one or there are many already. Throws nothing. */
    @SuppressWarnings("ReferenceEquality") // An exception cannot suppress itself.
    static void add(Throwable to, Throwable further) {
      try {
        if (to != further && to.getSuppressed().length < MOST) {
          to.addSuppressed(further);
        }
      } catch (Throwable e) {
        // Memory is short, or the exception has methods of its own: the first one is known.
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
   * The worker of a caller that serves the request itself and waits for it; null if it was handed
   * over.
   */
  final @Nullable Worker caller;

  /** Places of its threads; null on an engine without classes of speed. */
  private final SpeedPlacing.@Nullable Places places;

  /** Its work, if chunks arrive while it runs; else null. */
  final @Nullable StreamedWork streamed;

  /** Its work, if it was reserved; else null. */
  final @Nullable ReservedWork reserved;

  /** Readings and tags of its threads; null if they have none, which costs nothing. */
  final EngineSignals.@Nullable Guarded signals;

  /** Stints of its threads; null if they do not read themselves. */
  final WorkerSignals.@Nullable StintLog stints;

  // ---- Which of its chunks are claimed, without a lock.

  /** Integers in a cache line, and more: processors have lines of 64 or 128 bytes. */
  private static final int LINE = 16;

  /** Above all chunks; the rest of the range is room for claims that are still counted. */
  private static final int CLOSED = SharedWork.MOST_CHUNKS + (1 << 29);

  /**
   * The next chunk to claim; at or beyond {@link #chunks} none is left. It stands alone in its
   * cache line: every claim writes it, and would take {@link #chunks}, which every claim reads,
   * from the other threads.
   */
  private final AtomicIntegerArray nextChunk;

  /** Its index there: 0 if the policy gives requests one thread, which has the line for itself. */
  private final int next;

  /** Number of claimed chunks at the end of claiming; -1 before. */
  private volatile int claimedInTime = -1;

  /** Set once, unless chunks arrive while it runs. */
  private volatile int chunks;

  private final DegreePath path = new DegreePath();
  private final JoinedWorkers<W> joined = new JoinedWorkers<>();

  /** True if a worker alone serves all of it. */
  private volatile boolean alone;

  /** True once chunks may be claimed. */
  private volatile boolean open;

  // ---- The policy's decision: read at every border by all its workers, written by the thread that
  // has begun a review, one at a time.

  private volatile boolean reviewing;
  private volatile int decidedDegree;
  private volatile @Nullable Load seenLoad;

  /** The next question to the policy if the load stays as it is, or the deadline. */
  private volatile long dueNanos = NEVER;

  /**
   * From then on helpers are woken, if it has not ended: it was to end before they are awake. NEVER
   * if they are woken already.
   */
  private long helpFromNanos = NEVER;

  /** True once it has all the workers that it can ever get: load and age mean nothing to it. */
  private volatile boolean settled;

  /**
   * True from a change of the policy until it is asked. Written last by the thread that changes it
   * and first by a thread that asks: if their other writes mix, this is still true.
   */
  private volatile boolean forgotten;

  // ---- Its end.

  private volatile @Nullable Ending ending;
  private volatile Announcement announcement = Announcement.DUE;

  /** Set by the thread that announces: listeners are told once. */
  private boolean listenersTold;

  /** Exception of its work after it had been cancelled. */
  private volatile @Nullable Throwable thrownLate;

  // Written and read by the last worker, or by the thread that took the request out of the queue.
  private @Nullable R result;
  private Outcome outcome = Outcome.COMPLETED;
  private long endNanos;

  // ---- Guarded by the engine's lock.

  /** Moment at which it was given its first thread; written before that thread begins. */
  private long admittedNanos;

  /** True once the request left the queue to be served. */
  private volatile boolean started;

  /** True once its last worker has been given back. */
  boolean allWorkersBack;

  /** True once it was taken out of the queue without having started. */
  boolean endedWithoutThread;

  /** The next dropped request that is to be announced. */
  @Nullable Request<?, ?> nextToAnnounce;

  /** The next reserved request whose caller is still to be told of its thread. */
  @Nullable Request<?, ?> nextGranted;

  /** True while it is among the streamed requests whose callers seem to have gone. */
  boolean isCallerGone;

  /** The next one among those. */
  @Nullable Request<?, ?> nextCallerGone;

  /** True while it is among the requests that have arrived and not ended. */
  boolean isTracked;

  /** The next older one among those. */
  @Nullable Request<?, ?> older;

  /** The next newer one among those. */
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

  /** Ends the request for its caller. Without the engine's lock. */
  void callerIsGone() {
    if (streamed != null) {
      streamed.leave();
    }
  }

  /** Tells the caller of its thread. Without the engine's lock. */
  void tellGranted() {
    if (reserved != null) {
      reserved.tellGranted();
    }
  }

  DegreePath path() {
    return path;
  }

  // ---- Questions of the allocator, under the engine's lock.

  @Override
  public long startNanos() {
    return path.startNanos();
  }

  @Override
  public int decidedDegree() {
    // While a policy is replaced, the one before may still say more.
    return Math.min(decidedDegree, engine.maxDegree);
  }

  /** Forgets the decision of an earlier policy; the new one is asked at the next border. */
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
    return path.servedNanos() - threads() * path.startNanos();
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

  /** False for a request that passes no borders, or is served alone. */
  @Override
  public boolean canBePreempted() {
    return streamed == null && !alone;
  }

  boolean hasStarted() {
    return started;
  }

  /** The next moment at which the policy, or the deadline, wants a border to be passed. */
  long dueNanos() {
    return dueNanos;
  }

  // ---- It is given threads, and loses them; under the engine's lock.

  void start(long nowNanos) {
    admittedNanos = Math.max(nowNanos, arrivalNanos());
    path.start(admittedNanos);
    started = true;
  }

  /** Goes on after a preemption. */
  void resume(long nowNanos) {
    path.resume(nowNanos);
    if (hasChunk()) {
      decide(nowNanos);
    }
  }

  /** True if its caller waits to be its first thread; while others serve it, a helper is needed. */
  boolean bringsThread() {
    return caller != null && threads() == 0 && (!started || caller.isPreempted());
  }

  /** A worker leaves it to others. Returns the threads that are left; 0 if it stays. */
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
   * A worker leaves it to another one, which goes on with it. Returns the threads that are left; 0
   * if it was the only one, and the other one takes its place.
   */
  int leaveToAnother(Worker worker, long nowNanos) {
    leaves(worker);
    joined.leave(worker, claimed());
    return path.leaveToOthers(nowNanos, claimed());
  }

  /**
   * A worker leaves it to others, or preempts it if it is the last one. Returns the number of
   * threads left.
   */
  int leaveForNow(Worker worker, long nowNanos) {
    leaves(worker);
    joined.leave(worker, claimed());
    return path.leaveForNow(nowNanos, claimed());
  }

  /** Returns what a worker publishes while it serves this request; null without signals. */
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

  /** Ends a request that left the queue without having started, or is given up while preempted. */
  void endWithoutThread(long nowNanos) {
    outcome = Outcome.EXPIRED;
    // A clock may go back.
    endNanos = Math.max(nowNanos, started ? path.startNanos() : arrivalNanos());
    endedWithoutThread = true;
  }

  // ---- Workers come.

  /** Tells listeners that a worker serves the request. */
  void tellPlaced(Worker worker, long nowNanos) {
    SpeedPlacing.Place place = worker.place();
    if (place != null && !isAnnounced()) {
      engine
          .listeners()
          .placed(id(), nowNanos, worker.number, worker.speedClass, place.leftClass());
    }
  }

  /** Tells listeners that a worker has left the request. */
  void tellLeft(Worker worker, long nowNanos) {
    if (worker.place() != null && !isAnnounced()) {
      engine.listeners().left(id(), nowNanos, worker.number);
    }
  }

  /** Begins, since the first worker is awake. */
  void begin(long nowNanos) {
    path.begin(nowNanos);
    engine.listeners().started(id(), path.startNanos());
  }

  /** A worker alone serves all of it, beside the policy. */
  void beginAlone(long nowNanos) {
    alone = true;
    // Only the deadline matters.
    decidedDegree = 1;
    settled = true;
    dueNanos = deadlineNanos();
    // A clock may go back.
    admittedNanos = Math.max(nowNanos, arrivalNanos());
    path.start(admittedNanos);
    started = true;
    begin(nowNanos);
  }

  /** Begins on a caller's thread, outside of the engine, once admitted. */
  void beginOutside() {
    begin(engine.nanoTime());
    open = true;
  }

  /** A helper that was sent arrives. Returns the threads; 0 if nothing is left for it to do. */
  int enter(long nowNanos) {
    return hasChunk() ? path.enter(nowNanos, claimed()) : 0;
  }

  /** A worker has found no chunk left. Returns how many are left; the last ends the request. */
  int leave(long nowNanos) {
    return path.leave(nowNanos, claimed());
  }

  /** As {@link #leave}, for the last worker only. Returns false if it is not the last. */
  boolean leaveIfLast(long nowNanos) {
    return path.leaveIfLast(nowNanos, claimed());
  }

  void tellDegree(long nowNanos, int serving) {
    // A helper may come before the thread with which the request goes on.
    boolean isToldNow = tellGoingOn(nowNanos) && serving == 1;
    if (!isToldNow && !isAnnounced()) {
      engine.listeners().degreeChanged(id(), nowNanos, serving);
    }
  }

  /** True if no listener had been told yet. */
  boolean tellGoingOn(long nowNanos) {
    boolean untold = path.takeUntold();
    if (untold && !isAnnounced()) {
      engine.listeners().degreeChanged(id(), nowNanos, 1);
    }
    return untold;
  }

  void tellPreempted(long nowNanos) {
    if (!isAnnounced()) {
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
    // Held chunks come while it begins.
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

  /** True once its work has said how many chunks there are. */
  boolean isOpen() {
    return open;
  }

  boolean hasChunk() {
    return nextChunk.get(next) < chunks;
  }

  /** Time of all threads for each claimed chunk, once it has ended. */
  long chunkNanos() {
    return path.servedNanos() / Math.max(claimed(), 1);
  }

  /** The next chunk; -1 if there is none. */
  int claim() {
    if (streamed != null) {
      return claimOfThoseSoFar();
    }
    int chunk = nextChunk.getAndIncrement(next);
    return chunk < chunks ? chunk : -1;
  }

  /** Claims a chunk of a streamed request: the next number must not run ahead. */
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
    // The first sets the alarm: from now on there is something that a further thread could do.
    if (first || wantsThread()) {
      engine.update(this);
    }
    return true;
  }

  /** Chunks that were claimed as long as more were wanted. */
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

  /** Ends claiming. By a thread with room on its stack. */
  void enoughClaimed() {
    closeChunks();
    engine.wakePaused(this);
  }

  @Override
  public void enough() {
    StackReserve.toChange();
    enoughClaimed();
  }

  // ---- At borders the policy is asked.

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
   * A chunk border: asks the policy if its time has come or the load has changed. Returns true if
   * the policy was asked, so that it is asked once at a border.
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

  /** Asks the policy, and lets the engine look if the answer may matter to it. */
  void askAgain(long nowNanos) {
    if (review(nowNanos)) {
      engine.update(this);
    }
  }

  @SuppressWarnings("ReferenceEquality") // The allocator replaces the load when it changes.
  boolean isDue(long nowNanos) {
    return nowNanos >= dueNanos || forgotten || (!settled && engine.publishedLoad() != seenLoad);
  }

  /** A border on behalf of a caller that passes none; under the engine's lock. */
  void passForCaller(long nowNanos) {
    if (open && isDue(nowNanos)) {
      review(nowNanos);
    }
  }

  /** Returns true if the engine should look at the request. */
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
   * Asks the policy, unless its answer means nothing or another thread asks at this moment. Returns
   * true if the engine should look at the request.
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

  /** Asks the policy in force; on a thread that reviews or starts the request. */
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
      // Threads that an earlier policy gave may be more than this one knows of.
      decidedDegree = isMalleable ? wanted : Math.max(Math.min(threads, most), wanted);
      seenLoad = published;
      settled = threads >= most && !isMalleable;
      long askNanos = Instants.after(startNanos(), decision.askAgainNanos());
      dueNanos = Math.min(settled ? NEVER : Math.min(askNanos, helpFromNanos), deadlineNanos());
      if (asked == engine.policyInForce()) {
        return;
      }
      // The answer of a policy that was replaced meanwhile does not count.
      forgetDecision();
    }
  }

  // ---- It ends.

  @Override
  public boolean isOver() {
    return ending != null;
  }

  /** True if its end is neither announced nor being announced. */
  boolean isUnannounced() {
    return announcement == Announcement.DUE;
  }

  /** True if listeners and submitter have been told of its end. */
  boolean hasAnnounced() {
    return announcement == Announcement.DONE;
  }

  boolean isAnnounced() {
    return announcement != Announcement.DUE;
  }

  /** Ends the request unless it is ending already; workers stop at their next claim. */
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
   * Ends the request with its first failure, even if its deadline has passed: what its workers have
   * done cannot be trusted any more. Workers stop at their next claim.
   */
  void fail(Throwable cause) {
    Ending failed = new Ending.Failed(cause);
    Ending before = ending;
    while (canStillFail(before) && !ENDING.compareAndSet(this, before, failed)) {
      before = ending;
    }
    if (before instanceof Ending.Failed earlier) {
      Suppression.add(earlier.cause(), cause);
    } else if (before instanceof Ending.Cancelled) {
      thrownLate = cause;
    }
    enoughClaimed();
  }

  /** As {@link #fail}, on a broken engine: what it ended with before stays. */
  void failUnlessEnded(Ending.Failed failed) {
    Ending before = ending;
    while (canStillFail(before) && !ENDING.compareAndSet(this, before, failed)) {
      before = ending;
    }
    closeChunks();
  }

  private static boolean canStillFail(@Nullable Ending before) {
    return switch (before) {
      case null -> true;
      // Making the result has failed.
      case Ending.Done done -> true;
      case Ending.Expired expired -> true;
      case Ending.Cancelled cancelled -> false;
      case Ending.Failed failed -> false;
    };
  }

  /** Makes the result, on the thread of the last worker, unless it has ended otherwise. */
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

  /** It fails or counts as cancelled: a thread that is stuck in it will never say how it ended. */
  void abandon(long nowNanos) {
    Ending before = ending;
    while (!(before instanceof Ending.Failed)
        && !ENDING.compareAndSet(this, before, Ending.CANCELLED)) {
      before = ending;
    }
    announce(Math.max(nowNanos, path.startNanos()));
  }

  /** Tells the listeners, then the submitter. */
  void announce() {
    announce(endNanos);
  }

  /** Announces the end, unless another thread does. If it throws, it is to be called again. */
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
          case Ending.Expired expired -> outcome == Outcome.PARTIAL ? null : expiry();
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

  private DeadlineExceededException expiry() {
    return new DeadlineExceededException(
        "the deadline passed %s, %.1f ms after the request arrived"
            .formatted(
                started ? "while the request ran" : "while the request waited",
                (deadlineNanos() - arrivalNanos()) / 1e6));
  }

  /**
   * The states that the workers of one request keep between chunks, in the order of joining. Safe
   * for all threads.
   *
   * @param <W> see {@link SharedWork}
   */
  static final class JoinedWorkers<W> {
    private static final int NOT_LEFT = Integer.MAX_VALUE;

    private static final class Joined<W> {
      /**
       * The worker that uses the state; after it has left, the one that goes on with it if it comes
       * back.
       */
      private Object by;

      private final W state;

      /**
       * If its worker has left: the first chunk with which another worker may take the state over.
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

    /** Held while the work makes what a worker keeps, which may take long; never with the other. */
    private final Object making = new Object();

    /**
     * Returns a worker's state: its own, or one that another worker has left if states may move; a
     * new one if there is neither. The work makes one at a time.
     *
     * @param chunk that it has claimed; -1 if none
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

    /** A worker leaves the request for now, with this number of chunks claimed. */
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

    /** Its chunks have run. */
    record Done() implements Ending {}

    record Cancelled() implements Ending {}

    /** Its deadline has passed. */
    record Expired() implements Ending {}

    /** Its work threw. */
    record Failed(Throwable cause) implements Ending {}
  }
}
