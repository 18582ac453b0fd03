package org.curtail.benchkit.capacity;

/**
 * Precision wanted of a capacity, and the number of traces allowed for it.
 *
 * @param relativeWidth of the whole 95 % interval, as a share of the capacity; more than 0, less
 *     than 1
 * @param fewestTraces traces at each rate; at least {@link MeanInterval#FEWEST}
 * @param mostTraces largest number of traces for a narrower interval; at least {@code fewestTraces}
 * @param steps of the first pass, from an idle machine to the stability bound; at least 1
 */
public record Precision(double relativeWidth, int fewestTraces, int mostTraces, int steps) {
  private static final int SMALL_STEPS = 16;

  /** Within 1 % on either side, on 8 to 40 traces. */
  public static final Precision ONE_PERCENT = new Precision(0.02, 8, 40);

  /** Within about 3 % on either side, for tails that rise with the rate. */
  public static final Precision THREE_PERCENT = new Precision(0.06, MeanInterval.FEWEST, 12, 4);

  /** Creates a precision whose first pass takes small steps. */
  public Precision(double relativeWidth, int fewestTraces, int mostTraces) {
    this(relativeWidth, fewestTraces, mostTraces, SMALL_STEPS);
  }

  public Precision {
    if (steps < 1) {
      throw new IllegalArgumentException("steps must be at least 1: " + steps);
    }
    if (!(relativeWidth > 0 && relativeWidth < 1)) {
      throw new IllegalArgumentException(
          "relativeWidth must lie between 0 and 1: " + relativeWidth);
    }
    if (fewestTraces < MeanInterval.FEWEST || mostTraces < fewestTraces) {
      throw new IllegalArgumentException(
          "traces must be at least %d and not decrease: %d to %d"
              .formatted(MeanInterval.FEWEST, fewestTraces, mostTraces));
    }
  }

  /**
   * Number of traces that should bring the interval to the wanted width, given one measured on some
   * traces.
   */
  int traces(int measured, double measuredRelativeWidth) {
    double ratio = measuredRelativeWidth / relativeWidth;
    // Widths fall with the square root of the number; the surplus covers luck in the first
    // traces.
    double needed = Math.ceil(1.1 * measured * ratio * ratio);
    return (int) Math.clamp(needed, measured, mostTraces);
  }
}
