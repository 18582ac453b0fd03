package org.curtail.benchkit.emulate;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.curtail.Profile;
import org.curtail.runtime.SharedWork;

/**
 * A request that takes the time of its profile and computes nothing: chunks, each a wait on {@link
 * VirtualCores}. With k threads, chunks take longer by the cost of parallelism, k / speedup(k), so
 * that the whole takes the profile's time at degree k. When threads come or go, the rest of the
 * other threads' chunks gets longer or shorter at once.
 *
 * <p>The result is the number of chunks. A chunk that was lost or ran twice fails the request.
 */
final class TimedWork implements SharedWork<TimedWork.Worker, Integer> {
  /** A thread that ended a chunk so recently counts as between two chunks. */
  private static final long BETWEEN_CHUNKS_NANOS = 1_000_000;

  private final VirtualCores cores;
  private final Profile profile;
  private final int request;
  private final double scale;
  private final int mostThreads;
  private final ChunkLengths lengths;
  private final long arrivalNanos = System.nanoTime();

  // Guarded by this.
  private final List<Worker> workers = new ArrayList<>();
  private int degree = 1;
  private boolean lastChunkBegun;

  /** End of its last chunk so far, or its arrival. */
  private double readyNanos;

  /**
   * Creates a request of a profile.
   *
   * @param request its index in the profile
   * @param chunkMs approximate time of a chunk on one thread, in milliseconds of the profile; more
   *     than 0
   * @param scale milliseconds of waiting for a millisecond of the profile; more than 0
   */
  TimedWork(VirtualCores cores, Profile profile, int request, double chunkMs, double scale) {
    this(cores, profile, request, chunkMs, scale, profile.maxDegree());
  }

  /**
   * Creates a request with a limit of threads; when one thread takes over from another, both may be
   * seen for a moment.
   */
  TimedWork(
      VirtualCores cores,
      Profile profile,
      int request,
      double chunkMs,
      double scale,
      int mostThreads) {
    this.cores = cores;
    this.profile = profile;
    this.request = request;
    this.scale = scale;
    this.mostThreads = mostThreads;
    readyNanos = arrivalNanos;
    this.lengths = ChunkLengths.of(profile.timeMs(request, 1), chunkMs, mostThreads);
  }

  /** One thread that serves the request. */
  final class Worker {
    private final VirtualCores.Place place = cores.place(() -> left(this));
    private final BitSet ran = new BitSet();

    // Guarded by the work.
    private boolean inside;

    /** End of the time for which it counts as between two chunks. */
    private long backUntilNanos = Long.MIN_VALUE;
  }

  @Override
  public int chunks() {
    return lengths.chunks();
  }

  @Override
  public Worker join() {
    var worker = new Worker();
    synchronized (this) {
      workers.add(worker);
    }
    return worker;
  }

  @Override
  public void run(Worker worker, int chunk, Checkpoint checkpoint) throws InterruptedException {
    worker.ran.set(chunk);
    worker.place.continueHere(earliestNanos());
    enter(worker, chunk);
    try {
      worker.place.await();
    } finally {
      leave(worker);
    }
  }

  /** Earliest moment at which a thread could have begun the next chunk. */
  private synchronized double earliestNanos() {
    return workers.stream().noneMatch(worker -> worker.inside) ? readyNanos : arrivalNanos;
  }

  private synchronized void enter(Worker worker, int chunk) {
    lastChunkBegun |= chunk == lengths.chunks() - 1;
    worker.inside = true;
    adapt();
    worker.place.begin(lengths.ms(chunk) * slowdown(degree) * scale * 1e6);
  }

  private synchronized void leave(Worker worker) {
    worker.inside = false;
    if (worker.place.hasEnded()) {
      readyNanos = Math.max(readyNanos, worker.place.endNanos());
    }
    if (lastChunkBegun) {
      worker.place.leave();
      adapt();
    } else {
      worker.backUntilNanos = System.nanoTime() + BETWEEN_CHUNKS_NANOS;
    }
  }

  /**
   * Records that the worker's thread serves another request: this one was preempted, or has one
   * thread less.
   */
  private synchronized void left(Worker worker) {
    worker.backUntilNanos = Long.MIN_VALUE;
    adapt();
  }

  /** Counts the serving threads, and adapts running chunks to a change. */
  private void adapt() {
    long nowNanos = System.nanoTime();
    int serving = 0;
    for (Worker worker : workers) {
      boolean between = !lastChunkBegun && nowNanos < worker.backUntilNanos;
      serving += worker.inside || between ? 1 : 0;
    }
    int before = degree;
    degree = Math.clamp(serving, 1, mostThreads);
    if (degree != before) {
      for (Worker worker : workers) {
        if (worker.inside) {
          worker.place.stretch(slowdown(degree) / slowdown(before));
        }
      }
    }
  }

  /** Time of a chunk relative to that on one thread. */
  private double slowdown(int threads) {
    return profile.timeMs(request, threads) * threads / profile.timeMs(request, 1);
  }

  @Override
  public Integer complete(List<Worker> joined) {
    var all = new BitSet();
    int count = 0;
    for (Worker worker : joined) {
      all.or(worker.ran);
      count += worker.ran.cardinality();
    }
    if (count != lengths.chunks() || all.cardinality() != lengths.chunks()) {
      throw new IllegalStateException(
          "of %d chunks %d ran, in %d runs".formatted(lengths.chunks(), all.cardinality(), count));
    }
    return count;
  }
}
