package org.curtail.benchkit.emulate;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.curtail.runtime.DelegatingWork;
import org.curtail.runtime.SharedWork;

/**
 * Work that really computes, on {@link VirtualCores} that are slower than this machine's cores.
 * After a chunk its thread waits until a slower core would have ended the chunk. So a machine with
 * two cores serves as many requests at the same time as one with sixteen slow cores.
 *
 * @param <W> as of the other work
 * @param <R> as of the other work
 */
public final class StretchedWork<W, R> extends DelegatingWork<W, R> {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final VirtualCores cores;
  private final double factor;
  private final double leastWaitNanos;
  private final Map<Thread, Stay> stays = new ConcurrentHashMap<>();

  private int lastChunk;

  /** Time of {@link #begin} that the first thread pays with its first chunk. */
  private long begunNanos;

  /**
   * Stretches work.
   *
   * @param work not submitted by anybody else
   * @param factor time on an emulated core, relative to the CPU time here: above 1
   * @param leastWaitNanos shortest wait; shorter ones are joined, since threads wake late: at least
   *     0
   */
  public StretchedWork(
      SharedWork<W, R> work, VirtualCores cores, double factor, double leastWaitNanos) {
    super(work);
    this.cores = cores;
    this.factor = factor;
    this.leastWaitNanos = leastWaitNanos;
  }

  /** A thread in this request. */
  private final class Stay {
    private final VirtualCores.Place place = cores.place();
    private double owedNanos;

    void pay(boolean all) throws InterruptedException {
      if (owedNanos > 0 && (all || owedNanos >= leastWaitNanos)) {
        place.begin(owedNanos);
        owedNanos = 0;
        place.await();
      }
    }
  }

  @Override
  public void begin(int degree) throws Exception {
    long fromNanos = THREADS.getCurrentThreadCpuTime();
    super.begin(degree);
    begunNanos = THREADS.getCurrentThreadCpuTime() - fromNanos;
  }

  @Override
  public int chunks() throws Exception {
    int chunks = super.chunks();
    lastChunk = chunks - 1;
    return chunks;
  }

  @Override
  public void run(W worker, int chunk, Checkpoint checkpoint) throws Exception {
    Stay stay = stays.computeIfAbsent(Thread.currentThread(), thread -> new Stay());
    if (chunk == 0) {
      stay.owedNanos += begunNanos * factor;
    }
    long fromNanos = THREADS.getCurrentThreadCpuTime();
    super.run(worker, chunk, checkpoint);
    stay.owedNanos += (THREADS.getCurrentThreadCpuTime() - fromNanos) * factor;
    if (!checkpoint.isOver()) {
      stay.pay(chunk == lastChunk);
    }
  }
}
