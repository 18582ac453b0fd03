package org.curtail.automatic.learn;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.curtail.Profile;
import org.curtail.demand.sample.ChunkRates;
import org.curtail.demand.sample.Reservoir;
import org.curtail.runtime.Outcome;
import org.curtail.runtime.Timeline;

/**
 * Demand of recently ended requests, in bounded memory: a ring of time windows, each with a uniform
 * sample of its requests ({@code DemandWindow}). A full ring drops the oldest window.
 *
 * <p>A window ends after its span, if it has had as many requests as it keeps. So in a busy service
 * the ring remembers a time, and in one with three requests a minute a number of requests. A time
 * without requests does not make the ring forget; {@link DemandSample#ageNanos} returns the age.
 *
 * <p>A function of the added requests: it reads no clock, and equal requests in equal order give
 * the same sample. A clock that jumps back does no harm; one that jumps forward ends a window. Not
 * thread-safe; the result of {@link #sample} is immutable.
 */
public final class RecentDemand {
  private final int mostWindows;
  private final long spanNanos;
  private final int capacity;
  private final long seed;
  private final Deque<DemandWindow> windows = new ArrayDeque<>();

  /** Number of windows so far. It gives each window its own seed. */
  private long begun;

  private long sinceNanos = Long.MIN_VALUE;
  private long others;

  /**
   * Creates an empty demand.
   *
   * @param windows most windows in the ring, at least 1
   * @param span least length of a window; more than 0
   * @param capacity most requests to keep of each window, at least 2; up to one half of them are
   *     requests with several degrees, which show speedups
   * @param seed seed of the sample
   */
  public RecentDemand(int windows, Duration span, int capacity, long seed) {
    if (windows < 1) {
      throw new IllegalArgumentException("windows must be at least 1: " + windows);
    }
    if (span.isNegative() || span.isZero()) {
      throw new IllegalArgumentException("span must be positive: " + span);
    }
    if (capacity < 2 || (long) capacity * windows > Profile.Builder.MAX_REQUESTS) {
      throw new IllegalArgumentException(
          "capacity must be at least 2, and at most %d of all windows together: %d"
              .formatted(Profile.Builder.MAX_REQUESTS, capacity));
    }
    this.mostWindows = windows;
    this.spanNanos = span.toNanos();
    this.capacity = capacity;
    this.seed = seed;
  }

  /** Adds an ended request. Incomplete requests are counted and left out. */
  public void ended(Timeline request) {
    ended(request, 1);
  }

  /**
   * Adds an ended request that was drawn by chance from several ended ones.
   *
   * @param standsFor number of requests it represents, itself included; at least 1, finite
   */
  public void ended(Timeline request, double standsFor) {
    if (!(standsFor >= 1) || Double.isInfinite(standsFor)) {
      throw new IllegalArgumentException("standsFor must be at least 1 and finite: " + standsFor);
    }
    if (request.outcome() != Outcome.COMPLETED) {
      others++;
      return;
    }
    DemandWindow window = windows.peekLast();
    if (window == null || isOver(window, request)) {
      window = new DemandWindow(capacity, seed + begun++, request.endNanos());
      windows.addLast(window);
      if (windows.size() > mostWindows) {
        windows.removeFirst();
      }
    }
    window.offer(withoutStints(request), standsFor);
  }

  private boolean isOver(DemandWindow window, Timeline next) {
    return window.requests() >= capacity
        && Math.max(window.spanNanos(), next.endNanos() - window.lastNanos()) >= spanNanos;
  }

  /** Drops the stints, which would need more memory than all the rest. */
  private static Timeline withoutStints(Timeline request) {
    return request.stints().isEmpty() ? request : request.with(request.path(), List.of());
  }

  /** Forgets all requests that ended before this time, as after a change of the demand. */
  public void forgetBefore(long nanos) {
    sinceNanos = Math.max(sinceNanos, nanos);
    windows.removeIf(window -> window.lastNanos() < sinceNanos);
  }

  /** Forgets all requests. */
  public void forget() {
    windows.clear();
    sinceNanos = Long.MIN_VALUE;
    others = 0;
  }

  /** Returns the present sample. */
  public DemandSample sample() {
    var requests = new ArrayList<Timeline>();
    var weights = new ArrayList<Double>();
    windows.forEach(window -> window.addTo(requests, weights, sinceNanos));
    return new DemandSample(
        requests, weights.stream().mapToDouble(Double::doubleValue).toArray(), others);
  }

  /**
   * Returns the profile of the present sample: see {@link DemandSample#profile(int)}.
   *
   * @throws IllegalStateException as there
   */
  public Profile profile(int maxDegree) {
    return sample().profile(maxDegree);
  }

  /**
   * Requests that ended in one time span, as two uniform samples of bounded size: requests that
   * show speedups, which may be few, and all others. Not thread-safe.
   */
  private static final class DemandWindow {
    private final Stratum informative;
    private final Stratum others;
    private final long firstNanos;
    private long lastNanos;

    /**
     * Creates a window without requests.
     *
     * @param capacity most requests to keep, at least 2; half of them are for requests that show
     *     speedups
     */
    DemandWindow(int capacity, long seed, long firstNanos) {
      informative = new Stratum(capacity / 2, seed);
      others = new Stratum(capacity - capacity / 2, ~seed);
      this.firstNanos = firstNanos;
      lastNanos = firstNanos;
    }

    /**
     * Adds an ended request.
     *
     * @param standsFor number of requests it represents
     */
    void offer(Timeline request, double standsFor) {
      (ChunkRates.showSpeedups(request.path()) ? informative : others).offer(request, standsFor);
      lastNanos = Math.max(lastNanos, request.endNanos());
    }

    long requests() {
      return informative.sample.offers() + others.sample.offers();
    }

    /** Returns the time from the end of the first request to the end of the last; at least 0. */
    long spanNanos() {
      return lastNanos - firstNanos;
    }

    long lastNanos() {
      return lastNanos;
    }

    /** Adds to the lists the requests that ended at this time or later, each with its weight. */
    void addTo(List<Timeline> requests, List<Double> weights, long sinceNanos) {
      informative.addTo(requests, weights, sinceNanos);
      others.addTo(requests, weights, sinceNanos);
    }

    /**
     * Sample of one kind of request. {@link #all} is the number of requests that all offered ones
     * represent.
     */
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
}
