package org.curtail.benchkit.replay;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.curtail.benchkit.emulate.VirtualCores;
import org.curtail.benchkit.emulate.WaitMeter;
import org.curtail.lucene.ranked.SimulatedComputation;

/**
 * The time of one replayed search: its threads wait on {@link VirtualCores} as long as they would
 * compute, in time that runs slower by a scale. What is measured are the ends that chunks should
 * have, not when threads woke, so it is as exact as the order of these.
 */
final class EmulatedTime implements SimulatedComputation {
  /**
   * Threads wake about so late. Less is not waited for at once but together with what follows: many
   * short chunks would make a thread fall behind those that had one long chunk.
   */
  private static final double WORTH_WAITING_NANOS = 200_000;

  /** Cores are never scarce, so a thread keeps its place however late it is. */
  private static final long HOLD_NANOS = 900_000_000;

  private final VirtualCores cores;
  private final double scale;
  private final Map<Thread, Clock> clocks = new ConcurrentHashMap<>();

  // Guarded by this.
  private double beginNanos = Double.NaN;
  private double endNanos;

  private EmulatedTime(VirtualCores cores, double scale) {
    this.cores = cores;
    this.scale = scale;
  }

  /**
   * For one search on cores of its own.
   *
   * @param cores at least as many as it has threads
   * @param meter is told of every wait
   * @param scale nanoseconds of waiting for one of the search; more than 0
   */
  static EmulatedTime on(int cores, WaitMeter meter, double scale) {
    return new EmulatedTime(new VirtualCores(cores, meter, HOLD_NANOS), scale);
  }

  /** One thread's. */
  private final class Clock {
    private final VirtualCores.Place place = cores.place();
    private double owedNanos;
    private boolean begun;

    /** Lets time pass for the current thread and returns what its clock shows then. */
    double pass(double nanos) throws InterruptedException {
      owedNanos += nanos;
      if (begun && owedNanos < WORTH_WAITING_NANOS) {
        return place.endNanos() + owedNanos;
      }
      place.begin(owedNanos);
      owedNanos = 0;
      if (!begun) {
        begun = true;
        begins(place.beginNanos());
      }
      place.await();
      return place.endNanos();
    }
  }

  private synchronized void begins(double atNanos) {
    if (Double.isNaN(beginNanos)) {
      beginNanos = atNanos;
    }
  }

  @Override
  public void spend(long nanos) throws InterruptedException {
    ends(pass(nanos));
  }

  /** The current thread is not there yet: it takes time that is not the search's. */
  void delay(long nanos) throws InterruptedException {
    pass(nanos);
  }

  private double pass(long nanos) throws InterruptedException {
    return clocks.computeIfAbsent(Thread.currentThread(), t -> new Clock()).pass(nanos * scale);
  }

  private synchronized void ends(double atNanos) {
    endNanos = Math.max(endNanos, atNanos);
  }

  /** From the begin of the search to the end of its last chunk so far, in its own milliseconds. */
  synchronized double elapsedMs() {
    return (endNanos - beginNanos) / scale / 1e6;
  }
}
