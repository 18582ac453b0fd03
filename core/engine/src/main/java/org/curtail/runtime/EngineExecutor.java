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
 * An engine as an {@code Executor}. The executor is for frameworks in which the submitter itself
 * runs the tasks that no other thread has begun, such as Lucene 10 with its {@code TaskExecutor}.
 * The engine holds the tasks of a request. Threads of the pool run them as the policy raises the
 * request's degree. A thread that another request needs leaves after its present task.
 *
 * <pre>{@code
 * IndexSearcher searcher = new IndexSearcher(reader, curtail.executor());   // one per reader
 * TopDocs hits = curtail.executor().request(() -> searcher.search(query, 10));
 * }</pre>
 *
 * <p><b>With {@link #request(Callable)}</b> begin, admission, deadline and end of a request are
 * exact. All submissions during the call belong to the request, also those of its tasks on threads
 * of the pool. In Lucene, a vector query's rounds of rewriting and the search after them are one
 * request.
 *
 * <p><b>Without this method</b>, a request begins with the first submission of a thread, which
 * waits there until the policy admits the request. Each group of submissions of equal objects is a
 * request of its own. The engine guesses the end of such a request: its thread submits another
 * group, rests or has ended; or all its tasks have been run; or for 100 ms its thread has made no
 * call and no task has ended. Until then the load counts the request. The request has no {@link
 * RequestOptions}, so policies that need predictions refuse it. If the request is refused, or its
 * thread is interrupted while it waits, this thread runs the tasks itself.
 *
 * <p>Assumptions: the submitter does not wait for a task that no thread has begun. If it waits
 * nevertheless (as with a {@code CompletableFuture}), it may lose some milliseconds. An idle thread
 * of the pool then runs the tasks, whatever the policy says: as soon as the submitter rests while
 * no thread runs its tasks. Without {@code request}, the same happens if the submitter has made no
 * call for 100 ms, because a thread that waits in native code looks like one that computes. So a
 * slice that takes longer than that gets one helper. A task on a thread of the pool must not wait
 * for other tasks.
 *
 * <p>Guarantees: a task that was submitted m times is run m times, never lost. At the end of a
 * request, its thread runs the tasks that are still held (in Lucene, nothing is left to do there
 * then). Only an engine that is closed by force drops tasks. Once the request has ended, nothing is
 * held or kept alive. A task that throws is reported to its thread's handler of uncaught
 * exceptions. {@code execute} never throws a {@link RejectedExecutionException}.
 *
 * <p>Limits: the degree of a request is at most the number of its tasks, plus one. An index with
 * one segment is one slice in Lucene and gets no help, unless {@code IndexSearcher.slices} is
 * overridden. A thread that serves a request stays until its task is over. The request's own thread
 * passes no chunk borders. So this thread is never boosted, paused or taken away, and the request
 * is never preempted ({@link org.curtail.Preemption}).
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
   * The caller of a thread's implicit request. The reference is weak, because the thread may never
   * call again. The request keeps the caller alive while the request lasts. After that, nothing of
   * the engine is reachable from the thread.
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
   * Serves a request on this thread as soon as the policy admits it. The pool helps with the tasks
   * that the request submits. In two cases the request is served at once and without help: inside
   * another request of the engine, and if the queue is full under {@link
   * Overload#RUN_SEQUENTIALLY}.
   *
   * <p>After the deadline, the pool's threads begin no further task. The request's own task is not
   * stopped, but {@link #isOver} returns true. This method then returns the task's result, unless
   * it is null.
   *
   * @return the result of the task
   * @throws Exception the exception of the task
   * @throws DeadlineExceededException if the deadline passed before the request was admitted
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
      // This thread serves a request of another kind, which must not wait.
      run.run();
    } else {
      implicitCaller(run).hold(run);
    }
  }

  /**
   * True if the request of this thread is late or cancelled. A call is also a chunk border of the
   * request, so that the request can gain threads. A call costs one reading of the clock when
   * nothing is due. In Lucene, {@code searcher.setTimeout(executor::isOver)} makes searches end at
   * their deadlines. A searcher keeps its timeout for good, so make a searcher for each request
   * then.
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
    Request<?, Void> request = engine.request(work, RequestOptions.NONE, worker);
    var caller = new ImplicitCaller(run, work, request, worker);
    try {
      if (engine.accept(request, true)) {
        caller.awaitStart();
      } else {
        engine.tellRefused(request);
        request.end(Request.Ending.CANCELLED);
      }
    } catch (RejectedExecutionException e) {
      request.end(Request.Ending.CANCELLED);
    }
    return caller;
  }

  /**
   * The tasks that a request submitted to the {@link EngineExecutor} and no thread has begun. A
   * chunk is one of these tasks. The request's own thread claims no chunk: it runs its own task,
   * and then the tasks that are left. Safe for all threads, except methods called under the {@link
   * Engine}'s lock.
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
        FaultReport.error("a handler of uncaught exceptions failed on this exception", fault);
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

    /** Chunks arrive one by one, so none is there at first. */
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
   * A thread that submits to the {@link EngineExecutor} without {@code request}. The thread's
   * request begins with the first submission, and the engine guesses the end. After a guess that is
   * too early, the request gets no help. After a guess that is too late, the load counts an ended
   * request. There is no other effect.
   */
  private static final class ImplicitCaller {
    private final Work<Void> work;
    private final Request<?, Void> request;
    private final Worker worker;
    private final AtomicBoolean left = new AtomicBoolean();

    /** The task that the thread submits again and again; null once the request has ended. */
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

    /** Ends the request, which seems to have ended. Called by any thread, without the lock. */
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
