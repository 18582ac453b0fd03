package org.curtail.energy;

import org.curtail.Profile;
import org.curtail.sim.Predictor;
import org.curtail.sim.Trace;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;

/**
 * Requests on a machine with classes of speed, in simulated time: when each ends, and what all of
 * it draws. Requests are sequential, each alone on a core. Exact: events happen at whole
 * nanoseconds, and a core's time is counted in them. The same input gives the same bits on any
 * machine. Immutable and thread-safe.
 *
 * <p>Not a {@link org.curtail.sim.Simulation}: there all cores are alike and the policy says how
 * many a request has; here the question is which one.
 *
 * @param profile what requests take at degree 1, on a core of speed 1
 * @param machine what they run on
 * @param predictor what policies are told of a request's demand beforehand
 */
public record EnergySimulation(Profile profile, SpeedMachine machine, Predictor predictor) {
  /** Sums of core nanoseconds stay exact up to here. */
  private static final double MOST_CORE_NANOS = 4e18;

  /** Nobody predicts anything. */
  public EnergySimulation(Profile profile, SpeedMachine machine) {
    this(profile, machine, Predictor.NONE);
  }

  /**
   * Runs a trace to the end of its last request.
   *
   * @throws IllegalArgumentException if the trace names a request that the profile lacks, the
   *     policy wants a class that the machine lacks, or the run would take centuries
   */
  public EnergyResult run(SpeedPolicy policy, Trace trace) {
    return run(SpeedSteering.steady(policy), trace);
  }

  /** Runs a trace while a controller replaces the policy. */
  public EnergyResult run(SpeedSteering steering, Trace trace) {
    return run(steering, trace, Witness.NONE);
  }

  EnergyResult run(SpeedPolicy policy, Trace trace, Witness witness) {
    return run(SpeedSteering.steady(policy), trace, witness);
  }

  EnergyResult run(SpeedSteering steering, Trace trace, Witness witness) {
    trace.requireRequestsOf(profile);
    requireCountable(profile, machine, trace);
    return new EnergyRun(this, steering, trace, witness).run();
  }

  /**
   * That all times of cores fit into a long, if each request is slow and moves as often as classes.
   *
   * @throws IllegalArgumentException if not
   */
  static void requireCountable(Profile profile, SpeedMachine machine, Trace trace) {
    double nanos = trace.arrivalMs(trace.size() - 1) * 1e6;
    for (int i = 0; i < trace.size(); i++) {
      nanos +=
          profile.timeMs(trace.request(i), 1) * 1e6 / machine.progress(0)
              + (double) machine.classes().size() * machine.moving().delayNanos();
    }
    if (nanos * machine.cores() > MOST_CORE_NANOS) {
      throw new IllegalArgumentException(
          "the run may take %.0f years of all cores: too long to count in nanoseconds"
              .formatted(nanos * machine.cores() / 3.15576e16));
    }
  }
}
