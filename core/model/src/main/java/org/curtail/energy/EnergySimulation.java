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
 * Simulation of requests on a machine with classes of speed. Returns the end of each request and
 * the energy of the run. Exact: all times are whole nanoseconds. Equal input gives the same bits on
 * any machine. Immutable and thread-safe.
 *
 * <p>Without a policy of threads, requests are sequential and each has a core of its own. In a
 * {@link Simulation}, all cores are alike and the policy chooses the number of threads. Here the
 * policy chooses the core.
 *
 * <p><b>With a policy of threads</b>, a {@link Simulation} runs. That policy gives threads. The
 * policy of speeds chooses the class of each thread, and the {@link
 * org.curtail.speed.place.SpeedAllocator} places the thread. Each thread has its own core, so there
 * are at most as many threads as cores. A request progresses at its speedup times the mean speed of
 * its threads' cores ({@link org.curtail.sim.CoreSpeeds}). A thread that moves pauses for the
 * {@linkplain org.curtail.speed.SpeedMachine#moveNanos delay}; other threads continue. If the power
 * budget is too small for all threads, the latest threads get no core, further threads before first
 * threads. Threads without a core count as threads of speed 0. A request that loses a thread gives
 * up its slowest core.
 *
 * <p>The policy of speeds then sees a view for each thread. {@link
 * org.curtail.speed.SpeedPolicy.RequestView#speedClass} is the class of the thread; all other
 * values are the request's. {@link org.curtail.speed.SpeedPolicy.LoadView} counts threads. If each
 * request has one thread, all requests end at the same times as without a policy of threads. On a
 * machine with one class of speed 1, they end as in a {@link Simulation}. Policies of threads
 * assume cores of speed 1. If they estimate progress from thread time, they overestimate it on slow
 * cores.
 *
 * @param profile times of requests at each degree, on cores of speed 1
 * @param machine machine that serves them
 * @param predictor predictor of a request's demand
 */
public record EnergySimulation(Profile profile, SpeedMachine machine, Predictor predictor) {
  /** Sums of core nanoseconds are exact up to this value. */
  private static final double MOST_CORE_NANOS = 4e18;

  /** Creates a simulation without predictions. */
  public EnergySimulation(Profile profile, SpeedMachine machine) {
    this(profile, machine, Predictor.NONE);
  }

  /** Policy with at most one thread per core, as in an engine with classes of speed. */
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

  /** Runs a trace of sequential requests with a steering that replaces the policy. */
  public EnergyResult run(SpeedSteering steering, Trace trace) {
    return run(steering, trace, EnergyObserver.NONE);
  }

  EnergyResult run(SpeedPolicy policy, Trace trace, EnergyObserver observer) {
    return run(SpeedSteering.steady(policy), trace, observer);
  }

  EnergyResult run(SpeedSteering steering, Trace trace, EnergyObserver observer) {
    requireCountable(trace);
    return new EnergyRun(this, steering, trace, observer).run();
  }

  /** Runs a trace with a schedule of threads and speeds. */
  public EnergyResult run(ThreadSpeedSchedule schedule, Trace trace) {
    return run(schedule, schedule.speeds(), trace);
  }

  /**
   * Runs a trace of requests with several threads to the end of the last one.
   *
   * @param policy policy of threads; its greatest degree is at most the profile's
   * @param speeds policy of the class of each thread
   * @throws IllegalArgumentException if the policy boosts or shares cores in turns, or its degree
   *     exceeds the profile's, or the policy of speeds wants a class that the machine lacks, or the
   *     run would take centuries
   */
  public EnergyResult run(Policy policy, SpeedPolicy speeds, Trace trace) {
    return run(policy, speeds, trace, Observer.NONE, EnergyObserver.NONE);
  }

  EnergyResult run(
      Policy policy,
      SpeedPolicy speeds,
      Trace trace,
      Observer observer,
      EnergyObserver energyObserver) {
    requireThreadsOnCores(policy);
    requireCountable(trace);
    var places = new ThreadPlaces(this, speeds, trace, energyObserver);
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
          "a simulation with speeds does not support boosting: " + policy);
    }
    if (policy.traits().preemption().order() == Preemption.Order.TURNS) {
      throw new IllegalArgumentException(
          "a simulation with speeds does not support policies that take turns: " + policy);
    }
  }

  /**
   * Checks that the core time of all requests fits into a long, even if requests are slow and move.
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
