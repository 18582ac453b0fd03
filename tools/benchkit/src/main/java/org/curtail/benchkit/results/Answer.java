package org.curtail.benchkit.results;

import org.jspecify.annotations.Nullable;

/** Answer to a claim: yes or no if the whole interval is on one side. */
public enum Answer {
  /** The whole interval supports the claim. */
  YES,
  /** The whole interval contradicts the claim. */
  NO,
  /** The interval covers both answers. */
  NOT_DECIDED;

  /** Returns the answer to an exact question. */
  public static Answer of(boolean isSo) {
    return isSo ? YES : NO;
  }

  /** Returns the answer to "the number is above a bound" for a number with this interval. */
  public static Answer above(double bound, double low, double high) {
    return low > bound ? YES : high <= bound ? NO : NOT_DECIDED;
  }

  /** Returns the answer to "the number is at most a bound" for a number with this interval. */
  public static Answer atMost(double bound, double low, double high) {
    return above(bound, low, high).inverse();
  }

  /** Returns the answer to the opposite claim. */
  public Answer inverse() {
    return switch (this) {
      case YES -> NO;
      case NO -> YES;
      case NOT_DECIDED -> NOT_DECIDED;
    };
  }

  /** Returns the answer to "both claims hold". */
  public Answer and(Answer other) {
    if (this == NO || other == NO) {
      return NO;
    }
    return this == YES ? other : this;
  }

  /** Returns the value for {@link Claim#holds}. */
  public boolean holds() {
    return this == YES;
  }

  /** Returns the value for {@link Claim#tie}. */
  public @Nullable Boolean tie() {
    return this == NOT_DECIDED ? Boolean.TRUE : null;
  }
}
