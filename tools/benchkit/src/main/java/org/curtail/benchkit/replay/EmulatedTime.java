package org.curtail.benchkit.replay;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.curtail.benchkit.emulate.VirtualCores;
import org.curtail.benchkit.emulate.WaitMeter;
import org.curtail.lucene.ranked.SimulatedComputation;

/**
 * The time of a replayed search. The threads of the search wait on {@link VirtualCores} instead of
 * computing, in time that is slower by a scale. Results are planned ends of chunks instead of
 * wake-ups, so only the order of wake-ups matters.
 */
final class EmulatedTime implements SimulatedComputation {
  /**
   * Least wait, about the delay of wake-ups. A shorter wait is joined with the next one: otherwise
   * a thread with many short chunks would be late.
   */
  private static final double WORTH_WAITING_NANOS = 200_000;

  /** Time for which a late thread keeps its place; cores are never scarce. */
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
   * @param cores number of cores, at least the number of threads
   * @param meter meter of all waits
   * @param scale nanoseconds of waiting for a nanosecond of the search: above 0
   */
  static EmulatedTime on(int cores, WaitMeter meter, double scale) {
    return new EmulatedTime(new VirtualCores(cores, meter, HOLD_NANOS), scale);
  }

  /** The clock of a thread. */
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

  /** Delays the current thread before it joins the search. */
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
   * Returns the time from the begin of the search to the end of its last chunk so far, in
   * milliseconds of the search.
   */
  synchronized double elapsedMs() {
    return (endNanos - beginNanos) / scale / 1e6;
  }
}
