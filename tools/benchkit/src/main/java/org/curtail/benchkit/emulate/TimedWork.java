package org.curtail.benchkit.emulate;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.curtail.Profile;
import org.curtail.runtime.SharedWork;

/**
 * A request that takes the time its profile says and does nothing: chunks, each a wait on {@link
 * VirtualCores}. With k threads chunks take longer by what parallelism costs, k / speedup(k), so
 * that the whole takes the profile's time at degree k. When threads come or go, what is left of the
 * chunks of the others takes longer or shorter at once.
 *
 * <p>The result is the number of chunks. A chunk that was lost or ran twice fails the request.
 */
final class TimedWork implements SharedWork<TimedWork.Worker, Integer> {
  /** One that was in a chunk so short a while ago is between two chunks. */
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

  /** When its last chunk so far ended, or it arrived. */
  private double readyNanos;

  /**
   * A request of a profile.
   *
   * @param request its index in the profile
   * @param chunkMs about how long a chunk takes one thread, in milliseconds of the profile; more
   *     than 0
   * @param scale milliseconds of waiting for a millisecond of the profile; more than 0
   */
  TimedWork(VirtualCores cores, Profile profile, int request, double chunkMs, double scale) {
    this(cores, profile, request, chunkMs, scale, profile.maxDegree());
  }

  /**
   * A request that never has more threads than some; if one thread takes over from another, both
   * may be seen for a moment.
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
    private final VirtualCores.Place place = cores.place(() -> goneElsewhere(this));
    private final BitSet ran = new BitSet();

    // Guarded by the work.
    private boolean inside;

    /** Until when it is taken to be between two chunks. */
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
    worker.place.goOn(earliestNanos());
    enter(worker, chunk);
    try {
      worker.place.await();
    } finally {
      leave(worker);
    }
  }

  /** Before this, no thread could have begun the next chunk. */
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

  /** The worker's thread serves another request now: this one was set aside, or has one less. */
  private synchronized void goneElsewhere(Worker worker) {
    worker.backUntilNanos = Long.MIN_VALUE;
    adapt();
  }

  /**
   * Counts the threads that serve now, and tells those inside a chunk if there are more or less.
   */
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

  /** How many times longer than alone a chunk takes. */
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
