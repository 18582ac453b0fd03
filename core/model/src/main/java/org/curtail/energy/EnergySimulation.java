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
 * Requests on a machine with classes of speed, in simulated time: the end of each, and the energy
 * of all. Exact: events happen at whole nanoseconds, and a core's time is counted in them. Equal
 * input gives the same bits on any machine. Immutable and thread-safe.
 *
 * <p>Without a policy of threads, requests are sequential, each alone on a core. That is not a
 * {@link Simulation}: there all cores are alike and the policy decides on the number of threads;
 * here the question is which core.
 *
 * <p><b>With a policy of threads</b> a {@link Simulation} runs, in which that policy gives threads;
 * the policy of speeds decides on the class of each thread, and the same {@link
 * org.curtail.speed.place.SpeedAllocator} puts it there. Each thread has a core for itself, so that
 * no more threads serve than there are cores, whatever the policy of threads wants. A request
 * progresses at its speedup times the mean speed of its threads' cores ({@link
 * org.curtail.sim.CoreSpeeds}). A thread that moves stands still for the {@linkplain
 * org.curtail.speed.SpeedMachine#moveNanos delay}, while the others go on. If the budget does not
 * suffice for all threads, the latest have no core until it does, first threads before further
 * ones; they count as threads of speed 0. A request that loses a thread gives up its slowest core.
 *
 * <p>The policy of speeds then sees each thread as it sees a request elsewhere: {@link
 * org.curtail.speed.SpeedPolicy.RequestView#speedClass} is the thread's, all else the request's;
 * {@link org.curtail.speed.SpeedPolicy.LoadView} counts threads. With one thread each, all requests
 * end when they end without a policy of threads; on a machine of one class of speed 1, when they
 * end in a {@link Simulation}. Policies of threads see work as if all cores had speed 1: those that
 * estimate a request's progress from its threads' time are too optimistic about requests on slow
 * cores.
 *
 * @param profile times of requests at each degree, on cores of speed 1
 * @param machine machine that serves them
 * @param predictor predictor of a request's demand
 */
public record EnergySimulation(Profile profile, SpeedMachine machine, Predictor predictor) {
  /** Sums of core nanoseconds stay exact up to here. */
  private static final double MOST_CORE_NANOS = 4e18;

  /** Creates a simulation without predictions. */
  public EnergySimulation(Profile profile, SpeedMachine machine) {
    this(profile, machine, Predictor.NONE);
  }

  /** A policy with a thread for each core, as in an engine with classes of speed. */
  private record OnCores(Policy policy) implements DelegatingPolicy {
    @Override
    public int threads(int cores) {
      return Math.min(cores, policy.threads(cores));
    }
  }

  /**
   * Runs a trace of sequential requests to the end of the last one.
   *
   * @throws IllegalArgumentException if the trace names a request that the profile lacks, the
   *     policy wants a class that the machine lacks, or the run would take centuries
   */
  public EnergyResult run(SpeedPolicy policy, Trace trace) {
    return run(SpeedSteering.steady(policy), trace);
  }

  /** Runs a trace of sequential requests while a controller replaces the policy. */
  public EnergyResult run(SpeedSteering steering, Trace trace) {
    return run(steering, trace, Witness.NONE);
  }

  EnergyResult run(SpeedPolicy policy, Trace trace, Witness witness) {
    return run(SpeedSteering.steady(policy), trace, witness);
  }

  EnergyResult run(SpeedSteering steering, Trace trace, Witness witness) {
    requireCountable(trace);
    return new EnergyRun(this, steering, trace, witness).run();
  }

  /** Runs a schedule that decides on threads and speeds. */
  public EnergyResult run(ThreadSpeedSchedule schedule, Trace trace) {
    return run(schedule, schedule.speeds(), trace);
  }

  /**
   * Runs a trace of requests with several threads to the end of the last one.
   *
   * @param policy policy of threads; its greatest degree is at most the profile's
   * @param speeds policy of the class of each thread
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
    requireCountable(trace);
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

  /**
   * Checks that all times of cores fit into a long, if each request is slow and moves through
   * classes.
   */
  private void requireCountable(Trace trace) {
    trace.requireRequestsOf(profile);
    double nanos = trace.arrivalMs(trace.size() - 1) * 1e6;
    for (int i = 0; i < trace.size(); i++) {
      nanos +=
          profile.timeMs(trace.request(i), 1) * 1e6 / machine.progress(0)
              + (double) machine.classes().size() * machine.moveNanos();
    }
    if (nanos * machine.cores() > MOST_CORE_NANOS) {
      throw new IllegalArgumentException(
          "the run may take %.0f years of all cores: too long to count in nanoseconds"
              .formatted(nanos * machine.cores() / 3.15576e16));
    }
  }
}
