package org.curtail.benchkit.results;

import java.util.List;
import org.curtail.benchkit.stats.Ratio;
import org.jspecify.annotations.Nullable;

/**
 * Figures of a run on cores of several classes of speed, with the simulator's figures for the same
 * requests and arrivals. Joules are absent if the power of the classes is unknown.
 *
 * @param classes figures of each class, the slowest first
 * @param moves mean number of changes of class of a request
 * @param simulatedMoves simulated mean number of changes of class
 * @param simulatedMeanMs simulated mean latency; then the simulated 99th percentile
 * @param mean ratio of the mean latency to the simulated one, with its interval over paired blocks;
 *     then the ratio of 99th percentiles
 * @param joulesPerRequest energy of all cores by the power of their classes, including idle cores,
 *     divided by the number of requests
 * @param simulatedJoulesPerRequest simulated energy per request
 * @param joules ratio of the energy to the simulated energy
 * @param joulesOfAllFast ratio of the energy to that of {@code all-fast} on the same arrivals;
 *     absent for {@code all-fast} and without it
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
   * Use of one class.
   *
   * @param name name of the class
   * @param cores number of cores
   * @param speed nominal speed; 1 for the fastest class
   * @param heldSpeed measured speed: CPU time over elapsed time; absent for emulated cores
   * @param busyMs mean time of a request on this class
   * @param simulatedBusyMs simulated mean time of a request on this class
   * @param busyJoules mean energy of this time for a request
   * @param idleJoules energy of idle cores of this class, divided by the number of requests
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
