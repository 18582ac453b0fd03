package org.curtail.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Prediction;
import org.curtail.Progress;
import org.jspecify.annotations.Nullable;

/**
 * One request on its way through the engine: the cursor from which its workers claim chunks, and
 * what was decided for it.
 *
 * <p>Fields under "queue" belong to the {@link Dispatcher}'s lock. Claiming takes no lock.
 */
final class Request<W, R> {
  private final SharedWork<W, R> work;
  private final Dispatcher dispatcher;
  private final Ticket<R> ticket = new Ticket<>();

  /** The next chunk to claim; at or beyond {@link #chunks} none is left. */
  private final AtomicInteger cursor = new AtomicInteger();

  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  /** What the workers keep, in the order of joining; guarded by this request's monitor. */
  private final List<W> joined = new ArrayList<>(1);

  /** Set once, before {@link #open} turns true. */
  private int chunks;

  /** True once chunks may be claimed. */
  private volatile boolean open;

  // Decisions. Written by whoever holds the review, read at every border.
  private final AtomicInteger reviewing = new AtomicInteger();
  private volatile int degree;
  private volatile long askAtNanos = Long.MIN_VALUE;
  private volatile @Nullable Load loadSeen;

  /** True once it has all the workers that it can get, so that borders cost nothing. */
  private volatile boolean settled;

  // Outcome. Written and read by the last worker.
  private @Nullable R result;
  private long endNanos;

  /** Workers that serve the request at this moment; once back at 0 it has ended. */
  private final AtomicInteger serving = new AtomicInteger();

  private final AtomicInteger peakDegree = new AtomicInteger(1);

  /**
   * Service attained: for each worker, when it left less when it came, in nanoseconds since the
   * start. Whole once all have left.
   */
  private final AtomicLong servedNanos = new AtomicLong();

  /** Written before any worker but the first, and by the first. */
  private volatile long startNanos;

  // Queue. Guarded by the dispatcher's lock.
  final long arrivalNanos;
  final @Nullable Thread caller;

  /** Threads that serve the request or are on their way to it. */
  private volatile int threads;

  /** When the caller who waits for the start should look again; set under the lock. */
  volatile long wakeAtNanos = Long.MAX_VALUE;

  /** True once the request left the queue; written under the lock, read by a waiting caller. */
  volatile boolean started;

  Request(
      SharedWork<W, R> work, Dispatcher dispatcher, long arrivalNanos, @Nullable Thread caller) {
    this.work = work;
    this.dispatcher = dispatcher;
    this.arrivalNanos = arrivalNanos;
    this.caller = caller;
  }

  Ticket<R> ticket() {
    return ticket;
  }

  // ---- Called by the dispatcher under its lock.

  Progress progress(long nowNanos) {
    long executionNanos = degree == 0 ? 0 : Math.max(nowNanos - startNanos, 0);
    long ageNanos = Math.max(nowNanos - arrivalNanos, executionNanos);
    return new Progress(
        ageNanos, executionNanos, attainedNanos(executionNanos), degree, threads, Prediction.NONE);
  }

  /**
   * What workers have served and still do. A worker that enters or leaves at this very moment may
   * be counted for too much or too little; what is impossible is ruled out.
   */
  private long attainedNanos(long executionNanos) {
    long nanos = servedNanos.get() + serving.get() * executionNanos;
    return Math.clamp(nanos, executionNanos, executionNanos * dispatcher.maxDegree());
  }

  void start(long nowNanos, Load load) {
    startNanos = Math.max(nowNanos, arrivalNanos);
    decide(nowNanos, load);
    serving.set(1);
    started = true;
  }

