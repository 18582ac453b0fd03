package org.curtail.hedge;

import java.util.concurrent.atomic.LongAdder;
import org.curtail.reissue.live.TokenBucket;

/**
 * How many further attempts there may be beside the first ones: a bucket of tokens, empty at first.
 * Every first attempt puts a fraction of a token in, every further attempt, be it a hedge or a
 * retry, takes one out. So further attempts are never more than that fraction of the first ones,
 * and never more than the burst beyond it in any period. Hedges that are given the same budget
 * share it. Safe for all threads.
 */
public final class HedgeBudget {
  private static final int DEFAULT_BURST = 100;

  private final double fraction;
  private final int burst;

  /**
   * First attempts. Threads do not meet here; what they have earned is counted when it is asked.
   */
  private final LongAdder firsts = new LongAdder();

  private final TokenBucket bucket;
  private long counted;

  private HedgeBudget(double fraction, int burst) {
    this.fraction = fraction;
    this.burst = burst;
    bucket = new TokenBucket(fraction, burst, 0);
  }

  /** With a burst of 100. */
  public static HedgeBudget of(double fraction) {
    return of(fraction, DEFAULT_BURST);
  }

  /**
   * Makes a budget.
   *
   * @param fraction further attempts per first attempt; more than 0, at most 100
   * @param burst most tokens that are saved up for bad moments, at least 1
   * @throws IllegalArgumentException if one is out of range
   */
  public static HedgeBudget of(double fraction, int burst) {
    if (!(fraction > 0 && fraction <= Schedule.MOST_ATTEMPTS)) {
      throw new IllegalArgumentException(
          "fraction must be more than 0 and at most " + Schedule.MOST_ATTEMPTS + ": " + fraction);
    }
    if (burst < 1) {
      throw new IllegalArgumentException("burst must be at least 1: " + burst);
    }
    return new HedgeBudget(fraction, burst);
  }

  /** Further attempts per first attempt. */
  public double fraction() {
    return fraction;
  }

  /** Most tokens that are saved up. */
  public int burst() {
    return burst;
  }

  /** Tokens at this moment, from 0 to the burst. */
  public synchronized double tokens() {
    count();
    return bucket.tokens();
  }

  @Override
  public String toString() {
    return "HedgeBudget[fraction=" + fraction + ", burst=" + burst + "]";
  }

  /** A first attempt is sent. */
  void first() {
    firsts.increment();
  }

  /** Returns false if there is no token. */
  synchronized boolean take() {
    count();
    return bucket.take();
  }

  /** A token was not needed. */
  synchronized void giveBack() {
    bucket.giveBack();
  }

  /**
   * Between two calls nothing was taken out, so to stop at the brim now is as good as each time.
   */
  private void count() {
    long now = firsts.sum();
    bucket.earn(now - counted);
    counted = now;
  }
}
