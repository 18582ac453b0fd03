package org.curtail.plan;

import java.util.function.DoubleConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The amount of work that planning may do before it settles for its best so far. Counted in looks
 * at one degree of one request, not in seconds, so that equal input gives equal tables on any
 * machine; about a hundred million take a second. Not thread-safe.
 */
public final class Effort {
  /** Default limit: a minute or two. */
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
   * @param limit looks at one degree of one request, at least 1; exceeded by a few looks at every
   *     request for each load, which the least answer takes
   * @param watch called about each millisecond with the share that is spent, 0 to 1; may throw to
   *     stop planning, or sleep
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

  /** Returns an effort of {@link #DEFAULT_LOOKS}, unwatched. */
  public static Effort byDefault() {
    return new Effort(DEFAULT_LOOKS, share -> {});
  }

  /**
   * Returns an effort whose looks count for this one too.
   *
   * @param share share of this one's limit, more than 0, at most 1
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
