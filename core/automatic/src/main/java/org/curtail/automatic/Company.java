package org.curtail.automatic;

import org.curtail.runtime.Timeline;

/**
 * How many requests were in the service while a request ran, and so whether its times at several
 * degrees can be compared. A request has more threads while cores are idle, and gives them back
 * when others come. Others slow it, since cores share caches and memory, and two that the operating
 * system shows may be one real core: so one thread would look slow, and more threads as if they
 * brought more than they do.
 */
final class Company {
  /** Of the cores: so many more others, in the mean, are alike. */
  private static final double ALIKE = 0.1;

  private final int cores;
  private final StepIntegral requests = new StepIntegral();

  /**
   * Nobody is there.
   *
   * @param cores at least 1
   */
  Company(int cores) {
    this.cores = cores;
  }

  /** From now on so many requests are in the service. Times must not go back. */
  void changed(long nowNanos, int requestsNow) {
    requests.changed(nowNanos, requestsNow);
  }

  /**
   * Whether a request had about as much company at its lowest degree as at the others; false for
   * one of a single degree, or one that was set aside, whose times are not known.
   *
   * @param fromNanos when it started
   */
  boolean isAlike(Timeline request, long fromNanos) {
    int lowest = request.path().stream().mapToInt(Timeline.Phase::degree).min().orElse(1);
    if (lowest == request.peakDegree() || request.timesAside() > 0) {
      return false;
    }
    var nanos = new double[2];
    var company = new double[2];
    long atNanos = fromNanos;
    for (Timeline.Phase phase : request.path()) {
      int which = phase.degree() == lowest ? 0 : 1;
      long untilNanos = atNanos + phase.nanos();
      nanos[which] += phase.nanos();
      company[which] += phase.nanos() * requests.mean(atNanos, untilNanos, 0);
      atNanos = untilNanos;
    }
    double difference = company[0] / Math.max(nanos[0], 1) - company[1] / Math.max(nanos[1], 1);
    return Math.abs(difference) <= ALIKE * cores;
  }
}
