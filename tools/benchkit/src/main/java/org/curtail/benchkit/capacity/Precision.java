package org.curtail.benchkit.capacity;

/**
 * The wanted precision of a capacity, and the allowed number of traces.
 *
 * @param relativeWidth width of the 95 % interval as a share of the capacity: above 0, below 1
 * @param fewestTraces least number of traces at each rate: at least {@link MeanInterval#FEWEST}
 * @param mostTraces greatest number of traces: at least {@code fewestTraces}
 * @param steps number of steps from an idle machine to the stability bound: at least 1
 */
public record Precision(double relativeWidth, int fewestTraces, int mostTraces, int steps) {
  private static final int SMALL_STEPS = 16;

  /** An interval of 1 % on either side, on 8 to 40 traces. */
  public static final Precision ONE_PERCENT = new Precision(0.02, 8, 40);

  /** An interval of 3 % on either side, for tails that rise with the rate. */
  public static final Precision THREE_PERCENT = new Precision(0.06, MeanInterval.FEWEST, 12, 4);

  /** Creates a precision with small steps. */
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
   * Returns the number of traces that should give the wanted width.
   *
   * @param measured number of traces so far
   * @param measuredRelativeWidth relative width of the interval on these traces
   */
  int traces(int measured, double measuredRelativeWidth) {
    double ratio = measuredRelativeWidth / relativeWidth;
    // The width falls with the square root of the number of traces. A surplus covers chance in the
    // first traces.
    double needed = Math.ceil(1.1 * measured * ratio * ratio);
    return (int) Math.clamp(needed, measured, mostTraces);
  }
}
