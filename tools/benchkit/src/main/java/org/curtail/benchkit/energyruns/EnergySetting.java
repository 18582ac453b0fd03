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
 * Setting of a comparison: the energy of policies with their tail under a target.
 *
 * @param profile the demand; only times on one thread count
 * @param machine its cores and their power
 * @param loads as shares of the capacity of all cores at their fastest; more than 0, less than 1
 * @param predictionLogError error of predictions, for policies that use them: standard deviation of
 *     the logarithm of true over predicted demand; at least 0
 * @param percentile of latency; more than 0, less than 100
 * @param targetMs largest latency allowed at this percentile
 * @param requests in each trace
 * @param repeats traces at each load
 * @param seed of the first trace; each further trace has the next seed
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
  /** Mean number of ends in a window beyond the percentile. */
  private static final double WINDOW_ENDS_BEYOND = 20;

  /** Factor for longer windows, since fewer requests than the mean may end in one. */
  private static final double WINDOW_ROOM = 1.25;

  public EnergySetting {
    loads = List.copyOf(loads);
  }

  /** Requests per second at a load. */
  public double perSecond(double load) {
    return load * machine.mostProgress() * 1000 / profile.meanMs(1);
  }

  /** The traces that all policies are compared on. */
  List<Trace> traces(double load) {
    return IntStream.range(0, repeats).mapToObj(i -> trace(load, i)).toList();
  }

  /**
   * One of these traces: the same requests at every load, with gaps that differ by a factor only.
   */
  Trace trace(double load, int place) {
    return trace(load, requests, seed + place);
  }

  /** One trace as long as all of them, for policies that learn while they run. */
  Trace longTrace(double load) {
    return trace(load, requests * repeats, seed);
  }

  private Trace trace(double load, int count, long seed) {
    return Traces.draw(new PoissonArrivals(perSecond(load)), profile, count, seed);
  }

  EnergySimulation simulation() {
    return new EnergySimulation(profile, machine);
  }

  /** The simulation with predictions for one of the traces. */
  EnergySimulation predicting(int place) {
    return new EnergySimulation(
        profile, machine, Predictor.noisy(predictionLogError, seed + place));
  }

  /** Number of windows in which controllers learn. */
  public int windows() {
    return (int) (requests * repeats / (WINDOW_ROOM * endsInAWindow()));
  }

  /** Smallest number of ends in a window that gives information. */
  public int endsInAWindow() {
    return (int) Math.ceil(WINDOW_ENDS_BEYOND * 100 / (100 - percentile));
  }

  /** Length of a controller's window: enough ends for the percentile. */
  long windowNanos(double load) {
    return Math.max(1, Math.round(windowEnds(percentile) / perSecond(load) * 1e9));
  }

  /**
   * Mean number of ends in a controller's window.
   *
   * @param percentile that it steers by; more than 0, less than 100
   */
  public static double windowEnds(double percentile) {
    return WINDOW_ROOM * WINDOW_ENDS_BEYOND * 100 / (100 - percentile);
  }
}
