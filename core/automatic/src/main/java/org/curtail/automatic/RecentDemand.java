package org.curtail.automatic;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.curtail.Profile;
import org.curtail.runtime.Outcome;
import org.curtail.runtime.Timeline;

/**
 * What the requests that ended of late tell of the demand, in bounded memory: a ring of windows of
 * time, each with a uniform sample of its requests ({@code DemandWindow}). When the ring is full,
 * the oldest window makes room, so that what is long ago is forgotten.
 *
 * <p>A window ends when it has lasted for its span and has been shown as many requests as it keeps.
 * So in a busy service the ring remembers for a time, and in one of three requests a minute for a
 * number of requests. A time without requests makes nothing forgotten; {@link DemandSample#ageNanos
 * how old} it all is can be asked.
 *
 * <p>A function of the requests that it is shown: it reads no clock, and the same requests in the
 * same order give the same sample. A clock that jumps back does no harm; one that jumps forward
 * ends a window. Not thread-safe; what {@link #sample} returns is immutable.
 */
final class RecentDemand {
  private final int mostWindows;
  private final long spanNanos;
  private final int capacity;
  private final long seed;
  private final Deque<DemandWindow> windows = new ArrayDeque<>();

  /** Windows that there have been, for each to have a seed of its own. */
  private long begun;

  private long sinceNanos = Long.MIN_VALUE;
  private long others;

  /**
   * Knows nothing yet.
   *
   * @param windows most windows in the ring, at least 1
   * @param span how long a window lasts at least; more than 0
   * @param capacity most requests to keep of each window, at least 2; up to one half of them are
   *     requests that had several degrees while they ran, since speedups are learned from those
   * @param seed which requests are kept
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

  /** A request has ended. Those that did not complete are counted and left out. */
  public void ended(Timeline request) {
    ended(request, 1);
  }

  /**
   * The same of one that was drawn of several, by chance, which are not shown.
   *
   * @param standsFor how many, itself included; at least 1, finite
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

  /** They would take more memory than all the rest. */
  private static Timeline withoutStints(Timeline request) {
    return request.stints().isEmpty() ? request : request.with(request.path(), List.of());
  }

  /** Forgets all requests that ended before this time, as after a change of the demand. */
  public void forgetBefore(long nanos) {
    sinceNanos = Math.max(sinceNanos, nanos);
    windows.removeIf(window -> window.lastNanos() < sinceNanos);
  }

  /** Knows nothing any more. */
  public void forget() {
    windows.clear();
    sinceNanos = Long.MIN_VALUE;
    others = 0;
  }

  /** All that it knows at this moment. */
  public DemandSample sample() {
    var requests = new ArrayList<Timeline>();
    var weights = new ArrayList<Double>();
    windows.forEach(window -> window.addTo(requests, weights, sinceNanos));
    return new DemandSample(
        requests, weights.stream().mapToDouble(Double::doubleValue).toArray(), others);
  }

  /**
   * The profile of all that it knows: see {@link DemandSample#profile(int)}.
   *
   * @throws IllegalStateException as there
   */
  public Profile profile(int maxDegree) {
    return sample().profile(maxDegree);
  }
}
