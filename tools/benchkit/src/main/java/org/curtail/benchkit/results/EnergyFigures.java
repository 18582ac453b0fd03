package org.curtail.benchkit.results;

import java.util.List;
import org.curtail.benchkit.stats.Ratio;
import org.jspecify.annotations.Nullable;

/**
 * What a run has only if its cores are of several classes of speed: what it used of each, beside
 * the simulator on the same requests at the same moments. Joules are absent where nobody knows what
 * the classes draw.
 *
 * @param classes from the slowest up
 * @param moves how often a request changed its class, on average
 * @param simulatedMoves the same, simulated
 * @param simulatedMeanMs mean latency, simulated; the next is of their 99th percentile
 * @param mean latency over the simulated one, with its interval over paired blocks; the next is of
 *     the 99th percentiles
 * @param joulesPerRequest all that the cores drew by the watts of their classes, idle ones too,
 *     divided among the requests
 * @param simulatedJoulesPerRequest the same, simulated
 * @param joules energy over the simulated one
 * @param joulesOfAllFast energy over that of {@code all-fast} on the same arrivals; absent without
 *     that policy, and of itself
 */
public record EnergyFigures(
    List<ClassFigures> classes,
    double moves,
    double simulatedMoves,
    double simulatedMeanMs,
    double simulatedP99Ms,
    Ratio mean,
    Ratio p99,
    @Nullable Double joulesPerRequest,
    @Nullable Double simulatedJoulesPerRequest,
    @Nullable Ratio joules,
    @Nullable Ratio joulesOfAllFast) {
  /**
   * What was used of one class.
   *
   * @param name of the class
   * @param cores of this class
   * @param speed that they should have, where 1 is the fastest
   * @param heldSpeed that they had: CPU time over time, measured; absent where they are emulated
   * @param busyMs for so long a request was on this class, on average
   * @param simulatedBusyMs the same, simulated
   * @param busyJoules drawn meanwhile for a request, on average
   * @param idleJoules drawn by idle cores of this class, divided among the requests
   */
  public record ClassFigures(
      String name,
      int cores,
      double speed,
      @Nullable Double heldSpeed,
      double busyMs,
      double simulatedBusyMs,
      @Nullable Double busyJoules,
      @Nullable Double idleJoules) {
    public ClassFigures {
      if (!(speed > 0)) {
        throw new IllegalArgumentException("speed must be above 0: " + speed);
      }
      Range.requireAtLeastZero("busyMs", busyMs);
      Range.requireAtLeastZero("simulatedBusyMs", simulatedBusyMs);
    }
  }

  public EnergyFigures {
    classes = List.copyOf(classes);
    if (classes.isEmpty()) {
      throw new IllegalArgumentException("classes: expected at least one, found none");
    }
  }
}
