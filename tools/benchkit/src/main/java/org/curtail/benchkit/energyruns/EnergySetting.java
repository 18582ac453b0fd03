package org.curtail.benchkit.energyruns;

import java.util.List;
import java.util.stream.IntStream;
import org.curtail.Profile;
import org.curtail.energy.EnergySimulation;
import org.curtail.sim.PoissonArrivals;
import org.curtail.sim.Predictor;
import org.curtail.sim.Trace;
import org.curtail.sim.Traces;
import org.curtail.speed.SpeedMachine;

/**
 * Setting of a comparison: the energy of policies that meet a target of the tail.
 *
 * @param profile demand; only times on one thread count
 * @param machine cores and their power
 * @param loads shares of the capacity of all cores at their fastest: above 0, below 1
 * @param predictionLogError error of predictions: standard deviation of the logarithm of true over
 *     predicted demand, at least 0
 * @param percentile percentile of the latency: above 0, below 100
 * @param targetMs greatest allowed latency at this percentile, in milliseconds
 * @param requests number of requests of each trace
 * @param repeats number of traces at each load
 * @param seed seed of the first trace; each further trace has the next seed
 */
public record EnergySetting(
    Profile profile,
    SpeedMachine machine,
    List<Double> loads,
    double predictionLogError,
    double percentile,
    double targetMs,
    int requests,
    int repeats,
    long seed) {
  /** Mean number of requests beyond the percentile in a window. */
  private static final double WINDOW_ENDS_BEYOND = 20;

  /** Factor for longer windows, since a window may have fewer ends than the mean. */
  private static final double WINDOW_ROOM = 1.25;

  public EnergySetting {
    loads = List.copyOf(loads);
  }

  /** Returns the arrival rate at a load, in requests per second. */
  public double perSecond(double load) {
    return load * machine.mostProgress() * 1000 / profile.meanMs(1);
  }

  /** Returns the common traces of all policies. */
  List<Trace> traces(double load) {
    return IntStream.range(0, repeats).mapToObj(i -> trace(load, i)).toList();
  }

  /** Returns a trace: the same requests at every load, with gaps that differ by a factor. */
  Trace trace(double load, int place) {
    return trace(load, requests, seed + place);
  }

  /** Returns a trace as long as all traces together, for policies that learn during the run. */
  Trace longTrace(double load) {
    return trace(load, requests * repeats, seed);
  }

  private Trace trace(double load, int count, long seed) {
    return Traces.draw(new PoissonArrivals(perSecond(load)), profile, count, seed);
  }

  EnergySimulation simulation() {
    return new EnergySimulation(profile, machine);
  }

  /** Returns a simulation with predictions for a trace. */
  EnergySimulation predicting(int place) {
    return new EnergySimulation(
        profile, machine, Predictor.noisy(predictionLogError, seed + place));
  }

  /** Returns the number of windows in which controllers learn. */
  public int windows() {
    return (int) (requests * repeats / (WINDOW_ROOM * endsInAWindow()));
  }

  /** Returns the least number of ends in a window with information. */
  public int endsInAWindow() {
    return (int) Math.ceil(WINDOW_ENDS_BEYOND * 100 / (100 - percentile));
  }

  /** Returns the length of a controller's window, with enough ends for the percentile. */
  long windowNanos(double load) {
    return Math.max(1, Math.round(windowEnds(percentile) / perSecond(load) * 1e9));
  }

  /**
   * Returns the mean number of ends in a controller's window.
   *
   * @param percentile percentile of the target: above 0, below 100
   */
  public static double windowEnds(double percentile) {
    return WINDOW_ROOM * WINDOW_ENDS_BEYOND * 100 / (100 - percentile);
  }
}
