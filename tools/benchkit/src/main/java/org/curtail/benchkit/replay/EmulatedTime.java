package org.curtail.benchkit.replay;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.curtail.benchkit.emulate.VirtualCores;
import org.curtail.benchkit.emulate.WaitMeter;
import org.curtail.lucene.ranked.SimulatedComputation;

/**
 * The time of one replayed search: its threads wait on {@link VirtualCores} as long as they would
 * compute, in time that runs slower by a scale. The results are the planned ends of chunks, not the
 * wake-ups of threads, so they are as exact as the order of these.
 */
final class EmulatedTime implements SimulatedComputation {
  /**
   * About the delay of wake-ups. Shorter waits are joined with the next: with many short ones, a
   * thread would fall behind those with one long chunk.
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
   * Creates the time of one search on cores of its own.
   *
   * @param cores at least its number of threads
   * @param meter records every wait
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

    /** Advances the current thread's clock and returns its new reading. */
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

  /** Delays the current thread before it joins, by time outside the search. */
  void delay(long nanos) throws InterruptedException {
    pass(nanos);
  }

  private double pass(long nanos) throws InterruptedException {
    return clocks.computeIfAbsent(Thread.currentThread(), t -> new Clock()).pass(nanos * scale);
  }

  private synchronized void ends(double atNanos) {
    endNanos = Math.max(endNanos, atNanos);
  }

  /**
   * From the begin of the search to the end of its last chunk so far, in milliseconds of the
   * search.
   */
  synchronized double elapsedMs() {
    return (endNanos - beginNanos) / scale / 1e6;
  }
}
