package org.curtail.plan;

import java.util.function.DoubleConsumer;

/**
 * How much a search may do before it settles for what it has. Counted in looks at a request, not in
 * seconds, so that the same input gives the same table on any machine; 20 to 50 million looks take
 * about a second. Not thread-safe.
 */
public final class Effort {
  /** What is spent unless told otherwise. */
  public static final long DEFAULT_LOOKS = 1_000_000_000;

  private static final long LOOKS_BETWEEN_REPORTS = 2_000_000;

  private final long limit;
  private final DoubleConsumer watch;
  private long spent;
  private long reported;

  /**
   * A fresh effort.
   *
   * @param limit looks at a request, at least 1; a search goes over it by less than two looks at
   *     every request
   * @param watch called now and then with the share of all schedules that are settled, 0 to 1; may
   *     throw to stop the search
   */
  public Effort(long limit, DoubleConsumer watch) {
    if (limit < 1) {
      throw new IllegalArgumentException("an effort allows at least 1 look: " + limit);
    }
    this.limit = limit;
    this.watch = watch;
  }

  /** {@link #DEFAULT_LOOKS}, unwatched. */
  public static Effort byDefault() {
    return new Effort(DEFAULT_LOOKS, share -> {});
  }

  /** Looks at a request so far. */
  public long spent() {
    return spent;
  }

  void spend(long looks, double shareSettled) {
    spent += looks;
    if (spent - reported >= LOOKS_BETWEEN_REPORTS) {
      reported = spent;
      watch.accept(shareSettled);
    }
  }

  boolean isSpent() {
    return spent >= limit;
  }
}
