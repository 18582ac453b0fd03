package org.curtail.runtime;

import static java.util.Objects.requireNonNull;

import java.lang.ref.WeakReference;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * An engine as an {@code Executor}, for frameworks whose submitter runs itself what no other thread
 * has begun, as Lucene 10's {@code TaskExecutor} does. What a request submits is held, and run by
 * threads of the pool as the policy raises the request's degree; a thread that is wanted elsewhere
 * goes after the run that it is in.
 *
 * <pre>{@code
 * IndexSearcher searcher = new IndexSearcher(reader, curtail.executor());   // one per reader
 * TopDocs hits = curtail.executor().request(() -> searcher.search(query, 10));
 * }</pre>
 *
 * <p><b>With {@link #request(Callable)}</b> begin, admission, deadline and end of a request are
 * exact, and all that it submits meanwhile belongs to it, also what its runs submit on threads of
 * the pool; in Lucene, a vector query's rounds of rewriting and the search after them are one
 * request.
 *
 * <p><b>Without</b>, a request begins with its thread's first submission, which waits there until
 * the policy admits it, and each group of submissions of equal objects is a request of its own. Its
 * end is not seen but guessed: its thread submits another group, or rests, or has ended; all that
 * it submitted has been run; or nothing has been heard of it for 100 ms. Until then the load counts
 * it. It has no {@link RequestOptions}, so policies that need predictions refuse it. If it is
 * refused, or its thread interrupted while it waits, it runs its submissions on its own thread.
 *
 * <p>Assumptions: the submitter does not wait for what no thread has begun. One that does (a {@code
 * CompletableFuture}'s) waits up to some milliseconds: as soon as its thread rests while nobody
 * runs what it submitted, an idle thread of the pool does, whatever the policy says. The same
 * happens without {@code request} if nothing has been heard of the thread for 100 ms, since one
 * that waits in native code looks as if it computed: a slice that takes longer gets one helper. A
 * run on a thread of the pool must not wait so.
 *
 * <p>Guarantees: what was submitted m times is run m times, never lost; what is still held when its
 * request has ended, by its thread at the end (in Lucene, nothing is left to do there then). Only
 * an engine that is closed by force drops runs. Nothing is held, and nothing kept alive, once the
 * request has ended. A run that throws is reported to its thread's handler of uncaught exceptions.
 * {@code execute} never throws a {@link RejectedExecutionException}.
 *
 * <p>Limits: the degree of a request is at most the number of runs it submitted, plus one; an index
 * merged into one segment is one slice in Lucene and gets no help, unless {@code
 * IndexSearcher.slices} is overridden. A thread that serves a request stays until its run is over.
 * The request's own thread passes no chunk borders, so it is never boosted, paused or taken away,
 * and the request is never set aside ({@link org.curtail.Preemption}).
 *
 * <p>Safe for all threads.
 */
@SuppressWarnings("ThreadLocalUsage") // One per engine, which lives as long as the process.
public final class HeldExecutor implements Executor {
  private final Curtail curtail;
  private final Engine engine;

  /** On a thread that serves such a request: what it submits belongs there. */
  private final ThreadLocal<@Nullable HeldWork<?>> current = new ThreadLocal<>();

  /**
   * Held weakly, since the thread may never be heard of again: its request holds the caller for as
   * long as the request lasts, and then nothing of the engine is reachable from the thread.
   */
  private final ThreadLocal<@Nullable WeakReference<UnseenCaller>> unseen = new ThreadLocal<>();

  HeldExecutor(Curtail curtail, Engine engine) {
    this.curtail = curtail;
    this.engine = engine;
  }

  /** As {@link #request(Callable, RequestOptions)} with {@link RequestOptions#NONE}. */
  public <T> T request(Callable<T> task) throws Exception {
    return request(task, RequestOptions.NONE);
  }

  /**
   * Serves a request on this thread as soon as the policy admits it; what it submits is run with
   * the pool's help. Inside another request of the engine, and if the queue is full and the engine
   * set up so, it is served at once and without help.
   *
   * <p>A deadline that passes keeps the pool's threads from beginning further runs; the task is not
   * stopped, but {@link #isOver} tells it. What it returns then is returned here, unless it is
   * null.
   *
   * @return what the task returned
   * @throws Exception what the task threw
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
    leaveUnseen();
    try {
      return curtail.run(new HeldWork<>(current, task), options);
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

  /** Keeps a run for whoever may help this thread's request. */
  @Override
  public void execute(Runnable run) {
    requireNonNull(run, "run");
    StackReserve.toServe();
    HeldWork<?> work = current.get();
    if (work != null) {
      work.hold(run);
    } else if (engine.isServing()) {
      // A request of another kind is served here: nobody may be waited for.
      run.run();
    } else {
      unseenCaller(run).hold(run);
    }
  }

  /**
   * Whether the request that this thread serves is late or cancelled. Also does for the request
   * what a chunk border does, so that it can gain threads. Cheap: one reading of the clock when
   * nothing is due. In Lucene, {@code searcher.setTimeout(executor::isOver)} makes searches end at
   * their deadlines; a searcher remembers a timeout for good, so make one per request then.
   */
  public boolean isOver() {
    HeldWork<?> work = current.get();
    if (work != null) {
      return work.passAndIsOver();
    }
    UnseenCaller caller = knownCaller();
    return caller != null && caller.passAndIsOver();
  }

  private @Nullable UnseenCaller knownCaller() {
    WeakReference<UnseenCaller> known = unseen.get();
    return known == null ? null : known.get();
  }

  private UnseenCaller unseenCaller(Runnable run) {
    UnseenCaller known = knownCaller();
    if (known != null && known.submits(run)) {
      return known;
    }
    leaveUnseen();
    UnseenCaller caller = arrive(run);
    unseen.set(new WeakReference<>(caller));
    return caller;
  }

  private void leaveUnseen() {
    UnseenCaller known = knownCaller();
    unseen.remove();
    if (known != null) {
      known.leave();
    }
  }

  private UnseenCaller arrive(Runnable run) {
    Worker worker = Worker.ofCaller(engine);
    var work = new HeldWork<Void>(current, null);
    Request<?, Void> request = curtail.engine().request(work, RequestOptions.NONE, worker);
    var caller = new UnseenCaller(run, work, request, worker);
    try {
      if (curtail.engine().isAccepted(request, true)) {
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
}
