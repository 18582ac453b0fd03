package org.curtail.cli.diagnose.observer;

/** Times of an observer's looks: the latest ones, and their total number. Thread-safe. */
final class LookTimes {
  private static final int KEPT = 4096;

  private final long[] before = new long[KEPT];
  private final long[] after = new long[KEPT];
  private long looks;
  private long firstNanos;

  synchronized void add(long beforeNanos, long afterNanos) {
    if (looks == 0) {
      firstNanos = beforeNanos;
    }
    int place = (int) (looks++ % KEPT);
    before[place] = beforeNanos;
    after[place] = afterNanos;
  }

  synchronized Fidelity fidelity() {
    return Fidelity.of(latest(before), latest(after));
  }

  /** Looks per second from the first to the last; 0 before there are two. */
  synchronized double perSecond() {
    if (looks < 2) {
      return 0;
    }
    long lastNanos = before[(int) ((looks - 1) % KEPT)];
    return (looks - 1) * 1e9 / Math.max(1, lastNanos - firstNanos);
  }

  /** The latest times, oldest first. */
  private long[] latest(long[] times) {
    int count = (int) Math.min(looks, KEPT);
    long[] ordered = new long[count];
    for (int i = 0; i < count; i++) {
      ordered[i] = times[(int) ((looks - count + i) % KEPT)];
    }
    return ordered;
  }
}
