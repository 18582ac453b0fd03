package org.curtail.plan;

import java.util.function.DoubleConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Limit on the work of planning; after it, planning returns its best result so far. The unit is a
 * look at one degree of one request, so equal input gives equal tables on any machine. A second has
 * about a hundred million looks. Not thread-safe.
 */
public final class Effort {
  /** Default limit: one or two minutes. */
  public static final long DEFAULT_LOOKS = 10_000_000_000L;

  private static final long LOOKS_BETWEEN_REPORTS = 100_000;

  private final long limit;
  private final DoubleConsumer watch;
  private final @Nullable Effort whole;
  private long spent;
  private long reported;

  /**
   * Creates an unspent effort.
   *
   * @param limit limit in looks, at least 1; the planner exceeds it by a few looks per request and
   *     load
   * @param watch called about each millisecond with the spent share, 0 to 1; may sleep, or throw to
   *     stop planning
   */
  public Effort(long limit, DoubleConsumer watch) {
    this(limit, watch, null);
  }

  private Effort(long limit, DoubleConsumer watch, @Nullable Effort whole) {
    if (limit < 1) {
      throw new IllegalArgumentException("an effort allows at least 1 look: " + limit);
    }
    this.limit = limit;
    this.watch = watch;
    this.whole = whole;
  }

  /** Returns an effort of {@link #DEFAULT_LOOKS} without a watch. */
  public static Effort byDefault() {
    return new Effort(DEFAULT_LOOKS, share -> {});
  }

  /**
   * Returns an effort whose looks also count for this effort.
   *
   * @param share share of this effort's limit, more than 0, at most 1
   */
  Effort part(double share) {
    return new Effort(Math.max(1, (long) (share * limit)), spentShare -> {}, this);
  }

  /** Returns the looks so far. */
  public long spent() {
    return spent;
  }

  /** Returns the limit. */
  public long limit() {
    return limit;
  }

  void spend(long looks) {
    spent += looks;
    if (spent - reported >= LOOKS_BETWEEN_REPORTS) {
      reported = spent;
      watch.accept(Math.min(1, (double) spent / limit));
    }
    if (whole != null) {
      whole.spend(looks);
    }
  }

  boolean isSpent() {
    return spent >= limit || (whole != null && whole.isSpent());
  }
}
