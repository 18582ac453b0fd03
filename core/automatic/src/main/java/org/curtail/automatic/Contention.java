package org.curtail.automatic;

import java.util.ArrayList;
import org.curtail.automatic.guard.Slices.ServedBy;
import org.curtail.runtime.Timeline;

/**
 * Effect of other requests in the service on the times of a request. If requests outnumber the
 * cores, they {@linkplain SharedCores share} them. Otherwise they {@linkplain Concurrency slow}
 * each other.
 */
final class Contention {
  private final SharedCores shared;
  private final Concurrency concurrency;

  /**
   * Creates an empty service.
   *
   * @param cores number of cores, at least 1
   */
  Contention(int cores) {
    shared = new SharedCores(cores);
    concurrency = new Concurrency(cores);
  }

  /**
   * Sets the numbers of requests. Times must not go back.
   *
   * @param served number of requests with threads; waiting ones need no core
   * @param inService requests served or waiting
   */
  void changed(long nowNanos, int served, int inService) {
    shared.changed(nowNanos, served);
    concurrency.changed(nowNanos, inService);
  }

  /**
   * Returns an ended request as if it had not shared the cores.
   *
   * @param arrivalNanos arrival, by the clock of the changes
   * @param startNanos start of the request
   * @param endNanos end of the request
   * @param servedBy policies whose slices it overlapped
   * @param standsFor number of requests it represents
   */
  ArrivalOrder.Ended alone(
      Timeline request,
      long arrivalNanos,
      long startNanos,
      long endNanos,
      ServedBy servedBy,
      double standsFor) {
    return new ArrivalOrder.Ended(
        shared.alone(request, startNanos, endNanos),
        arrivalNanos,
        servedBy,
        concurrency.isAlike(request, startNanos),
        standsFor);
  }

  /** Step function of time with its mean. It keeps the latest changes only. */
  private static final class StepIntegral {
    private static final int REMEMBERED = 1 << 14;

    /** Times of the changes, in a ring; {@link #integrals} has the integral up to each. */
    private final long[] atNanos = new long[REMEMBERED];

    private final double[] integrals = new double[REMEMBERED];
    private long changes;
    private double present;

    /** Sets the value from now on. Times must not go back. */
    void changed(long nowNanos, double value) {
      double integral = latest(nowNanos);
      int place = place(changes);
      atNanos[place] = nowNanos;
      integrals[place] = integral;
      changes++;
      present = value;
    }

    private static int place(long change) {
      return (int) (change % REMEMBERED);
    }

    private double latest(long nowNanos) {
      if (changes == 0) {
        return 0;
      }
      int last = place(changes - 1);
      return integrals[last] + (nowNanos - atNanos[last]) * present;
    }

    /**
     * Returns the mean over a time, from the changes still kept.
     *
     * @param otherwise result if no change of that time is kept
     */
    double mean(long fromNanos, long toNanos, double otherwise) {
      if (changes == 0 || toNanos <= fromNanos) {
        return otherwise;
      }
      long from = Math.max(fromNanos, atNanos[place(oldest())]);
      return from >= toNanos ? otherwise : (at(toNanos) - at(from)) / (toNanos - from);
    }

    private long oldest() {
      return Math.max(changes - REMEMBERED, 0);
    }

    private double at(long nanos) {
      long low = oldest();
      long high = changes - 1;
      while (low < high) {
        long middle = (low + high + 1) >>> 1;
        if (atNanos[place(middle)] <= nanos) {
          low = middle;
        } else {
          high = middle - 1;
        }
      }
      if (low == changes - 1) {
        return latest(nanos);
      }
      int before = place(low);
      int after = place(low + 1);
      double width = atNanos[after] - atNanos[before];
      double part = width > 0 ? (nanos - atNanos[before]) / width : 0;
      return integrals[before] + part * (integrals[after] - integrals[before]);
    }
  }

  /**
   * Speed of one thread while requests with one thread each outnumber the cores. The operating
   * system then shares the cores among them. This class removes the time that other requests used a
   * request's core.
   */
  static final class SharedCores {
    private static final double LEAST_SHARE = 1e-6;

    private final int cores;
    private final StepIntegral rate = new StepIntegral();

    /**
     * Creates an empty service.
     *
     * @param cores number of cores, at least 1
     */
    SharedCores(int cores) {
      this.cores = cores;
    }

    /** Sets the number of requests served at the same time. Times must not go back. */
    void changed(long nowNanos, int requestsNow) {
      rate.changed(nowNanos, Math.min(1, (double) cores / Math.max(requestsNow, 1)));
    }

    /**
     * Returns a request as it would have run without others.
     *
     * @param fromNanos start of the request
     * @param toNanos end of the request
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
          request.endNanos()
              - request.preemptedNanos()
              - Math.round(request.executionNanos() * share);
      return new Timeline(
              request.arrivalNanos(),
              startNanos,
              request.endNanos(),
              Math.round(request.threadNanos() * share),
              request.peakDegree(),
              request.chunks(),
              path,
              request.preemptions(),
              request.preemptedNanos(),
              request.outcome())
          .predicted(request.prediction());
    }

    /**
     * Returns the share of a time in which a thread computed, more than 0, at most 1. Earlier times
     * count as slow as the first kept change.
     */
    double share(long fromNanos, long toNanos) {
      return Math.clamp(rate.mean(fromNanos, toNanos, 1), LEAST_SHARE, 1.0);
    }
  }

  /**
   * Number of concurrent requests over time. It decides if a request's times at several degrees can
   * be compared. A request has more threads while cores are idle, and loses them when others
   * arrive. Other requests slow it down through shared caches, memory and physical cores. So a
   * comparison would underestimate one thread and overestimate more threads.
   */
  static final class Concurrency {
    /**
     * Greatest difference in the mean number of concurrent requests at which times are comparable,
     * as a share of the cores.
     */
    private static final double ALIKE = 0.1;

    private final int cores;
    private final StepIntegral requests = new StepIntegral();

    /**
     * Creates an empty service.
     *
     * @param cores number of cores, at least 1
     */
    Concurrency(int cores) {
      this.cores = cores;
    }

    /** Sets the number of requests in the service. Times must not go back. */
    void changed(long nowNanos, int requestsNow) {
      requests.changed(nowNanos, requestsNow);
    }

    /**
     * Returns true if the number of requests in the service was similar at a request's lowest
     * degree and at its other degrees. Returns false for a request with a single degree, and for a
     * preempted one, whose times are unknown.
     *
     * @param fromNanos start of the request
     */
    boolean isAlike(Timeline request, long fromNanos) {
      int lowest = request.path().stream().mapToInt(Timeline.Phase::degree).min().orElse(1);
      if (lowest == request.peakDegree() || request.preemptions() > 0) {
        return false;
      }
      var nanos = new double[2];
      var concurrency = new double[2];
      long atNanos = fromNanos;
      for (Timeline.Phase phase : request.path()) {
        int which = phase.degree() == lowest ? 0 : 1;
        long untilNanos = atNanos + phase.nanos();
        nanos[which] += phase.nanos();
        concurrency[which] += phase.nanos() * requests.mean(atNanos, untilNanos, 0);
        atNanos = untilNanos;
      }
      double difference =
          concurrency[0] / Math.max(nanos[0], 1) - concurrency[1] / Math.max(nanos[1], 1);
      return Math.abs(difference) <= ALIKE * cores;
    }
  }
}
