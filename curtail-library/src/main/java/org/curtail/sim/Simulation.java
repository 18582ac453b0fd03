package org.curtail.sim;

import org.curtail.Policy;
import org.curtail.Profile;

/**
 * A service in simulated time: requests of a trace, served by a policy as the runtime would serve
 * them, on a machine whose cores are fluid. The same input gives the same outcome on any machine.
 *
 * <p>A request with d computing threads progresses with its own speedup at degree d. If there are
 * more threads than cores, all progress slower in proportion (processor sharing), boosted ones
 * excepted. Immutable and thread-safe, if predictor and observer are: several runs may go on at
 * once.
 *
 * @param profile what requests take at each degree
 * @param machine what they run on
 * @param predictor what is said of them beforehand
 * @param observer sees the state after every event
 */
public record Simulation(Profile profile, Machine machine, Predictor predictor, Observer observer) {
  /** Without predictions, and without anybody watching. */
  public Simulation(Profile profile, Machine machine) {
    this(profile, machine, Predictor.NONE, Observer.NONE);
  }

  /** The same service with another predictor. */
  public Simulation predictedBy(Predictor other) {
    return new Simulation(profile, machine, other, observer);
  }

  /** The same service with another observer. */
  public Simulation watchedBy(Observer other) {
    return new Simulation(profile, machine, predictor, other);
  }

  /** Runs a trace without predictions, and without anybody watching. */
  public static Outcome run(Policy policy, Profile profile, Trace trace, Machine machine) {
    return new Simulation(profile, machine).run(policy, trace);
  }

  /**
   * Runs a trace to the end of its last request.
   *
   * @throws IllegalArgumentException if the policy goes beyond the profile's degrees, or the trace
   *     names a request that the profile lacks
   */
  public Outcome run(Policy policy, Trace trace) {
    if (policy.maxDegree() > profile.maxDegree()) {
      throw new IllegalArgumentException(
          "the policy goes to degree %d, the profile only to %d"
              .formatted(policy.maxDegree(), profile.maxDegree()));
    }
    trace.requireRequestsOf(profile);
    return new SimulatedRun(this, policy, trace).run();
  }
}
