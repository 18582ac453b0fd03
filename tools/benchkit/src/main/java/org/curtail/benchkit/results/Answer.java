package org.curtail.benchkit.results;

import org.jspecify.annotations.Nullable;

/** Whether something claimed is so: yes or no only where an interval lies on one side. */
public enum Answer {
  /** The whole interval supports it. */
  YES,
  /** The whole interval contradicts it. */
  NO,
  /** The interval covers both. */
  NOT_DECIDED;

  /** Of something that is exactly so or not. */
  public static Answer of(boolean isSo) {
    return isSo ? YES : NO;
  }

  /** Whether a number with this interval is above a bound. */
  public static Answer above(double bound, double low, double high) {
    return low > bound ? YES : high <= bound ? NO : NOT_DECIDED;
  }

  /** Whether a number with this interval is at most a bound. */
  public static Answer atMost(double bound, double low, double high) {
    return above(bound, low, high).inverse();
  }

  /** Whether the contrary is so. */
  public Answer inverse() {
    return switch (this) {
      case YES -> NO;
      case NO -> YES;
      case NOT_DECIDED -> NOT_DECIDED;
    };
  }

  /** Whether both are so. */
  public Answer and(Answer other) {
    if (this == NO || other == NO) {
      return NO;
    }
    return this == YES ? other : this;
  }

  /** As {@link Claim#holds} has it. */
  public boolean holds() {
    return this == YES;
  }

  /** As {@link Claim#tie} has it. */
  public @Nullable Boolean tie() {
    return this == NOT_DECIDED ? Boolean.TRUE : null;
  }
}