  boolean wantsThread() {
    return open && threads < degree && cursor.get() < chunks;
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

  /** The first worker is awake; the time that its waking took was waiting. */
  void begin(long nowNanos) {
    startNanos = Math.max(nowNanos, startNanos);
  }

  /**
   * A helper that was sent arrives. Returns false if the request has ended meanwhile: nobody waits
   * for a helper that is still waking up.
   */
  boolean enter(long nowNanos) {
    int before;
    do {
      before = serving.get();
      if (before == 0) {
        return false;
      }
    } while (!serving.compareAndSet(before, before + 1));
    servedNanos.addAndGet(startNanos - nowNanos);
    return true;
  }

  /** A worker has found no chunk left. Returns true for the last one, which ends the request. */
  boolean leave(long nowNanos) {
    servedNanos.addAndGet(nowNanos - startNanos);
    return serving.decrementAndGet() == 0;
  }

  /** Serves this request on the current thread until it has no chunk left. */
  void serve(boolean first) {
    if (failure.get() != null) {
      return;
    }
    try {
      W worker = null;
      if (first) {
        prepare();
        worker = join();
      }
      SharedWork.Checkpoint checkpoint = this::border;
      for (int chunk = claim(); chunk >= 0; chunk = claim()) {
        if (worker == null) {
          worker = join();
        }
        work.run(worker, chunk, checkpoint);
        border();
      }
    } catch (Throwable t) {
      fail(t);
    }
  }

  private void prepare() throws Exception {
    work.begin();
    int count = work.chunks();
    if (count < 0) {
      throw new IllegalStateException("the work has a negative number of chunks: " + count);
    }
    chunks = count;
    open = true;
    if (degree > 1 && count > 1) {
      dispatcher.lookAgain();
    }
  }

  private int claim() {
    int chunk = cursor.getAndIncrement();
    return chunk < chunks ? chunk : -1;
  }

  private synchronized W join() throws Exception {
    W worker = work.join();
    joined.add(worker);
    // A helper that found no chunk left has not joined and does not count.
    peakDegree.accumulateAndGet(Math.min(serving.get(), joined.size()), Math::max);
    return worker;
  }

  /** Ends the request with its first failure; workers stop at their next claim. */
  @SuppressWarnings("ReferenceEquality") // An exception cannot suppress itself.
  void fail(Throwable cause) {
    Throwable first = failure.compareAndExchange(null, cause);
    if (first != null && first != cause) {
      first.addSuppressed(cause);
    }
    // Half the range above zero leaves room for claims that are still counted.
    cursor.set(Integer.MAX_VALUE / 2);
  }

  /** A chunk border: asks the policy if its time has come or the load has changed. */
  @SuppressWarnings("ReferenceEquality") // The dispatcher replaces the load when it changes.
  private void border() {
    if (settled) {
      return;
    }
    long nowNanos = dispatcher.nanoTime();
    Load load = dispatcher.load();
    if ((nowNanos >= askAtNanos || load != loadSeen) && reviewing.compareAndSet(0, 1)) {
      int before = degree;
      try {
        decide(nowNanos, load);
      } finally {
        reviewing.set(0);
      }
      if (degree > before) {
        dispatcher.lookAgain();
      }
    }
  }

  private void decide(long nowNanos, Load load) {
    Progress progress = progress(nowNanos);
    Decision decision = dispatcher.decide(progress, load);
    degree = Math.max(threads, decision.degree());
    loadSeen = load;
    askAtNanos =
        Instants.after(
            startNanos, Math.max(decision.askAgainNanos(), progress.executionNanos() + 1));
    settled = threads >= dispatcher.maxDegree();
  }

  /** Makes the result, on the thread of the last worker. */
  void finish() {
    if (failure.get() == null) {
      try {
        synchronized (this) {
          result = work.complete(joined);
        }
      } catch (Throwable t) {
        fail(t);
      }
    }
    endNanos = Math.max(dispatcher.nanoTime(), startNanos);
  }

  /** Tells the submitter. */
  void announce() {
    var timeline =
        new Timeline(arrivalNanos, startNanos, endNanos, servedNanos.get(), peakDegree.get());
    Throwable cause = failure.get();
    if (cause == null) {
      ticket.succeed(result, timeline);
    } else {
      ticket.fail(cause, timeline);
    }
  }
}
