package org.curtail.cli.serve.live;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import org.curtail.Percentile;

/**
 * Latencies of the last seconds, and a point for each second of the last minutes. Times are from
 * the intended arrival. Not thread-safe.
 */
final class Figures {
  /** Length of the window of percentiles. */
  static final long WINDOW_NANOS = 10_000_000_000L;

  /** Fewest requests of a window for a percentile, as ten of them are beyond the 90th. */
  static final int FEWEST = 100;

  private static final int MOST_POINTS = 300;
  private static final int MOST_SAMPLES = 50_000;

  private record Sample(long endNanos, double ms) {}

  /**
   * The figures at a moment. A percentile is {@code NaN} if too few requests have ended.
   *
   * @param atMs moment in milliseconds since the begin of the page
   * @param perSecond ended requests per second
   * @param busy threads that serve requests, on average
   * @param waiting requests that wait
   */
  record Point(
      long atMs, double p50, double p95, double p99, double perSecond, double busy, int waiting) {}

  private final ArrayDeque<Sample> window = new ArrayDeque<>();
  private final ArrayDeque<Point> points = new ArrayDeque<>();
  private long sinceNanos;

  Figures(long nowNanos) {
    sinceNanos = nowNanos;
  }

  /** Adds an ended request. */
  void add(long endNanos, long latencyNanos) {
    if (endNanos < sinceNanos) {
      return;
    }
    if (window.size() == MOST_SAMPLES) {
      window.removeFirst();
    }
    window.addLast(new Sample(endNanos, latencyNanos / 1e6));
  }

  /** Forgets the window, since something else serves from now on. The points stay. */
  void restart(long nowNanos) {
    window.clear();
    sinceNanos = nowNanos;
  }

  /** Makes the next point. */
  Point point(long nowNanos, long atMs, double busy, int waiting) {
    long fromNanos = forget(nowNanos);
    double[] ms = window.stream().mapToDouble(Sample::ms).sorted().toArray();
    return add(ms, nowNanos, fromNanos, atMs, busy, waiting);
  }

  /** Makes the next point as {@link #point}, with requests that have not ended. */
  Point pointWith(double[] unendedMs, long nowNanos, long atMs) {
    long fromNanos = forget(nowNanos);
    double[] ms =
        DoubleStream.concat(window.stream().mapToDouble(Sample::ms), Arrays.stream(unendedMs))
            .sorted()
            .toArray();
    return add(ms, nowNanos, fromNanos, atMs, unendedMs.length, 0);
  }

  private long forget(long nowNanos) {
    long fromNanos = Math.max(nowNanos - WINDOW_NANOS, sinceNanos);
    while (!window.isEmpty() && window.getFirst().endNanos < fromNanos) {
      window.removeFirst();
    }
    return fromNanos;
  }

  private Point add(
      double[] ms, long nowNanos, long fromNanos, long atMs, double busy, int waiting) {
    double seconds = Math.max(1, (nowNanos - fromNanos) / 1e9);
    var point =
        new Point(atMs, p(ms, 50), p(ms, 95), p(ms, 99), ms.length / seconds, busy, waiting);
    points.addLast(point);
    if (points.size() > MOST_POINTS) {
      points.removeFirst();
    }
    return point;
  }

  private static double p(double[] ascending, double percentile) {
    return ascending.length < FEWEST ? Double.NaN : Percentile.of(ascending, percentile);
  }

  /** Returns the points, the oldest first. */
  List<Point> points() {
    return new ArrayList<>(points);
  }
}
