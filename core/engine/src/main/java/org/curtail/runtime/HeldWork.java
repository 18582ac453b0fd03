package org.curtail.runtime;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * What a request submitted to the {@link HeldExecutor} and nobody has run yet. A chunk is one of
 * these runs; the request's own thread claims none, it does its task and runs what is left at the
 * end. Safe for all threads, but for what is called under the {@link Engine}'s lock.
 *
 * @param <R> result of the task
 */
final class HeldWork<R> implements SharedWork<Thread, R>, ComingChunks {
  /** How long an idle thread lets pass until it looks again whether it is needed. */
  static final long LOOK_NANOS = 2_000_000;

  /** It does not look more often, whatever the policy asks for. */
  private static final long LEAST_NANOS = 20_000;

  /** Without a sign of life for so long, a caller outside is taken to have gone. */
  static final long PATIENCE_NANOS = 100_000_000;

  /** Between two submissions of a group less time passes. */
  static final long SETTLING_NANOS = 1_000_000;

  private final ConcurrentLinkedQueue<Runnable> held = new ConcurrentLinkedQueue<>();

  /** On each thread, whose submissions these are. */
  private final ThreadLocal<@Nullable HeldWork<?>> current;

  /** Null if the caller serves the request outside. */
  private final @Nullable Callable<R> task;

  private @Nullable Request<?, ?> request;

  /** Who serves the request outside; null if it has a task. */
  private @Nullable UnseenCaller unseen;

  private @Nullable R result;
  private volatile long signNanos;

  HeldWork(ThreadLocal<@Nullable HeldWork<?>> current, @Nullable Callable<R> task) {
    this.current = current;
    this.task = task;
  }

  @Override
  public void belongsTo(Request<?, ?> owner) {
    request = owner;
  }

  /** Said once, before the request arrives, if it has no task. */
  void servedBy(UnseenCaller caller) {
    unseen = caller;
  }

  private Request<?, ?> request() {
    Request<?, ?> owner = request;
    if (owner == null) {
      throw new IllegalStateException("belongs to no request yet");
    }
    return owner;
  }

  /** Keeps it until somebody may run it; if nobody may, runs it here and now. */
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

  /** Runs what is held, on this thread. */
  void runAll() {
    for (Runnable run = held.poll(); run != null; run = held.poll()) {
      runContained(run);
    }
  }

  /** A run that throws is reported as if it had a thread of its own. */
  private void runContained(Runnable run) {
    HeldWork<?> before = current.get();
    current.set(this);
    try {
      run.run();
    } catch (Throwable e) {
      report(e);
    } finally {
      restore(before);
    }
  }

  /** What a handler throws is ignored, as where a thread ends by an exception. */
  private static void report(Throwable fault) {
    try {
      Thread thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, fault);
    } catch (Throwable e) {
      FaultReport.error("a handler of uncaught exceptions failed, to which this was handed", fault);
    }
  }

  private void restore(@Nullable HeldWork<?> before) {
    if (before == null) {
      current.remove();
    } else {
      current.set(before);
    }
  }

  /** Forgets what is held. */
  void clear() {
    held.clear();
  }

  /**
   * A border that the caller passes by itself. Returns true if the request is cancelled or late.
   */
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
        && (callerRests() || (unseen != null && (closed || isSilent(nowNanos, PATIENCE_NANOS))));
  }

  @Override
  public @Nullable UnseenCaller gone(long nowNanos, boolean closed) {
    boolean nothingLeft =
        unseen != null && request().isOpen() && request().threads() == 1 && !request().hasChunk();
    return nothingLeft
            && (closed || request().isOver() || callerRests() || hasSubmittedLast(nowNanos))
        ? unseen
        : null;
  }

  /** One that is held up before its first submission is still to come, for some time. */
  private boolean hasSubmittedLast(long nowNanos) {
    return isSilent(nowNanos, request().claimed() > 0 ? SETTLING_NANOS : PATIENCE_NANOS);
  }

  @Override
  public long nextLookNanos(long nowNanos) {
    long dueNanos = Math.max(borderDueNanos(), nowNanos + LEAST_NANOS);
    return unseen != null || request().hasChunk()
        ? Math.min(dueNanos, nowNanos + LOOK_NANOS)
        : dueNanos;
  }

  /** When a border should be passed for the caller; NEVER if there is no hurry. */
  private long borderDueNanos() {
    if (request().isOver()) {
      return Request.NEVER;
    }
    return request().hasChunk() ? request().dueNanos() : request().deadlineNanos();
  }

  private boolean isSilent(long nowNanos, long forNanos) {
    return nowNanos - signNanos >= forNanos;
  }

  /** A caller that computes is not waiting for anybody. */
  private boolean callerRests() {
    Worker caller = request().caller;
    return caller != null && caller.rests();
  }

  // ---- Called by workers.

  @Override
  public void engineIsBroken() {
    runAll();
    if (unseen != null) {
      unseen.leave();
    }
  }

  @Override
  public void begin(int degree) throws Exception {
    Callable<R> body = task;
    if (body == null) {
      return;
    }
    HeldWork<?> before = current.get();
    current.set(this);
    try {
      result = body.call();
    } finally {
      restore(before);
      request().enoughClaimed();
      runAll();
    }
  }

  /** All of them are offered one by one. */
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
      runContained(run);
      giveSign();
    }
  }

  @Override
  @SuppressWarnings("NullAway") // Null is what the task returned.
  public R complete(List<Thread> workers) {
    return result;
  }

  /** The task had its say after the deadline: what it returned is better than nothing. */
  @Override
  public Optional<R> partial(List<Thread> workers) {
    return Optional.ofNullable(result);
  }
}
