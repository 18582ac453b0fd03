package org.curtail.runtime;

import org.jspecify.annotations.Nullable;

/**
 * One request on its way through the engine: its work, and what its workers and the {@link Engine}
 * do with it. Chunks are claimed from its {@link ChunkCursor}, without a lock; what was decided for
 * it is its {@link Deciding}, who served it its {@link DegreePath}, how it ends its {@link Finish}.
 */
final class Request<W, R> extends ServedRequest implements SharedWork.Checkpoint {
  /** Who serves the request itself and waits for it; null if it was handed over. */
  final @Nullable Worker caller;

  /** Where its threads run; null on an engine without classes of speed. */
  private final @Nullable RequestPlaces places;

  /** Where its chunks come from if they come while it runs and its caller passes no borders. */
  final @Nullable ComingChunks coming;

  /** Null if it was not reserved. */
  final @Nullable ReservedWork reserved;

  private final SharedWork<W, R> work;
  private final Ticket<R> ticket;
  private final ChunkCursor cursor = new ChunkCursor();
  private final Finish<R> finish = new Finish<>();

  private final JoinedWorkers<W> joined = new JoinedWorkers<>();

  /** True if a worker alone serves all of it. */
  private volatile boolean alone;

  /** True once chunks may be claimed. */
  private volatile boolean open;

  /** True once it has been accepted, whatever happens afterwards; its submitter's. */
  boolean takenIn;

  // Guarded by the engine's lock.

  /** True once its last worker has been given back. */
  boolean exited;

  /** True once it was taken out of the queue without having started. */
  boolean dropped;

  /** The next of those that were dropped and are still to be told so. */
  @Nullable Request<?, ?> nextDropped;

  Request(
      long id,
      SharedWork<W, R> work,
      RequestOptions options,
      Engine engine,
      long arrivalNanos,
      @Nullable Worker caller) {
    super(id, options, engine, arrivalNanos, work.wantsCpuTime());
    this.work = work;
    this.caller = caller;
    coming = work instanceof ComingChunks chunks ? chunks : null;
    reserved = work instanceof ReservedWork late ? late : null;
    ticket = new Ticket<>(this);
    places = RequestPlaces.of(this, engine.classes());
  }

  @Nullable RequestPlaces places() {
    return places;
  }

  Ticket<R> ticket() {
    return ticket;
  }

  // ---- What the allocator asks, under the engine's lock; the rest is in the class above.

  @Override
  public boolean hasWork() {
    return open && hasChunk();
  }

  /** Who passes no borders, or serves alone, cannot be set aside. */
  @Override
  public boolean canBeSetAside() {
    return coming == null && !alone;
  }

  /** Whether its caller waits to be its first thread; while others serve it, a helper is needed. */
  boolean bringsThread() {
    return caller != null && threads() == 0 && (!started || caller.isAside());
  }

  /** A worker leaves it to others. Returns the threads that are left; 0 if it stays. */
  int leaveToOthers(Worker worker, long nowNanos) {
    ShiftSignals signals = leaves(worker);
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

  /** A worker leaves it to others, or for now to nobody. Returns the threads that are left. */
  int leaveForNow(Worker worker, long nowNanos) {
    leaves(worker);
    joined.leave(worker, claimed());
    return path.leaveForNow(nowNanos, claimed());
  }

  private static @Nullable ShiftSignals leaves(Worker worker) {
    ShiftSignals signals = worker.signals();
    if (signals != null) {
      signals.leaves();
    }
    return signals;
  }

  /** True once its work has said how many chunks there are. */
  boolean isOpen() {
    return open;
  }

  @Override
  boolean hasChunk() {
    return cursor.hasChunk();
  }

  /** It left the queue without having started, or is given up while it is aside. */
  void drop(long nowNanos) {
    finish.dropped();
    // A clock may go back.
    finish.endedAt(Math.max(nowNanos, started ? path.startNanos() : arrivalNanos()));
    dropped = true;
  }

  // ---- Called by workers.

  /** A worker serves it from now on. */
  void tellPlaced(Worker worker, long nowNanos) {
    SpeedPlace place = worker.place();
    if (place != null && !finish.isAnnounced()) {
      Listeners told = engine.listeners();
      told.placed(id(), nowNanos, worker.number, worker.speedClass, place.leftClass());
    }
  }

  /** A worker serves it no more. */
  void tellLeft(Worker worker, long nowNanos) {
    if (worker.place() != null && !finish.isAnnounced()) {
      engine.listeners().left(id(), nowNanos, worker.number);
    }
  }

  /** The first worker is awake. */
  void begin(long nowNanos) {
    path.begin(nowNanos);
    engine.listeners().started(id(), path.startNanos());
  }

  /** A worker alone serves all of it, beside the policy. */
  void beginAlone(long nowNanos) {
    alone = true;
    deciding.alone(deadlineNanos());
    // A clock may go back.
    admittedNanos = Math.max(nowNanos, arrivalNanos());
    path.start(admittedNanos);
    started = true;
    begin(nowNanos);
  }

  /** The caller, admitted, serves it where nobody sees. */
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
    if (!isToldNow && !finish.isAnnounced()) {
      engine.listeners().degreeChanged(id(), nowNanos, serving);
    }
  }

