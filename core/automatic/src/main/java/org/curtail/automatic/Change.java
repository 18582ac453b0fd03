package org.curtail.automatic;

import java.util.Locale;

/**
 * What has changed, as far as is known.
 *
 * @param kind whether all values changed by the same factor
 * @param factor how many times greater the median is than before; more than 0
 * @param sinceNanos when the change was, as far as can be told: the time of the first value that
 *     seemed to be of another kind
 * @param values how many values had been seen since the alarm when this was told; at first 0
 */
record Change(Kind kind, double factor, long sinceNanos, long values) {
  /** How values changed. */
  public enum Kind {
    /** Too few values have been seen since the alarm to tell. */
    NOT_KNOWN,
    /**
     * All by the same factor, as far as {@value ShapeTest#LAST_LOOK} values show, or a quarter of
     * them if the factor is large: as when the machine became slower.
     */
    SCALED,
    /** Not all by the same factor: another mix, or another tail. */
    RESHAPED
  }

  public Change {
    if (!(factor > 0) || Double.isInfinite(factor) || values < 0) {
      throw new IllegalArgumentException(
          "factor must be positive and finite, values at least 0: factor=%s, values=%d"
              .formatted(factor, values));
    }
  }

  /** The same, told of the reciprocals. */
  Change ofReciprocals() {
    return new Change(kind, 1 / factor, sinceNanos, values);
  }

  /**
   * In plain words.
   *
   * @param what has changed, as the subject of a sentence
   */
  String words(String what) {
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
