package org.curtail.reissue.live;

/**
 * A bucket of tokens: the arithmetic of a budget of copies, for clients and for simulated ones.
 * Every request puts a fraction of a token in, every copy takes one out. So copies are never more
 * than that fraction of the requests, and what was there at first; and in any period never more
 * than the fraction and what the bucket holds. Not thread-safe.
 */
public final class TokenBucket {
  /** Sums of fractions are rounded: 50 times 0.02 may be a little less than 1. */
  private static final double SLACK = 1e-9;

  private final double perRequest;
  private final double most;
  private double tokens;

  /**
   * A bucket.
   *
   * @param perRequest tokens that a request adds: more than 0
   * @param most tokens that it holds: at least 1
   * @param tokens that are there at first: 0 to {@code most}
   * @throws IllegalArgumentException if a number is out of range
   */
  public TokenBucket(double perRequest, double most, double tokens) {
    if (!(perRequest > 0) || !(most >= 1) || !(tokens >= 0 && tokens <= most)) {
      throw new IllegalArgumentException(
          "a request adds more than 0 tokens, a bucket holds at least 1, and at first 0 to so many: %s, %s, %s"
              .formatted(perRequest, most, tokens));
    }
    this.perRequest = perRequest;
    this.most = most;
    this.tokens = tokens;
  }

  /**
   * Requests were sent. If no token was taken between them, to add all at once gives the same.
   *
   * @param requests at least 0
   */
  public void earn(long requests) {
    tokens = Math.min(tokens + perRequest * requests, most);
  }

  /** Takes a token; returns false if there is none. */
  public boolean take() {
    if (tokens < 1 - SLACK) {
      return false;
    }
    tokens = Math.max(tokens - 1, 0);
    return true;
  }

  /** A token that was taken was not needed. */
  public void giveBack() {
    tokens = Math.min(tokens + 1, most);
  }

  /** How many there are, from 0 to what it holds. */
  public double tokens() {
    return tokens;
  }
}
