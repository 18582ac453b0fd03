package org.curtail.demand;

import java.util.List;
import org.curtail.runtime.Timeline;

/**
 * The requests that ended in one span of time, as two uniform samples of bounded size: of those
 * that tell of speedups, which may be few, and of all others. Not thread-safe.
 */
final class DemandWindow {
  private final Reservoir<Timeline> telling;
  private final Reservoir<Timeline> others;
  private final long firstNanos;
  private long lastNanos;

  /**
   * A window without requests.
   *
   * @param capacity most requests to keep, at least 2; half of them such that tell of speedups
   */
  DemandWindow(int capacity, long seed, long firstNanos) {
    telling = new Reservoir<>(capacity / 2, seed);
    others = new Reservoir<>(capacity - capacity / 2, ~seed);
    this.firstNanos = firstNanos;
    lastNanos = firstNanos;
  }

  void offer(Timeline request) {
    (ChunkRates.tell(request.path()) ? telling : others).offer(request);
    lastNanos = Math.max(lastNanos, request.endNanos());
  }

  /** How many requests it has been shown. */
  long requests() {
    return telling.offers() + others.offers();
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
    add(telling, requests, weights, sinceNanos);
    add(others, requests, weights, sinceNanos);
  }

  private static void add(
      Reservoir<Timeline> stratum, List<Timeline> requests, List<Double> weights, long sinceNanos) {
    List<Timeline> sample = stratum.sample();
    double weight = (double) stratum.offers() / Math.max(sample.size(), 1);
    for (Timeline request : sample) {
      if (request.endNanos() >= sinceNanos) {
        requests.add(request);
        weights.add(weight);
      }
    }
  }
}
