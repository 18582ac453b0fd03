package org.curtail.automatic;

import java.util.ArrayList;
import org.curtail.runtime.Phase;
import org.curtail.runtime.Timeline;

/**
 * How fast one thread computes while all requests have one thread each and more run than there are
 * cores: the operating system shares the cores among them. So a request's time, as far as it is
 * long because others took the cores, can be taken back to what it takes alone.
 */
final class SharedCores {
  private static final int REMEMBERED = 1 << 14;

  private final int cores;

  /** Times of the changes, in a ring, and how much a thread had computed by then. */
  private final long[] atNanos = new long[REMEMBERED];

  private final double[] computedNanos = new double[REMEMBERED];
  private long changes;
  private int requests;

  /**
   * Nobody is there.
   *
   * @param cores at least 1
   */
  SharedCores(int cores) {
    this.cores = cores;
  }

  /** From now on so many requests are in the service. Times must not go back. */
  void changed(long nowNanos, int requestsNow) {
    double computed = computedBy(nowNanos);
    int place = (int) (changes % REMEMBERED);
    atNanos[place] = nowNanos;
    computedNanos[place] = computed;
    changes++;
    requests = requestsNow;
  }

  private double rate() {
    return Math.min(1, (double) cores / Math.max(requests, 1));
  }

  private double computedBy(long nowNanos) {
    if (changes == 0) {
      return 0;
    }
    int last = (int) ((changes - 1) % REMEMBERED);
    return computedNanos[last] + (nowNanos - atNanos[last]) * rate();
  }

  /**
   * What would have happened to a request without others.
   *
   * @param fromNanos when it started
   * @param toNanos when it ended
   */
  Timeline alone(Timeline request, long fromNanos, long toNanos) {
    double share = share(fromNanos, toNanos);
    if (share == 1) {
      return request;
    }
    var path = new ArrayList<Phase>();
    for (Phase phase : request.path()) {
      path.add(new Phase(phase.degree(), Math.round(phase.nanos() * share), phase.chunks()));
    }
    long startNanos =
        request.endNanos() - request.asideNanos() - Math.round(request.executionNanos() * share);
    return new Timeline(
        request.arrivalNanos(),
        startNanos,
        request.endNanos(),
        Math.round(request.threadNanos() * share),
        request.peakDegree(),
        request.chunks(),
        path,
        request.timesAside(),
        request.asideNanos(),
        request.outcome());
  }

  /**
   * Share of a time in which a thread computed, more than 0, at most 1. What happened before the
   * changes that are remembered is taken for as slow as these.
   */
  double share(long fromNanos, long toNanos) {
    if (changes == 0 || toNanos <= fromNanos) {
      return 1;
    }
    long oldest = Math.max(changes - REMEMBERED, 0);
    long from = Math.max(fromNanos, atNanos[(int) (oldest % REMEMBERED)]);
    if (from >= toNanos) {
      return 1;
    }
    return Math.clamp((computedAt(toNanos) - computedAt(from)) / (toNanos - from), 1e-6, 1.0);
  }

  private double computedAt(long nanos) {
    long low = Math.max(changes - REMEMBERED, 0);
    long high = changes - 1;
    while (low < high) {
      long middle = (low + high + 1) >>> 1;
      if (atNanos[(int) (middle % REMEMBERED)] <= nanos) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    int place = (int) (low % REMEMBERED);
    if (low == changes - 1) {
      return computedBy(nanos);
    }
    int next = (int) ((low + 1) % REMEMBERED);
    double width = atNanos[next] - atNanos[place];
    double part = width > 0 ? (nanos - atNanos[place]) / width : 0;
    return computedNanos[place] + part * (computedNanos[next] - computedNanos[place]);
  }
}
