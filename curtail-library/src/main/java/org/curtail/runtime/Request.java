package org.curtail.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Progress;
import org.jspecify.annotations.Nullable;

/**
 * One request on its way through the engine: the cursor from which its workers claim chunks, and
 * what was decided for it.
 *
 * <p>Fields under "queue" belong to the {@link Dispatcher}'s lock. Claiming takes no lock.
 */
final class Request<W, R> implements SharedWork.Checkpoint {
  /** No such moment. */
  static final long NEVER = Long.MAX_VALUE;

  private record Joined<W>(Worker by, W worker) {}

  private enum Announcement {
    DUE,
    UNDER_WAY,
    DONE
  }

  final long id;
  final long arrivalNanos;
  final long deadlineNanos;

  /** Who serves the request itself and waits for it; null if it was handed over. */
  final @Nullable Worker caller;

  /** Where its chunks come from if they come while it runs and its caller passes no borders. */
  final @Nullable HeldWork<?> held;

  private final RequestOptions options;
  private final SharedWork<W, R> work;
  private final Dispatcher dispatcher;
  private final Ticket<R> ticket;

  /** The next chunk to claim; at or beyond {@link #chunks} none is left. */
  private final AtomicInteger cursor = new AtomicInteger();

  /** Chunks claimed when no more were wanted; -1 as long as more are. */
  private final AtomicInteger claimedInTime = new AtomicInteger(-1);

  private final AtomicReference<@Nullable Ending> ending = new AtomicReference<>();
  private final AtomicReference<Announcement> announcement =
      new AtomicReference<>(Announcement.DUE);

  /** Set by whoever announces: the listeners are told once. */
  private boolean told;

  /** What its work threw after it had been cancelled. */
  private volatile @Nullable Throwable thrownLate;

  /** What the workers keep, in the order of joining; guarded by this request's monitor. */
  private final List<Joined<W>> joined = new ArrayList<>(1);

  /** Set once, before {@link #open} turns true; grows if they are held. */
  private volatile int chunks;

  /** True if a worker alone serves all of it. */
  private volatile boolean alone;

  /** True once chunks may be claimed. */
  private volatile boolean open;

  private final DegreePath path = new DegreePath();

  // Decisions. Written by whoever holds the review, read at every border.
  private final AtomicInteger reviewing = new AtomicInteger();
  private volatile int degree;
  private volatile @Nullable Load newsSeen;

  /** When something is due though the load stays as it is: a question, or the deadline. */
  private volatile long dueNanos = NEVER;

  /** True once it has all the workers that it can get for good: load and age mean nothing to it. */
  private volatile boolean settled;

  // Outcome. Written and read by the last worker, or by who took it out of the queue.
  private @Nullable R result;
  private Outcome outcome = Outcome.COMPLETED;
  private long endNanos;

  // Queue. Guarded by the dispatcher's lock; what is volatile is read without.

  /** Threads that serve the request or are on their way to it. */
  private volatile int threads;

  /** As many threads as it may keep. */
  volatile int share = Integer.MAX_VALUE;

  /** While threads are shared out: its share so far. */
  int newShare;

  volatile boolean boosted;

  /** While threads are given out: how urgently it needs one beyond those it has. */
  double priority;

  /** Ascends in the order in which requests start. */
  long startOrder;

  /** Among those that want threads and are served by as many; null if it is in no cohort. */
  private Cohort.@Nullable Place place;

