package org.curtail.runtime;

import static java.util.Objects.requireNonNull;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * An engine as an {@code Executor}, for frameworks whose submitter itself runs the tasks that no
 * other thread has begun, as Lucene 10's {@code TaskExecutor} does. The tasks of a request are
 * held. Threads of the pool run them as the policy raises the request's degree; a thread that is
 * wanted elsewhere leaves after its present task.
 *
 * <pre>{@code
 * IndexSearcher searcher = new IndexSearcher(reader, curtail.executor());   // one per reader
 * TopDocs hits = curtail.executor().request(() -> searcher.search(query, 10));
 * }</pre>
 *
 * <p><b>With {@link #request(Callable)}</b> begin, admission, deadline and end of a request are
 * exact. All that it submits meanwhile belongs to it, also what its tasks submit on threads of the
 * pool. In Lucene, a vector query's rounds of rewriting and the search after them are one request.
 *
 * <p><b>Without</b>, a request begins with its thread's first submission, which waits there until
 * the policy admits it, and each group of submissions of equal objects is a request of its own. Its
 * end is guessed: its thread submits another group, or rests, or has ended; all its tasks have been
 * run; or the thread has made no call for 100 ms. Until then the load counts it. It has no {@link
 * RequestOptions}, so policies that need predictions refuse it. If it is refused, or its thread
 * interrupted while it waits, it runs its tasks on its own thread.
 *
 * <p>Assumptions: the submitter does not wait for a task that no thread has begun. If it does (as
 * with a {@code CompletableFuture}), it waits up to some milliseconds: as soon as its thread rests
 * while no thread runs its tasks, an idle thread of the pool does, whatever the policy says. The
 * same happens without {@code request} if the thread has made no call for 100 ms, since a thread
 * that waits in native code looks as if it computed: a slice that takes longer gets one helper. A
 * task on a thread of the pool must not wait so.
 *
 * <p>Guarantees: a task that was submitted m times is run m times, never lost. Tasks still held at
 * the end of their request are run by its thread (in Lucene, nothing is left to do there then).
 * Only an engine that is closed by force drops tasks. Once the request has ended, nothing is held
 * or kept alive. A task that throws is reported to its thread's handler of uncaught exceptions.
 * {@code execute} never throws a {@link RejectedExecutionException}.
 *
 * <p>Limits: the degree of a request is at most the number of its tasks, plus one; an index merged
 * into one segment is one slice in Lucene and gets no help, unless {@code IndexSearcher.slices} is
 * overridden. A thread that serves a request stays until its task is over. The request's own thread
 * passes no chunk borders, so it is never boosted, paused or taken away, and the request is never
 * preempted ({@link org.curtail.Preemption}).
 *
 * <p>Safe for all threads.
 */
@SuppressWarnings("ThreadLocalUsage") // One per engine, which lives as long as the process.
public final class EngineExecutor implements Executor {
  private final Curtail curtail;
  private final Engine engine;

  /** The work of the request that a thread serves, for its submissions. */
  private final ThreadLocal<@Nullable Work<?>> current = new ThreadLocal<>();

  /**
   * The caller of a thread's implicit request. Held weakly, since the thread may never call again:
   * its request holds the caller for as long as the request lasts, and then nothing of the engine
   * is reachable from the thread.
   */
  private final ThreadLocal<@Nullable WeakReference<ImplicitCaller>> implicit = new ThreadLocal<>();

  EngineExecutor(Curtail curtail, Engine engine) {
    this.curtail = curtail;
    this.engine = engine;
  }

  /** As {@link #request(Callable, RequestOptions)} with {@link RequestOptions#NONE}. */
  public <T> T request(Callable<T> task) throws Exception {
    return request(task, RequestOptions.NONE);
  }

  /**
   * Serves a request on this thread as soon as the policy admits it, with the pool's help for the
   * tasks that it submits. Inside another request of the engine, and if the queue is full and the
   * engine set up so, it is served at once and without help.
   *
   * <p>A deadline that passes keeps the pool's threads from beginning further tasks; the request's
   * own task is not stopped, but {@link #isOver} returns true. Its result is then returned here,
   * unless it is null.
   *
   * @return the result of the task
   * @throws Exception the exception of the task
   * @throws DeadlineExceededException if the deadline passed before it was admitted
   * @throws CancellationException if the engine was closed by force meanwhile
   * @throws InterruptedException if this thread is interrupted while the request waits
   * @throws RejectedExecutionException if the engine is closed, or an {@link OverloadedException}
   * @throws IllegalArgumentException if the policy needs a prediction and the options have none
   */
  public <T> T request(Callable<T> task, RequestOptions options) throws Exception {
    requireNonNull(task, "task");
    requireNonNull(options, "options");
    StackReserve.toServe();
    leaveImplicit();
    try {
      return curtail.run(new Work<>(current, task), options);
    } catch (ExecutionException e) {
      throw asThrown(e);
    }
  }

  private static Exception asThrown(ExecutionException e) {
    return switch (e.getCause()) {
      case Exception cause -> cause;
      case Error cause -> throw cause;
      case null, default -> e;
    };
  }

  /** Holds a task until a thread of the pool, or the submitting thread, runs it. */
  @Override
  public void execute(Runnable run) {
    requireNonNull(run, "run");
    StackReserve.toServe();
    Work<?> work = current.get();
    if (work != null) {
      work.hold(run);
    } else if (engine.isServing()) {
      // A request of another kind is served here, which must not wait.
      run.run();
    } else {
      implicitCaller(run).hold(run);
    }
  }

  /**
   * True if the request of this thread is late or cancelled. Also does for the request what a chunk
   * border does, so that it can gain threads. Cheap: one reading of the clock when nothing is due.
   * In Lucene, {@code searcher.setTimeout(executor::isOver)} makes searches end at their deadlines;
   * a searcher keeps its timeout for good, so make one per request then.
   */
  public boolean isOver() {
    Work<?> work = current.get();
    if (work != null) {
      return work.passAndIsOver();
    }
    ImplicitCaller caller = knownCaller();
    return caller != null && caller.passAndIsOver();
  }

  private @Nullable ImplicitCaller knownCaller() {
    WeakReference<ImplicitCaller> known = implicit.get();
    return known == null ? null : known.get();
  }

  private ImplicitCaller implicitCaller(Runnable run) {
    ImplicitCaller known = knownCaller();
    if (known != null && known.submits(run)) {
      return known;
    }
    leaveImplicit();
    ImplicitCaller caller = arrive(run);
    implicit.set(new WeakReference<>(caller));
    return caller;
  }

  private void leaveImplicit() {
    ImplicitCaller known = knownCaller();
    implicit.remove();
    if (known != null) {
      known.leave();
    }
  }

  private ImplicitCaller arrive(Runnable run) {
    Worker worker = Worker.ofCaller(engine);
    var work = new Work<Void>(current, null);
    Request<?, Void> request = curtail.engine().request(work, RequestOptions.NONE, worker);
    var caller = new ImplicitCaller(run, work, request, worker);
    try {
      if (curtail.engine().accept(request, true)) {
        caller.awaitStart();
      } else {
        curtail.engine().tellRefused(request);
        request.end(Request.Ending.CANCELLED);
      }
    } catch (RejectedExecutionException e) {
      request.end(Request.Ending.CANCELLED);
    }
    return caller;
  }

  /**
   * The tasks that a request submitted to the {@link EngineExecutor} and no thread has begun. A
   * chunk is one of these tasks. The request's own thread claims none; it runs its own task and
   * then what is left. Safe for all threads, except methods called under the {@link Engine}'s lock.
   *
   * @param <R> result of the request's own task
   */
  private static final class Work<R> implements SharedWork<Thread, R>, Request.StreamedWork {
    /** Time after which an idle thread checks again whether it is needed. */
    static final long LOOK_NANOS = 2_000_000;

    /** Least time between two checks, whatever the policy asks for. */
    private static final long LEAST_NANOS = 20_000;

    /** Time without a call after which an implicit caller counts as gone. */
    static final long PATIENCE_NANOS = 100_000_000;

    /** Longest time between two submissions of a group. */
    static final long SETTLING_NANOS = 1_000_000;

    private final ConcurrentLinkedQueue<Runnable> held = new ConcurrentLinkedQueue<>();

    /** On each thread, the work that its submissions belong to. */
    private final ThreadLocal<@Nullable Work<?>> current;

    /** Null if the caller serves the request outside. */
    private final @Nullable Callable<R> task;

    private @Nullable Request<?, ?> request;

    /** The caller of an implicit request; null if the request has a task. */
    private @Nullable ImplicitCaller implicit;

    private @Nullable R result;
    private volatile long signNanos;

    Work(ThreadLocal<@Nullable Work<?>> current, @Nullable Callable<R> task) {
      this.current = current;
      this.task = task;
    }

    @Override
    public void belongsTo(Request<?, ?> owner) {
      request = owner;
    }

    /** Sets the caller of an implicit request, once, before the request arrives. */
    void servedBy(ImplicitCaller caller) {
      implicit = caller;
    }

    private Request<?, ?> request() {
      Request<?, ?> owner = request;
      if (owner == null) {
        throw new IllegalStateException("belongs to no request yet");
      }
      return owner;
    }

    /** Holds a task until a thread runs it; runs it here if none may. */
    void hold(Runnable run) {
      held.add(run);
      giveSign();
      if (!request().offer()) {
        runAll();
      }
    }

    void giveSign() {
      signNanos = request().engine().nanoTime();
    }

    /** Runs all held tasks on this thread. */
    void runAll() {
      for (Runnable run = held.poll(); run != null; run = held.poll()) {
        runGuarded(run);
      }
    }

    /** Runs a task; its exception is reported as if it had a thread of its own. */
    private void runGuarded(Runnable run) {
      Work<?> before = current.get();
      current.set(this);
      try {
        run.run();
      } catch (Throwable e) {
        report(e);
      } finally {
        restore(before);
      }
    }

    /** Ignores exceptions of the handler, as at the end of a thread. */
    private static void report(Throwable fault) {
      try {
        Thread thread = Thread.currentThread();
        thread.getUncaughtExceptionHandler().uncaughtException(thread, fault);
      } catch (Throwable e) {
        FaultReport.error(
            "a handler of uncaught exceptions failed, to which this was handed", fault);
      }
    }

    private void restore(@Nullable Work<?> before) {
      if (before == null) {
        current.remove();
      } else {
        current.set(before);
      }
    }

    /** Drops all held tasks. */
    void clear() {
      held.clear();
    }

    /** Passes a border for the caller. Returns true if the request is cancelled or late. */
    boolean passAndIsOver() {
      giveSign();
      request().pass();
      return request().isOver();
    }

    // ---- Called by the engine under its lock.

    @Override
    public boolean needsRescue(long nowNanos, boolean closed) {
      return request().threads() == 1
          && request().hasChunk()
          && (callerRests()
              || (implicit != null && (closed || isSilent(nowNanos, PATIENCE_NANOS))));
    }

    @Override
    public boolean callerIsGone(long nowNanos, boolean closed) {
      return implicit != null
          && request().isOpen()
          && request().threads() == 1
          && !request().hasChunk()
          && (closed || request().isOver() || callerRests() || hasSubmittedLast(nowNanos));
    }

    /**
     * True if no further submission is expected. A caller that is held up before its first
     * submission gets more time.
     */
    private boolean hasSubmittedLast(long nowNanos) {
      return isSilent(nowNanos, request().claimed() > 0 ? SETTLING_NANOS : PATIENCE_NANOS);
    }

    @Override
    public long nextLookNanos(long nowNanos) {
      long dueNanos = Math.max(borderDueNanos(), nowNanos + LEAST_NANOS);
      return implicit != null || request().hasChunk()
          ? Math.min(dueNanos, nowNanos + LOOK_NANOS)
          : dueNanos;
    }

    /** The next moment to pass a border for the caller; NEVER if there is no hurry. */
    private long borderDueNanos() {
      if (request().isOver()) {
        return Request.NEVER;
      }
      return request().hasChunk() ? request().dueNanos() : request().deadlineNanos();
    }

    private boolean isSilent(long nowNanos, long forNanos) {
      return nowNanos - signNanos >= forNanos;
    }

    /** True if the caller does not compute. */
    private boolean callerRests() {
      Worker caller = request().caller;
      return caller != null && caller.rests();
    }

    // ---- Called by workers.

    @Override
    public void engineIsBroken() {
      runAll();
      leave();
    }

    @Override
    public void leave() {
      if (implicit != null) {
        implicit.leave();
      }
    }

    @Override
    public void begin(int degree) throws Exception {
      Callable<R> body = task;
      if (body == null) {
        return;
      }
      Work<?> before = current.get();
      current.set(this);
      try {
        result = body.call();
      } finally {
        restore(before);
        request().enoughClaimed();
        runAll();
      }
    }

    /** Chunks are offered one by one. */
    @Override
    public int chunks() {
      return 0;
    }

    @Override
    public Thread join() {
      return Thread.currentThread();
    }

    @Override
    public void run(Thread worker, int chunk, Checkpoint checkpoint) {
      Runnable run = held.poll();
      if (run != null) {
        runGuarded(run);
        giveSign();
      }
    }

    @Override
    @SuppressWarnings("NullAway") // Null is what the task returned.
    public R complete(List<Thread> workers) {
      return result;
    }

    /** The result of the task after the deadline is better than none. */
    @Override
    public Optional<R> partial(List<Thread> workers) {
      return Optional.ofNullable(result);
    }
  }

  /**
   * A thread that submits to the {@link EngineExecutor} without {@code request}: its request begins
   * with the first submission, and its end is guessed. A guess too early loses help, a guess too
   * late counts an ended request; nothing else.
   */
  private static final class ImplicitCaller {
    private final Work<Void> work;
    private final Request<?, Void> request;
    private final Worker worker;
    private final AtomicBoolean left = new AtomicBoolean();

    /** The task that it submits again and again; null once the request has ended. */
    private volatile @Nullable Runnable group;

    ImplicitCaller(Runnable group, Work<Void> work, Request<?, Void> request, Worker worker) {
      this.group = group;
      this.work = work;
      this.request = request;
      this.worker = worker;
      work.servedBy(this);
    }

    /** Waits until the policy admits the request or this thread is interrupted. */
    void awaitStart() {
      boolean interrupted = false;
      while (!worker.hasWork() && !request.ticket().isDone()) {
        worker.await();
        if (Thread.interrupted()) {
          interrupted = true;
          request.engine().cancel(request);
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
      if (worker.hasWork()) {
        work.giveSign();
        request.beginOutside();
      }
    }

    /** True if a submitted task belongs to the request. */
    boolean submits(Runnable run) {
      // Lucene submits one object once per slice.
      return run.equals(group);
    }

    void hold(Runnable run) {
      work.hold(run);
    }

    boolean passAndIsOver() {
      return work.passAndIsOver();
    }

    /** Ends the request, as far as can be seen. Called by any thread, without the lock. */
    void leave() {
      if (!left.compareAndSet(false, true)) {
        return;
      }
      group = null;
      if (request.isOver()) {
        work.clear();
      }
      request.enoughClaimed();
      work.runAll();
      worker.leave();
    }
  }
}
