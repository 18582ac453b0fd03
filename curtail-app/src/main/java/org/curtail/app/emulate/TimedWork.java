package org.curtail.app.emulate;

import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.curtail.Profile;
import org.curtail.runtime.SharedWork;

/**
 * A request that takes the time its profile says and does nothing: chunks of equal length, each a
 * wait on {@link VirtualCores}. With k threads a chunk takes longer by what parallelism costs, k /
 * speedup(k), so that the whole takes the profile's time at degree k.
 *
 * <p>The result is the number of chunks. A chunk that was lost or ran twice fails the request.
 */
final class TimedWork implements SharedWork<TimedWork.Worker, Integer> {
  /**
   * A worker that was inside a chunk so short a while ago is between two chunks, unless it left.
   */
  private static final long BETWEEN_CHUNKS_NANOS = 1_000_000;

  private final VirtualCores cores;
  private final Profile profile;
  private final int request;
  private final double scale;
  private final int chunks;
  private final List<Worker> workers = new CopyOnWriteArrayList<>();
  private volatile boolean lastChunkBegun;

  /**
   * A request of a profile.
   *
   * @param request its index in the profile
   * @param chunkMs about how long a chunk takes one thread, in milliseconds of the profile; more
   *     than 0
   * @param scale milliseconds of waiting for a millisecond of the profile; more than 0
   */
  TimedWork(VirtualCores cores, Profile profile, int request, double chunkMs, double scale) {
    this.cores = cores;
    this.profile = profile;
    this.request = request;
    this.scale = scale;
    this.chunks = chunks(profile.timeMs(request, 1), chunkMs);
  }

  /** In how many chunks of about this length a request is cut; at least 1. */
  static int chunks(double timeMs, double chunkMs) {
    return (int) Math.max(1, Math.round(timeMs / chunkMs));
  }

  /** One thread that serves the request. */
  static final class Worker {
    private static final long INSIDE = Long.MAX_VALUE;

    private final VirtualCores.Place place;
    private final BitSet ran = new BitSet();

    /** When it left its last chunk; {@link #INSIDE} while it is in one. */
    private volatile long seenNanos = INSIDE;

    Worker(VirtualCores.Place place) {
      this.place = place;
    }

    boolean isServing(long nowNanos) {
      long seen = seenNanos;
      return seen == INSIDE || nowNanos - seen < BETWEEN_CHUNKS_NANOS;
    }
  }

  @Override
  public int chunks() {
    return chunks;
  }

  @Override
  public Worker join() {
    var worker = new Worker(cores.place());
    workers.add(worker);
    return worker;
  }

  @Override
  public void run(Worker worker, int chunk, Checkpoint checkpoint) throws InterruptedException {
    worker.seenNanos = Worker.INSIDE;
    if (chunk == chunks - 1) {
      lastChunkBegun = true;
    }
    worker.ran.set(chunk);
    worker.place.compute(chunkNanos(degree()));
    worker.seenNanos = System.nanoTime();
    if (lastChunkBegun) {
      worker.place.leave();
    }
  }

  /** How many threads serve it now, the one that asks included. */
  private int degree() {
    long nowNanos = System.nanoTime();
    int serving = (int) workers.stream().filter(worker -> worker.isServing(nowNanos)).count();
    return Math.clamp(serving, 1, profile.maxDegree());
  }

  private double chunkNanos(int degree) {
    return profile.timeMs(request, degree) * degree / chunks * scale * 1e6;
  }

  @Override
  public Integer complete(List<Worker> joined) {
    var all = new BitSet();
    int count = 0;
    for (Worker worker : joined) {
      all.or(worker.ran);
      count += worker.ran.cardinality();
    }
    if (count != chunks || all.cardinality() != chunks) {
      throw new IllegalStateException(
          "of %d chunks %d ran, in %d runs".formatted(chunks, all.cardinality(), count));
    }
    return count;
  }
}
