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
 * What is compared: the energy of policies with their tail under a target.
 *
 * @param profile the demand; only what requests take on one thread counts
 * @param machine what they run on
 * @param loads as shares of what all cores carry at their fastest; more than 0, less than 1
 * @param predictionLogError how far predictions are off, for who relies on them: standard deviation
 *     of the logarithm of true over predicted demand; at least 0
 * @param percentile which latency is the tail; more than 0, less than 100
 * @param targetMs what it may be at most
 * @param requests in each trace
 * @param repeats traces at each load
 * @param seed of the first trace; each further one has the next seed
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
  /** Ends in a window beyond the percentile, in the mean. */
  private static final double WINDOW_ENDS_BEYOND = 20;

  /** So much longer a window is, for fewer may end in one than in the mean. */
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

  /** One of them: the same requests at every load, with the same gaps but for a factor. */
  Trace trace(double load, int place) {
    return trace(load, requests, seed + place);
  }

  /** One as long as all of them, for those who learn while they run. */
  Trace longTrace(double load) {
    return trace(load, requests * repeats, seed);
  }

  private Trace trace(double load, int count, long seed) {
    return Traces.draw(new PoissonArrivals(perSecond(load)), profile, count, seed);
  }

  EnergySimulation simulation() {
    return new EnergySimulation(profile, machine);
  }

  /** With predictions for one of the traces. */
  EnergySimulation predicting(int place) {
    return new EnergySimulation(
        profile, machine, Predictor.noisy(predictionLogError, seed + place));
  }

  /** How many windows controllers have to learn in. */
  public int windows() {
    return (int) (requests * repeats / (WINDOW_ROOM * endsInAWindow()));
  }

  /** So many requests end in a window in which anything can be told. */
  public int endsInAWindow() {
    return (int) Math.ceil(WINDOW_ENDS_BEYOND * 100 / (100 - percentile));
  }

  /** The length of a controller's window: enough ends that the percentile tells something. */
  long windowNanos(double load) {
    return Math.max(1, Math.round(windowEnds(percentile) / perSecond(load) * 1e9));
  }

  /**
   * How many requests end in a controller's window, in the mean, so that it tells something.
   *
   * @param percentile that it steers by; more than 0, less than 100
   */
  public static double windowEnds(double percentile) {
    return WINDOW_ROOM * WINDOW_ENDS_BEYOND * 100 / (100 - percentile);
  }
}
