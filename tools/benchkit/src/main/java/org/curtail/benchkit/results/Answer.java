package org.curtail.benchkit.results;

import org.jspecify.annotations.Nullable;

/** Answer to a claim: yes or no only where an interval lies on one side. */
public enum Answer {
  /** The whole interval supports it. */
  YES,
  /** The whole interval contradicts it. */
  NO,
  /** The interval covers both. */
  NOT_DECIDED;

  /** The answer to an exact question. */
  public static Answer of(boolean isSo) {
    return isSo ? YES : NO;
  }

  /** Answers whether a number with this interval is above a bound. */
  public static Answer above(double bound, double low, double high) {
    return low > bound ? YES : high <= bound ? NO : NOT_DECIDED;
  }

  /** Answers whether a number with this interval is at most a bound. */
  public static Answer atMost(double bound, double low, double high) {
    return above(bound, low, high).inverse();
  }

  /** The answer to the opposite. */
  public Answer inverse() {
    return switch (this) {
      case YES -> NO;
      case NO -> YES;
      case NOT_DECIDED -> NOT_DECIDED;
    };
  }

  /** Answers whether both hold. */
  public Answer and(Answer other) {
    if (this == NO || other == NO) {
      return NO;
    }
    return this == YES ? other : this;
  }

  /** Value for {@link Claim#holds}. */
  public boolean holds() {
    return this == YES;
  }

  /** Value for {@link Claim#tie}. */
  public @Nullable Boolean tie() {
    return this == NOT_DECIDED ? Boolean.TRUE : null;
  }
}
