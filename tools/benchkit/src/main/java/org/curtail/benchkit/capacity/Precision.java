package org.curtail.benchkit.capacity;

/**
 * How sure a capacity should be, and at what expense.
 *
 * @param relativeWidth of the whole 95 % interval, as a share of the capacity; more than 0, less
 *     than 1
 * @param fewestTraces at each rate; at least {@link MeanInterval#FEWEST}
 * @param mostTraces how many there may be for a narrower interval; at least {@code fewestTraces}
 */
public record Precision(double relativeWidth, int fewestTraces, int mostTraces) {
  /** To within 1 % on either side, on 8 to 40 traces. */
  public static final Precision ONE_PERCENT = new Precision(0.02, 8, 40);

  public Precision {
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

  /** How many traces should bring an interval to the width, given one on so many. */
  int traces(int measured, double measuredRelativeWidth) {
    double ratio = measuredRelativeWidth / relativeWidth;
    // Widths fall with the root of the number; the rest is for the luck in the first ones.
    double needed = Math.ceil(1.1 * measured * ratio * ratio);
    return (int) Math.clamp(needed, measured, mostTraces);
  }
}