  /** Returns whether nobody had told yet. */
  boolean tellGoingOn(long nowNanos) {
    boolean untold = path.takeUntold();
    if (untold && !finish.isAnnounced()) {
      engine.listeners().degreeChanged(id(), nowNanos, 1);
    }
    return untold;
  }

  void tellSetAside(long nowNanos) {
    if (!finish.isAnnounced()) {
      engine.listeners().setAside(id(), nowNanos);
    }
  }

  /** What the first worker does before it joins. Returns false if the request has ended already. */
  boolean prepare() throws Exception {
    if (isOver()) {
      return false;
    }
    // Held chunks come while it begins.
    open = coming != null;
    work.begin(Math.max(degree(), 1));
    int count = work.chunks();
    if (count < 0 || count > SharedWork.MOST_CHUNKS) {
      throw new IllegalStateException(
          "the work has %d chunks; expected 0 to %d".formatted(count, SharedWork.MOST_CHUNKS));
    }
    if (coming == null) {
      path.opened(engine.nanoTime());
      cursor.set(count);
      open = true;
      if (degree() > 1 && count > 1) {
        engine.grow(this);
      }
    }
    return true;
  }

  /** The next chunk; -1 if there is none. */
  int claim() {
    return coming != null ? cursor.claimOfThoseSoFar() : cursor.claim();
  }

  /** One more chunk is held. Returns false if nobody will ever claim it. */
  boolean offer() {
    boolean first;
    synchronized (this) {
      if (alone || cursor.isClosed()) {
        return false;
      }
      first = !hasChunk();
      cursor.addOne();
    }
    // The first sets the alarm: from now on there is something that a further thread could do.
    if (first || wantsThread()) {
      engine.grow(this);
    }
    return true;
  }

  /** Chunks that were claimed as long as more were wanted. */
  int claimed() {
    return cursor.claimed();
  }

  W join(Worker by, int chunk) throws Exception {
    return joined.join(by, work, chunk);
  }

  void run(W worker, int chunk) throws Exception {
    work.run(worker, chunk, this);
  }

  /** See {@link Finish#fail}. Workers stop at their next claim. */
  void fail(Throwable cause) {
    finish.fail(cause);
    enoughClaimed();
  }

  /** Ends the request unless it is ending already; workers stop at their next claim. */
  boolean end(Ending why) {
    if (!finish.end(why)) {
      return false;
    }
    cursor.close();
    return true;
  }

  private void enoughClaimed() {
    cursor.close();
    engine.wakePaused(this);
  }

  boolean cancel() {
    return engine.cancel(this);
  }

  @Override
  public boolean isOver() {
    return finish.isOver();
  }

  @Override
  public void enough() {
    StackReserve.toChange();
    enoughClaimed();
  }

  /** A border inside a chunk, perhaps near the end of the stack. */
  @Override
  public void pass() {
    long nowNanos = engine.nanoTime();
    if (isDue(nowNanos) || engine.isAlarmDue(nowNanos)) {
      StackReserve.toChange();
      border(nowNanos);
    }
  }

  /**
   * A border: asks the policy if its time has come or the load has changed. Returns whether it was
   * asked, so that nobody asks twice at one border.
   */
  boolean border(long nowNanos) {
    boolean isDue = isDue(nowNanos);
    if (isDue) {
      askAgain(nowNanos);
    }
    engine.passAlarm(nowNanos);
    return isDue;
  }

  /** Asks the policy, and lets the engine look if the answer may matter to it. */
  void askAgain(long nowNanos) {
    if (review(nowNanos)) {
      engine.grow(this);
    }
  }

  private boolean isDue(long nowNanos) {
    return deciding.isDue(nowNanos, engine.news());
  }

  /** A border on behalf of a caller who passes none; under the engine's lock. */
  void passUnseen(long nowNanos) {
    if (open && isDue(nowNanos)) {
      review(nowNanos);
    }
  }

  /** Returns true if the engine should look at the request. */
  private boolean review(long nowNanos) {
    if (nowNanos >= deadlineNanos() && (hasChunk() || coming != null)) {
      if (end(Ending.EXPIRED)) {
        engine.wakePaused(this);
      }
      deciding.putOff(NEVER);
      return false;
    }
    return hasChunk() && deciding.review(this, engine, nowNanos);
  }

  /** Makes the result, on the thread of the last worker. */
  void finish() {
    try {
      finish.make(work, joined);
    } finally {
      finish.endedAt(Math.max(engine.nanoTime(), path.startNanos()));
    }
  }

  /** Told before the listeners are. */
  void tellWork(Timeline timeline) {
    engine.listeners().endedWork(work, timeline);
  }

  /** It fails or counts as cancelled: a thread that is stuck in it will never say how it ended. */
  void abandon(long nowNanos) {
    finish.abandon();
    announce(Math.max(nowNanos, path.startNanos()));
  }

  /** Tells the listeners, then the submitter. */
  void announce() {
    announce(finish.endNanos());
  }

  private void announce(long endNanos) {
    if (finish.announce(this, endNanos) && caller != null) {
      caller.wake();
    }
  }
}
