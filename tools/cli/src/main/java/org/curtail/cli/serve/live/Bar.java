package org.curtail.cli.serve.live;

import java.util.Arrays;
import org.curtail.runtime.Timeline;
import org.jspecify.annotations.Nullable;

/**
 * A request on the page: its arrival, its numbers of threads over time, and its end. Thread-safe.
 */
final class Bar {
  /** Most changes of the number of threads; a page has no room for more. */
  private static final int MOST_STEPS = 24;

  private static final int FIRST_STEPS = 4;

  /** Number of the bar, unique on the page. */
  final long number;

  /** Intended moment of the arrival, by {@link System#nanoTime}. */
  final long intendedNanos;

  final String title;

  // Guarded by this.
  private long[] stepNanos = new long[FIRST_STEPS];
  private int[] degrees = new int[FIRST_STEPS];
  private int steps;
  private @Nullable Timeline end;

  /** True if viewers do not know its latest change. Used by the thread that samples. */
  private boolean changed = true;

  /** True if viewers have seen it. Used by the thread that samples. */
  boolean shown;

  Bar(long number, long intendedNanos, String title) {
    this.number = number;
    this.intendedNanos = intendedNanos;
    this.title = title;
  }

  /**
   * Notes a change.
   *
   * @param degree number of threads from now on; 0 while the request is preempted
   */
  synchronized void step(long atNanos, int degree) {
    if (steps == MOST_STEPS || (steps > 0 && degrees[steps - 1] == degree)) {
      return;
    }
    if (steps == degrees.length) {
      stepNanos = Arrays.copyOf(stepNanos, 2 * steps);
      degrees = Arrays.copyOf(degrees, 2 * steps);
    }
    stepNanos[steps] = atNanos;
    degrees[steps] = degree;
    steps++;
    changed = true;
  }

  synchronized void end(Timeline timeline) {
    end = timeline;
    changed = true;
  }

  /** True once after each change. */
  synchronized boolean takeChange() {
    boolean was = changed;
    changed = false;
    return was;
  }

  /** The history of the ended request; null while it waits or runs. */
  synchronized @Nullable Timeline timeline() {
    return end;
  }

  /** Time from the intended arrival to the end; 0 for a request that has not ended. */
  synchronized long latencyNanos() {
    return end == null ? 0 : Math.max(0, end.endNanos() - intendedNanos);
  }

  /**
   * Appends {@code [number, arrival, end or -1, moment, degree, moment, degree, ...]}, moments in
   * milliseconds since a begin.
   */
  synchronized void appendTo(StringBuilder json, long beginNanos) {
    json.append('[').append(number).append(',');
    append(json, intendedNanos - beginNanos);
    json.append(',');
    if (end == null) {
      json.append("-1");
    } else {
      append(json, end.endNanos() - beginNanos);
    }
    for (int i = 0; i < steps; i++) {
      json.append(',');
      append(json, stepNanos[i] - beginNanos);
      json.append(',').append(degrees[i]);
    }
    json.append(']');
  }

  /** Appends a time in milliseconds with one decimal. */
  private static void append(StringBuilder json, long nanos) {
    long tenths = Math.max(0, (nanos + 50_000) / 100_000);
    json.append(tenths / 10).append('.').append(tenths % 10);
  }
}
