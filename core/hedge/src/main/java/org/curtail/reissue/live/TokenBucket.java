package org.curtail.reissue.live;

/**
 * A bucket of tokens: the budget of copies for real and simulated clients. Each request adds a
 * fraction of a token, and each copy takes a token. So copies never exceed that fraction of all
 * requests plus the initial tokens. In any period, they never exceed the fraction of its requests
 * plus the capacity. Not thread-safe.
 */
public final class TokenBucket {
  /** Tolerance for rounded sums: 50 times 0.02 may be a little less than 1. */
  private static final double SLACK = 1e-9;

  private final double perRequest;
  private final double most;
  private double tokens;

  /**
   * Creates a bucket.
   *
   * @param perRequest tokens added by a request: more than 0
   * @param most capacity in tokens: at least 1
   * @param tokens initial tokens: 0 to {@code most}
   * @throws IllegalArgumentException if a number is out of range
   */
  public TokenBucket(double perRequest, double most, double tokens) {
    if (!(perRequest > 0) || !(most >= 1) || !(tokens >= 0 && tokens <= most)) {
      throw new IllegalArgumentException(
          "expected perRequest above 0, most of at least 1, and tokens from 0 to most: %s, %s, %s"
              .formatted(perRequest, most, tokens));
    }
    this.perRequest = perRequest;
    this.most = most;
    this.tokens = tokens;
  }

  /**
   * Adds the tokens of requests.
   *
   * @param requests number of requests, at least 0
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

  /** Returns a token that was not needed. */
  public void giveBack() {
    tokens = Math.min(tokens + 1, most);
  }

  /** Returns the present number of tokens, from 0 to the capacity. */
  public double tokens() {
    return tokens;
  }
}
