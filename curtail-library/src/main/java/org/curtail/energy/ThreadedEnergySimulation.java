package org.curtail.energy;

import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.sim.Machine;
import org.curtail.sim.Observer;
import org.curtail.sim.Simulation;
import org.curtail.sim.SimulationResult;
import org.curtail.sim.Trace;
import org.curtail.speed.MoveCost;
import org.curtail.speed.SlowToFast;
import org.curtail.speed.SpeedMachine;

/**
 * Requests with several threads on a machine with classes of speed, in simulated time. A policy
 * gives threads, as in {@link Simulation}, which runs here; on which cores they run follows from
 * the age of their requests ({@link SlowToFast}). A request goes on with its speedup times the mean
 * speed of its cores ({@link org.curtail.sim.CoreSpeeds}). Changes of core or clock are free. On a
 * machine of one class of speed 1 every request ends when it ends in a {@link Simulation}.
 *
 * <p>Policies see work as if all cores had speed 1: those that estimate how far a request has come
 * by how long threads have served it are too optimistic about requests on slow cores.
 *
 * @param profile what requests take at each degree, on cores of speed 1
 * @param machine what they run on; moving must cost nothing, and there must be no budget
 */
public record ThreadedEnergySimulation(Profile profile, SpeedMachine machine) {
  public ThreadedEnergySimulation {
    if (!machine.moving().equals(MoveCost.NONE)) {
      throw new IllegalArgumentException(
          "moving must cost nothing where requests have several threads: " + machine.moving());
    }
    if (Double.isFinite(machine.budgetWatts())) {
      throw new IllegalArgumentException(
          "requests with several threads keep no budget: " + machine.budgetWatts());
    }
  }

  /** Runs a schedule that decides on threads and speeds. */
  public EnergyResult run(ThreadSpeedSchedule schedule, Trace trace) {
    return run(schedule, schedule.speeds(), trace);
  }

  /**
   * Runs a trace to the end of its last request.
   *
   * @param policy of threads; its greatest degree is at most the profile's
   * @param speeds on which class the threads of a request run
   * @throws IllegalArgumentException if the policy boosts, which gives whole cores away, or goes
   *     beyond the profile, or there are more thresholds than classes to go up to
   */
  public EnergyResult run(Policy policy, SlowToFast speeds, Trace trace) {
    return run(policy, speeds, trace, Observer.NONE);
  }

  EnergyResult run(Policy policy, SlowToFast speeds, Trace trace, Observer observer) {
    if (policy.traits().boosts()) {
      throw new IllegalArgumentException(
          "a policy that boosts keeps whole cores for some; that is not simulated with speeds: "
              + policy);
    }
    if (speeds.thresholdsNanos().size() > machine.fastest()) {
      throw new IllegalArgumentException(
          "%d thresholds for a machine of %d classes"
              .formatted(speeds.thresholdsNanos().size(), machine.classes().size()));
    }
    var places = new ThreadPlaces(machine, speeds, trace);
    SimulationResult result =
        new Simulation(profile, Machine.ofCores(machine.cores()))
            .watchedBy(observer)
            .on(places)
            .run(policy, trace);
    long[] latencyNanos = new long[result.requests()];
    long[] waitNanos = new long[result.requests()];
    for (int i = 0; i < latencyNanos.length; i++) {
      latencyNanos[i] = result.latencyNanos(i);
      waitNanos[i] = result.waitNanos(i);
    }
    return new EnergyResult(latencyNanos, waitNanos, places.account(result.endNanos()));
  }
}
