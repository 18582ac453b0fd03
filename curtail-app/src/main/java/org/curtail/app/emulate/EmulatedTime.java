package org.curtail.app.emulate;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.curtail.lucene.Spending;

/**
 * The time of one replayed search: its threads wait on {@link VirtualCores} as long as they would
 * compute, in time that runs slower by a scale. Taken from the ends that chunks should have, not
 * from when threads woke, so it is as exact as the order of these.
 */
final class EmulatedTime implements Spending {
  private final VirtualCores cores;
  private final double scale;
  private final Map<Thread, VirtualCores.Place> places = new ConcurrentHashMap<>();

  // Guarded by this.
  private double beginNanos = Double.NaN;
  private double endNanos;

  /**
   * For one search.
   *
   * @param scale nanoseconds of waiting for one of the search; more than 0
   */
  EmulatedTime(VirtualCores cores, double scale) {
    this.cores = cores;
    this.scale = scale;
  }

  @Override
  public void spend(long nanos) throws InterruptedException {
    VirtualCores.Place place = begin(nanos);
    place.await();
    synchronized (this) {
      endNanos = Math.max(endNanos, place.endNanos());
    }
  }

  /** The current thread is not there yet: it takes time that is not the search's. */
  void delay(long nanos) throws InterruptedException {
    begin(nanos).await();
  }

  private VirtualCores.Place begin(long nanos) {
    VirtualCores.Place place = places.computeIfAbsent(Thread.currentThread(), t -> cores.place());
    place.begin(nanos * scale);
    synchronized (this) {
      if (Double.isNaN(beginNanos)) {
        beginNanos = place.beginNanos();
      }
    }
    return place;
  }

  /** From the begin of the search to the end of its last chunk so far, in its own milliseconds. */
  synchronized double elapsedMs() {
    return (endNanos - beginNanos) / scale / 1e6;
  }
}
