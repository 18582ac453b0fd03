package org.curtail.automatic.detect;

import java.util.Locale;

/**
 * Detected change, as far as it is known.
 *
 * @param kind kind of the change
 * @param factor ratio of the median now to the median before; more than 0
 * @param sinceNanos estimated time of the change: the time of the first value that seemed different
 * @param values number of values since the alarm; at first 0
 */
public record Change(Kind kind, double factor, long sinceNanos, long values) {
  /** Kind of a change. */
  public enum Kind {
    /** Unknown, with too few values since the alarm. */
    NOT_KNOWN,
    /**
     * One factor for all values, as on a slower machine. Known after {@value ShapeFit#LAST_LOOK}
     * values, or after a quarter of them if the factor is large.
     */
    SCALED,
    /** Different factors: another mix, or another tail. */
    RESHAPED
  }

  public Change {
    if (!(factor > 0) || Double.isInfinite(factor) || values < 0) {
      throw new IllegalArgumentException(
          "factor must be positive and finite, values at least 0: factor=%s, values=%d"
              .formatted(factor, values));
    }
  }

  /** Returns the same change for the reciprocals of the values. */
  Change ofReciprocals() {
    return new Change(kind, 1 / factor, sinceNanos, values);
  }

  /**
   * Describes the change in plain words.
   *
   * @param what subject of the sentence
   */
  public String words(String what) {
    return switch (kind) {
      case NOT_KNOWN ->
          String.format(
              Locale.ROOT, "%s changed, the median by a factor of %.2f so far", what, factor);
      case SCALED ->
          String.format(Locale.ROOT, "%s changed by a factor of %.2f, all alike", what, factor);
      case RESHAPED ->
          String.format(
              Locale.ROOT,
              "%s changed, and not all alike: the median by a factor of %.2f",
              what,
              factor);
    };
  }
}