  /** True once the request left the queue to be served. */
  private volatile boolean started;

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
      Dispatcher dispatcher,
      long arrivalNanos,
      @Nullable Worker caller) {
    this.id = id;
    this.work = work;
    this.options = options;
    this.dispatcher = dispatcher;
    this.arrivalNanos = arrivalNanos;
    this.caller = caller;
    held = work instanceof HeldWork<?> chunksToCome ? chunksToCome : null;
    deadlineNanos =
        options.hasTimeout() ? Instants.after(arrivalNanos, options.timeoutNanos()) : NEVER;
    ticket = new Ticket<>(this);
  }

  Ticket<R> ticket() {
    return ticket;
  }

  RequestOptions options() {
    return options;
  }

  PriorityClass priorityClass() {
    return options.priorityClass();
  }

  // ---- Called by the dispatcher under its lock.

  Progress progress(long nowNanos) {
    return progress(nowNanos, threads);
  }

  /** As if it had so many threads. */
  Progress progress(long nowNanos, int withThreads) {
    long executionNanos = started ? Math.max(nowNanos - path.startNanos(), 0) : 0;
    long ageNanos = Math.max(nowNanos - arrivalNanos, executionNanos);
    return new Progress(
        ageNanos,
        executionNanos,
        path.attainedNanos(executionNanos, Math.max(dispatcher.maxDegree(), 1)),
        degree,
        withThreads,
        options.prediction());
  }

  void start(long nowNanos) {
    path.start(Math.max(nowNanos, arrivalNanos));
    decide(nowNanos);
    started = true;
  }

  /** It could not be started, and waits on. */
  void undoStart() {
    started = false;
    threads = 0;
    boosted = false;
  }

  /** Its threads are counted anew. */
  void recount(int serving) {
    threads = serving;
  }

  boolean hasStarted() {
    return started;
  }

  long startNanos() {
    return path.startNanos();
  }

  /** See {@link DegreePath#servedNanos}. */
  long servedNanos() {
    return path.servedNanos();
  }

  /** True if none of its threads is still on its way; stays so until its threads change. */
  boolean isServedByAll() {
    return path.serving() == threads;
  }

  void joinCohort(Cohort cohort) {
    place = cohort.add(this);
  }

  /** Cohorts are made anew. */
  void forgetCohort() {
    place = null;
  }

  void leaveCohort() {
    if (place != null) {
      place.leave();
      place = null;
    }
  }

  int threads() {
    return threads;
  }

  /** As many threads as it could use at this moment. */
  int usableThreads() {
    return open && hasChunk() ? degree : Math.max(threads, 1);
  }

  /** True once its work has said how many chunks there are. */
  boolean isOpen() {
    return open;
  }

  int degree() {
    return degree;
  }

  boolean wantsThread() {
    return open && threads < degree && threads < share && hasChunk();
  }

  /** More than its share, asked anew. Once no chunk is left, its threads go by themselves. */
  boolean hasTooManyThreads(long nowNanos) {
    if (!hasChunk()) {
      return false;
    }
    if (review(nowNanos)) {
      dispatcher.grow(this);
    }
    return threads > share;
  }

  boolean hasChunk() {
    return cursor.get() < chunks;
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // Others only read it.
  void threadComes() {
    threads++;
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // Others only read it.
  void threadGoes() {
    threads--;
  }

  // ---- Called by workers.

  /** The first worker is awake. */
  void begin(long nowNanos) {
    path.begin(nowNanos);
    dispatcher.listeners().started(id, path.startNanos());
  }

  /** A worker alone serves all of it, beside the policy. */
  void beginAlone(long nowNanos) {
    alone = true;
    degree = 1;
    settled = true;
    dueNanos = deadlineNanos;
    // A clock may go back.
    path.start(Math.max(nowNanos, arrivalNanos));
    started = true;
    begin(nowNanos);
  }

  /** The caller, admitted, serves it where nobody sees. */
  void beginOutside() {
    begin(dispatcher.nanoTime());
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

  /** A worker is wanted elsewhere. Returns how many are left; 0 if it is the last, which stays. */
  int leaveToOthers(long nowNanos) {
    return path.leaveToOthers(nowNanos, claimed());
  }

  void tellDegree(long nowNanos, int serving) {
    if (announcement.get() != Announcement.DUE) {
      return;
    }
    dispatcher.listeners().degreeChanged(id, nowNanos, serving);
  }

  /** What the first worker does before it joins. Returns false if the request has ended already. */
  boolean prepare() throws Exception {
    if (ending.get() != null) {
      return false;
    }
    // Held chunks come while it begins.
    open = held != null;
    work.begin(degree);
    int count = work.chunks();
    if (count < 0 || count > SharedWork.MOST_CHUNKS) {
      throw new IllegalStateException(
          "the work has %d chunks; expected 0 to %d".formatted(count, SharedWork.MOST_CHUNKS));
    }
    if (held != null) {
      return true;
    }
    chunks = count;
    open = true;
    if (degree > 1 && count > 1) {
      dispatcher.grow(this);
    }
    return true;
  }

  /** The next chunk; -1 if there is none. */
  int claim() {
    if (held != null) {
      return claimHeld();
    }
    int chunk = cursor.getAndIncrement();
    return chunk < chunks ? chunk : -1;
  }

  /** There may be more later, so the cursor must not run ahead. */
  private int claimHeld() {
    int chunk = cursor.get();
    while (chunk < chunks) {
      if (cursor.compareAndSet(chunk, chunk + 1)) {
        return chunk;
      }
      chunk = cursor.get();
    }
    return -1;
  }

  /** One more chunk is held. Returns false if nobody will ever claim it. */
  boolean offer() {
    boolean first;
    synchronized (this) {
      if (alone || claimedInTime.get() >= 0) {
        return false;
      }
      first = !hasChunk();
      chunks = chunks + 1;
    }
    // The first sets the alarm: from now on there is something that a further thread could do.
    if (first || wantsThread()) {
      dispatcher.grow(this);
    }
    return true;
  }

  /** Chunks that were claimed as long as more were wanted. */
  int claimed() {
    int inTime = claimedInTime.get();
    return inTime >= 0 ? inTime : Math.min(cursor.get(), chunks);
  }

  @SuppressWarnings("ReferenceEquality") // A worker is a thread, and equal to itself only.
  synchronized W join(Worker by) throws Exception {
    for (Joined<W> known : joined) {
      if (known.by == by) {
        return known.worker;
      }
    }
    W worker = work.join();
    joined.add(new Joined<>(by, worker));
    return worker;
  }

  void run(W worker, int chunk) throws Exception {
    work.run(worker, chunk, this);
  }

  /**
   * Ends the request with its first failure, even if its deadline has passed: what its workers have
   * done cannot be trusted any more. Workers stop at their next claim.
   */
  void fail(Throwable cause) {
    var failed = new Ending.Failed(cause);
    Ending before = ending.get();
    while (canStillFail(before) && !ending.compareAndSet(before, failed)) {
      before = ending.get();
    }
    if (before instanceof Ending.Failed earlier) {
      Suppression.add(earlier.cause(), cause);
    } else if (before instanceof Ending.Cancelled) {
      thrownLate = cause;
    }
    claimNoMore();
    dispatcher.wakePaused(this);
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

  /** Ends the request unless it is ending already; workers stop at their next claim. */
  boolean end(Ending why) {
    if (!ending.compareAndSet(null, why)) {
      return false;
    }
    claimNoMore();
    return true;
  }

  /** At least 0; {@link #NEVER} if it has no deadline. */
  long nanosToDeadline() {
    return deadlineNanos == NEVER ? NEVER : Math.max(deadlineNanos - dispatcher.nanoTime(), 0);
  }

  /** Leaves the queue if its deadline has passed. */
  void dropIfLate() {
    StackReserve.toChange();
    dispatcher.lookAgain();
  }

  boolean cancel() {
    return dispatcher.cancel(this);
  }

  /** As {@link #cancel}, for its own thread, which must not lose it because memory is short. */
  void cancelSurviving() {
    while (true) {
      try {
        dispatcher.cancel(this);
        return;
      } catch (OutOfMemoryError e) {
        dispatcher.metOutsideRequests(e);
      }
    }
  }

  private void claimNoMore() {
    // Half the range above zero leaves room for claims that are still counted.
    int before = cursor.getAndSet(SharedWork.MOST_CHUNKS);
    claimedInTime.compareAndSet(-1, Math.min(before, chunks));
  }

  @Override
  public boolean isOver() {
    return ending.get() != null;
  }

  @Override
  public void enough() {
    StackReserve.toChange();
    claimNoMore();
    dispatcher.wakePaused(this);
  }

  /** A border inside a chunk, perhaps near the end of the stack. */
  @Override
  public void pass() {
    long nowNanos = dispatcher.nanoTime();
    if (isDue(nowNanos) || dispatcher.isAlarmDue(nowNanos)) {
      StackReserve.toChange();
      border(nowNanos);
    }
  }

  /** A chunk border: asks the policy if its time has come or the load has changed. */
  void border() {
    border(dispatcher.nanoTime());
  }

  private void border(long nowNanos) {
    if (isDue(nowNanos) && review(nowNanos)) {
      dispatcher.grow(this);
    }
    dispatcher.passAlarm(nowNanos);
  }

  @SuppressWarnings("ReferenceEquality") // The dispatcher replaces the load when it changes.
  private boolean isDue(long nowNanos) {
    return nowNanos >= dueNanos || (!settled && dispatcher.news() != newsSeen);
  }

  /** A border on behalf of a caller who passes none; under the dispatcher's lock. */
  void passUnseen(long nowNanos) {
    if (open && isDue(nowNanos)) {
      review(nowNanos);
    }
  }

  /** When {@link #passUnseen} should be called again; {@link #NEVER} if there is no hurry. */
  long unseenDueNanos() {
    if (isOver()) {
      return NEVER;
    }
    return hasChunk() ? dueNanos : deadlineNanos;
  }

  long nanoTime() {
    return dispatcher.nanoTime();
  }

  /** Returns true if the dispatcher should look at the request. */
  private boolean review(long nowNanos) {
    if (nowNanos >= deadlineNanos && (hasChunk() || held != null)) {
      if (end(Ending.EXPIRED)) {
        dispatcher.wakePaused(this);
      }
      dueNanos = NEVER;
    } else if (!settled && hasChunk() && reviewing.compareAndSet(0, 1)) {
      int before = degree;
      try {
        decide(nowNanos);
      } catch (VirtualMachineError e) {
        dueNanos = Math.min(Instants.after(nowNanos, Dispatcher.RETRY_NANOS), deadlineNanos);
      } finally {
        reviewing.set(0);
      }
      return degree > before || dispatcher.isMalleable();
    }
    return false;
  }

  private void decide(long nowNanos) {
    Load news = dispatcher.news();
    Progress progress = progress(nowNanos);
    Decision decision = dispatcher.decide(progress, dispatcher.load());
    int most = dispatcher.maxDegree();
    int wanted = Math.min(decision.degree(), most);
    degree = dispatcher.isMalleable() ? wanted : Math.max(threads, wanted);
    newsSeen = news;
    long askNanos =
        Instants.after(
            path.startNanos(), Math.max(decision.askAgainNanos(), progress.executionNanos() + 1));
    settled = threads >= most && !dispatcher.isMalleable();
    dueNanos = Math.min(settled ? NEVER : askNanos, deadlineNanos);
  }

  /** Makes the result, on the thread of the last worker. */
  void finish() {
    ending.compareAndSet(null, Ending.DONE);
    try {
      Ending why = ending.get();
      if (why instanceof Ending.Done) {
        result = work.complete(workers());
      } else if (why instanceof Ending.Expired) {
        Optional<R> partial = workers().isEmpty() ? Optional.empty() : work.partial(workers());
        result = partial.orElse(null);
        outcome = partial.isPresent() ? Outcome.PARTIAL : Outcome.EXPIRED;
      }
    } catch (Throwable t) {
      ending.set(new Ending.Failed(t));
    } finally {
      endNanos = Math.max(dispatcher.nanoTime(), path.startNanos());
    }
  }

  private synchronized List<W> workers() {
    var all = new ArrayList<W>(joined.size());
    joined.forEach(one -> all.add(one.worker));
    return all;
  }

  /** It left the queue without having started. */
  void drop(long nowNanos) {
    endNanos = Math.max(nowNanos, arrivalNanos);
    outcome = Outcome.EXPIRED;
    dropped = true;
  }

  /** It fails or counts as cancelled: a thread that is stuck in it will never say how it ended. */
  void abandon(long nowNanos) {
    ending.updateAndGet(why -> why instanceof Ending.Failed ? why : Ending.CANCELLED);
    announce(Math.max(nowNanos, path.startNanos()));
  }

  /** Tells the listeners, then the submitter. */
  void announce() {
    announce(endNanos);
  }

  /** If it throws, for want of memory, it is to be called again. */
  private void announce(long endNanos) {
    if (!announcement.compareAndSet(Announcement.DUE, Announcement.UNDER_WAY)) {
      return;
    }
    Announcement reached = Announcement.DUE;
    try {
      tell(endNanos);
      reached = Announcement.DONE;
    } finally {
      announcement.set(reached);
    }
    if (caller != null) {
      caller.wake();
    }
  }

  private void tell(long endNanos) {
    Ending why = ending.get();
    Throwable cause =
        switch (why) {
          case Ending.Cancelled cancelled -> {
            outcome = Outcome.CANCELLED;
            yield cancellation();
          }
          case Ending.Failed failed -> {
            outcome = Outcome.FAILED;
            yield failed.cause();
          }
          case Ending.Done done -> null;
          case Ending.Expired expired -> outcome == Outcome.PARTIAL ? null : expiry();
          case null -> throw new IllegalStateException("announced before it ended");
        };
    var timeline =
        new Timeline(
            arrivalNanos,
            started ? path.startNanos() : endNanos,
            endNanos,
            started ? path.threadNanos(endNanos) : 0,
            started ? path.peak() : 0,
            claimed(),
            path.phases(),
            outcome);
    if (!told) {
      told = true;
      dispatcher.listeners().ended(id, timeline);
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

  private DeadlineExceededException expiry() {
    return new DeadlineExceededException(
        "the deadline passed %s, %.1f ms after the request arrived"
            .formatted(
                started ? "while the request ran" : "while the request waited",
                (deadlineNanos - arrivalNanos) / 1e6));
  }
}
