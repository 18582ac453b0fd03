package org.curtail.benchkit.emulate;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.curtail.Profile;
import org.curtail.runtime.SharedWork;

/**
 * A request that lasts for the time of its profile and computes nothing. Each chunk is a wait on
 * {@link VirtualCores}. With k threads, a chunk lasts longer by the cost of parallelism, k /
 * speedup(k); the request then lasts for the profile's time at degree k. If a thread arrives or
 * leaves, the rest of running chunks changes at once. During the {@linkplain Profile#serialMs
 * serial part} one thread has a core, and the others wait without one.
 *
 * <p>The result is the number of chunks. A lost or repeated chunk fails the request.
 */
final class TimedWork implements SharedWork<TimedWork.Worker, Integer> {
  /** Time for which a thread counts as between two chunks after a chunk. */
  private static final long BETWEEN_CHUNKS_NANOS = 1_000_000;

  private final VirtualCores cores;
  private final Profile profile;
  private final int request;
  private final double scale;
  private final int mostThreads;
  private final ChunkLengths lengths;

  // Guarded by this.
  private final List<Worker> workers = new ArrayList<>();
  private int degree = 1;
  private boolean lastChunkBegun;
  private boolean serialPartEnded;

  /** Moment from which several threads may compute: the arrival, or the end of the serial part. */
  private double sharedFromNanos = System.nanoTime();

  /** End of its last chunk so far, or its arrival. */
  private double readyNanos;

  /**
   * Creates a request of a profile.
   *
   * @param request index of the request in the profile
   * @param chunkMs approximate time of a chunk on one thread, in milliseconds of the profile: above
   *     0
   * @param scale milliseconds of waiting for a millisecond of the profile: above 0
   */
  TimedWork(VirtualCores cores, Profile profile, int request, double chunkMs, double scale) {
    this(cores, profile, request, chunkMs, scale, profile.maxDegree());
  }

  /**
   * Creates a request with a limit of threads. When a thread replaces another, both may count for a
   * moment.
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
    readyNanos = sharedFromNanos;
    double serialMs = profile.serialMs(request);
    this.lengths = ChunkLengths.of(serialMs, profile.timeMs(request, 1), chunkMs, mostThreads);
    serialPartEnded = !lengths.isSerial(0);
  }

  /** One thread that serves the request. */
  final class Worker {
    private final VirtualCores.Place place = cores.place(() -> left(this));
    private final BitSet ran = new BitSet();

    // Guarded by the work.
    private boolean inside;

    /** Moment until which the thread counts as between two chunks. */
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
    if (!lengths.isSerial(chunk)) {
      awaitSharedPart();
    }
    worker.place.continueHere(earliestNanos());
    enter(worker, chunk);
    try {
      worker.place.await();
    } finally {
      leave(worker);
    }
  }

  private synchronized void awaitSharedPart() throws InterruptedException {
    while (!serialPartEnded) {
      wait();
    }
  }

  /** Returns the earliest moment at which a thread could have begun the next chunk. */
  private synchronized double earliestNanos() {
    return workers.stream().noneMatch(worker -> worker.inside) ? readyNanos : sharedFromNanos;
  }

  private synchronized void enter(Worker worker, int chunk) {
    lastChunkBegun |= chunk == lengths.chunks() - 1;
    worker.inside = true;
    adapt();
    // In the serial part the thread is alone, at a degree of 1.
    worker.place.begin(lengths.ms(chunk) * slowdown(degree) * scale * 1e6);
  }

  private synchronized void leave(Worker worker) {
    worker.inside = false;
    if (worker.place.hasEnded()) {
      readyNanos = Math.max(readyNanos, worker.place.endNanos());
    }
    if (!serialPartEnded) {
      serialPartEnded = true;
      sharedFromNanos = readyNanos;
      notifyAll();
    }
    if (lastChunkBegun) {
      worker.place.leave();
      adapt();
    } else {
      worker.backUntilNanos = System.nanoTime() + BETWEEN_CHUNKS_NANOS;
    }
  }

  /** Records that a worker has left for another request. */
  private synchronized void left(Worker worker) {
    worker.backUntilNanos = Long.MIN_VALUE;
    adapt();
  }

  /** Counts the serving threads, and adapts running chunks if the number has changed. */
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

  /** Returns the time of a chunk after the serial part, relative to one thread. */
  private double slowdown(int threads) {
    return sharedMs(threads) * threads / sharedMs(1);
  }

  private double sharedMs(int threads) {
    return profile.timeMs(request, threads) - profile.serialMs(request);
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
