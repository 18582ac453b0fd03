package org.curtail.energy;

import org.curtail.DelegatingPolicy;
import org.curtail.Policy;
import org.curtail.Preemption;
import org.curtail.Profile;
import org.curtail.sim.Machine;
import org.curtail.sim.Observer;
import org.curtail.sim.Predictor;
import org.curtail.sim.Simulation;
import org.curtail.sim.SimulationResult;
import org.curtail.sim.Trace;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;

/**
 * Requests with several threads on a machine with classes of speed, in simulated time. A policy
 * gives threads, as in {@link Simulation}, which runs here; a policy of speeds says on which class
 * each of them runs, and the same {@link org.curtail.speed.place.SpeedAllocator} as in an {@link
 * EnergySimulation} puts it there. Each thread has a core for itself, so that no more serve than
 * there are cores, whatever the policy of threads wants. Immutable and thread-safe.
 *
 * <p>A request goes on with its speedup times the mean speed of its threads' cores ({@link
 * org.curtail.sim.CoreSpeeds}). A thread that moves stands still for the {@linkplain
 * org.curtail.speed.MoveCost delay}, while the others go on. If the budget does not suffice for all
 * threads, those that came last have no core until it does, first threads before further ones; they
 * count as threads of speed 0. A request that loses a thread gives up its slowest core.
 *
 * <p>A policy of speeds sees each thread as it sees a request elsewhere: {@link
 * org.curtail.speed.SpeedRequest#speedClass} is the thread's, all else the request's; {@link
 * org.curtail.speed.SpeedLoad} counts threads. With one thread each, all end when they end in an
 * {@link EnergySimulation}; on a machine of one class of speed 1, when they end in a {@link
 * Simulation}.
 *
 * <p>Policies of threads see work as if all cores had speed 1: those that estimate how far a
 * request has come by how long threads have served it are too optimistic about requests on slow
 * cores.
 *
 * @param profile what requests take at each degree, on cores of speed 1
 * @param machine what they run on
 * @param predictor what policies are told of a request's demand beforehand
 */
public record ThreadedEnergySimulation(Profile profile, SpeedMachine machine, Predictor predictor) {
  /** Nobody predicts anything. */
  public ThreadedEnergySimulation(Profile profile, SpeedMachine machine) {
    this(profile, machine, Predictor.NONE);
  }

  /** With a thread for each core, as an engine with classes of speed has. */
  private record OnCores(Policy policy) implements DelegatingPolicy {
    @Override
    public int threads(int cores) {
      return Math.min(cores, policy.threads(cores));
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
   * @throws IllegalArgumentException if the policy boosts or takes turns, which share cores among
   *     threads, or goes beyond the profile, the policy of speeds wants a class that the machine
   *     lacks, or the run would take centuries
   */
  public EnergyResult run(Policy policy, SpeedPolicy speeds, Trace trace) {
    return run(policy, speeds, trace, Observer.NONE, Witness.NONE);
  }

  EnergyResult run(
      Policy policy, SpeedPolicy speeds, Trace trace, Observer observer, Witness witness) {
    requireThreadsOnCores(policy);
    trace.requireRequestsOf(profile);
    EnergySimulation.requireCountable(profile, machine, trace);
    var places = new ThreadPlaces(this, speeds, trace, witness);
    SimulationResult result =
        new Simulation(profile, Machine.ofCores(machine.cores()))
            .predictedBy(predictor)
            .watchedBy(observer)
            .on(places)
            .run(new OnCores(policy), trace);
    long[] latencyNanos = new long[result.requests()];
    long[] waitNanos = new long[result.requests()];
    for (int i = 0; i < latencyNanos.length; i++) {
      latencyNanos[i] = result.latencyNanos(i);
      waitNanos[i] = places.waitNanos(i);
    }
    return new EnergyResult(latencyNanos, waitNanos, places.account(result.endNanos()));
  }

  private static void requireThreadsOnCores(Policy policy) {
    if (policy.traits().boosts()) {
      throw new IllegalArgumentException(
          "a policy that boosts keeps whole cores for some; that is not simulated with speeds: "
              + policy);
    }
    if (policy.traits().preemption().order() == Preemption.Order.TURNS) {
      throw new IllegalArgumentException(
          "a policy that takes turns shares cores; that is not simulated with speeds: " + policy);
    }
  }
}
