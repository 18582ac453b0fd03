package org.curtail.automatic;

import java.util.List;
import org.curtail.demand.sample.ChunkRates;
import org.curtail.demand.sample.Reservoir;
import org.curtail.runtime.Timeline;

/**
 * The requests that ended in one span of time, as two uniform samples of bounded size: of those
 * that tell of speedups, which may be few, and of all others. Not thread-safe.
 */
final class DemandWindow {
  private final Stratum telling;
  private final Stratum others;
  private final long firstNanos;
  private long lastNanos;

  /**
   * A window without requests.
   *
   * @param capacity most requests to keep, at least 2; half of them such that tell of speedups
   */
  DemandWindow(int capacity, long seed, long firstNanos) {
    telling = new Stratum(capacity / 2, seed);
    others = new Stratum(capacity - capacity / 2, ~seed);
    this.firstNanos = firstNanos;
    lastNanos = firstNanos;
  }

  /**
   * A request has ended.
   *
   * @param standsFor itself, and others that are not shown
   */
  void offer(Timeline request, double standsFor) {
    (ChunkRates.tell(request.path()) ? telling : others).offer(request, standsFor);
    lastNanos = Math.max(lastNanos, request.endNanos());
  }

  /** How many requests it has been shown. */
  long requests() {
    return telling.sample.offers() + others.sample.offers();
  }

  /** From the end of its first request to that of the last; at least 0. */
  long spanNanos() {
    return lastNanos - firstNanos;
  }

  /** When its last request ended. */
  long lastNanos() {
    return lastNanos;
  }

  /** Adds those that ended at this time or later, each with how many requests it stands for. */
  void addTo(List<Timeline> requests, List<Double> weights, long sinceNanos) {
    telling.addTo(requests, weights, sinceNanos);
    others.addTo(requests, weights, sinceNanos);
  }

  /** Requests of one kind, as a sample, and for how many all that were offered stand. */
  private static final class Stratum {
    private final Reservoir<Timeline> sample;
    private double all;

    Stratum(int capacity, long seed) {
      sample = new Reservoir<>(capacity, seed);
    }

    void offer(Timeline request, double standsFor) {
      sample.offer(request);
      all += standsFor;
    }

    void addTo(List<Timeline> requests, List<Double> weights, long sinceNanos) {
      List<Timeline> kept = sample.sample();
      double weight = all / Math.max(kept.size(), 1);
      for (Timeline request : kept) {
        if (request.endNanos() >= sinceNanos) {
          requests.add(request);
          weights.add(weight);
        }
      }
    }
  }
}
