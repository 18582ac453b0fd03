package org.curtail.automatic;

import java.util.ArrayList;
import org.curtail.runtime.Timeline;

/**
 * How fast one thread computes while all requests have one thread each and more run than there are
 * cores: the operating system shares the cores among them. So a request's time, as far as it is
 * long because others took the cores, can be taken back to what it takes alone.
 */
final class SharedCores {
  private static final double LEAST_SHARE = 1e-6;

  private final int cores;
  private final StepIntegral rate = new StepIntegral();

  /**
   * Nobody is there.
   *
   * @param cores at least 1
   */
  SharedCores(int cores) {
    this.cores = cores;
  }

  /** From now on so many requests are served at the same time. Times must not go back. */
  void changed(long nowNanos, int requestsNow) {
    rate.changed(nowNanos, Math.min(1, (double) cores / Math.max(requestsNow, 1)));
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
    var path = new ArrayList<Timeline.Phase>();
    for (Timeline.Phase phase : request.path()) {
      path.add(
          new Timeline.Phase(phase.degree(), Math.round(phase.nanos() * share), phase.chunks()));
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
            request.outcome())
        .predicted(request.prediction());
  }

  /**
   * Share of a time in which a thread computed, more than 0, at most 1. What happened before the
   * changes that are remembered is taken for as slow as these.
   */
  double share(long fromNanos, long toNanos) {
    return Math.clamp(rate.mean(fromNanos, toNanos, 1), LEAST_SHARE, 1.0);
  }
}
