package org.curtail.hedge;

import java.util.concurrent.atomic.LongAdder;
import org.curtail.reissue.live.TokenBucket;

/**
 * Limit of copies and retries: a bucket of tokens, empty at first. Each first attempt adds a
 * fraction of a token. Each copy and each retry takes one token. So copies and retries never exceed
 * that fraction of the first attempts. In any period, they exceed the fraction by at most the
 * burst. Several hedges may share a budget. Thread-safe.
 */
public final class HedgeBudget {
  private static final int DEFAULT_BURST = 100;

  private final double fraction;
  private final int burst;

  /** First attempts, counted without contention. {@link #count} converts them to tokens. */
  private final LongAdder firsts = new LongAdder();

  private final TokenBucket bucket;
  private long counted;

  private HedgeBudget(double fraction, int burst) {
    this.fraction = fraction;
    this.burst = burst;
    bucket = new TokenBucket(fraction, burst, 0);
  }

  /** Returns a budget with a burst of 100. */
  public static HedgeBudget of(double fraction) {
    return of(fraction, DEFAULT_BURST);
  }

  /**
   * Returns a budget.
   *
   * @param fraction copies and retries per first attempt; more than 0, at most 100
   * @param burst greatest number of saved tokens, at least 1
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

  /** Returns the number of copies and retries per first attempt. */
  public double fraction() {
    return fraction;
  }

  /** Returns the greatest number of saved tokens. */
  public int burst() {
    return burst;
  }

  /** Returns the present number of tokens, from 0 to the burst. */
  public synchronized double tokens() {
    count();
    return bucket.tokens();
  }

  @Override
  public String toString() {
    return "HedgeBudget[fraction=" + fraction + ", burst=" + burst + "]";
  }

  /** Counts a first attempt. */
  void first() {
    firsts.increment();
  }

  /** Takes a token; false if there is none. */
  synchronized boolean take() {
    count();
    return bucket.take();
  }

  /** Returns a token that was not needed. */
  synchronized void giveBack() {
    bucket.giveBack();
  }

  /**
   * Adds the earned tokens. No token was taken since the last call, so limiting them once is exact.
   */
  private void count() {
    long now = firsts.sum();
    bucket.earn(now - counted);
    counted = now;
  }
}
