package org.curtail.benchkit.emulate;

import java.util.Optional;
import org.curtail.Policy;
import org.curtail.benchkit.policyruns.Contender;
import org.curtail.benchkit.policyruns.PredictionError;
import org.curtail.benchkit.terminal.PolicyNames;
import org.curtail.energy.SpeedSteering;
import org.curtail.policies.Policies;
import org.curtail.policy.Sequential;
import org.curtail.sim.Predictor;
import org.curtail.speed.SpeedPolicy;

/**
 * A policy that the engine can run on emulated cores.
 *
 * @param name as on the command line
 * @param policy of threads
 * @param speeds chooses the class of cores for each request, or for each of its threads; empty if
 *     cores are equal
 * @param tail controller that replaces the speeds; empty if they stay
 */
public record EmulatedPolicy(
    String name, Policy policy, Optional<SpeedPolicy> speeds, Optional<TailTarget> tail) {
  /** The reference policy on classes of cores. */
  public static final String ALL_FAST = "all-fast";

  /** Creates a policy for equal cores. */
  public EmulatedPolicy(String name, Policy policy) {
    this(name, policy, Optional.empty(), Optional.empty());
  }

  /** Creates a policy for classes of cores, with a fixed speed policy. */
  EmulatedPolicy(String name, Policy policy, SpeedPolicy speeds) {
    this(name, policy, Optional.of(speeds), Optional.empty());
  }

  /** Creates the steering of speeds on classes of cores, for one run. */
  SpeedSteering steering(double perSecond) {
    return tail.map(target -> target.steering(perSecond))
        .orElseGet(() -> SpeedSteering.steady(speeds.orElseThrow()));
  }

  /** True if requests may have several threads. */
  boolean givesThreads() {
    return policy.maxDegree() > 1;
  }

  /**
   * Makes the policy of a name.
   *
   * @param maxDegree that requests were measured at
   * @throws IllegalArgumentException if it is not known, lacks a profile or table, goes beyond what
   *     was measured, or needs a feature that is not emulated
   */
  public static EmulatedPolicy named(
      String name, Policies.Ingredients ingredients, int maxDegree, int cores) {
    if (PolicyNames.isAutomatic(name)) {
      return new EmulatedPolicy(name, new Sequential());
    }
    if (!Policies.isKnown(name)) {
      throw new IllegalArgumentException(
          PolicyNames.unknown(
              name, other -> Policies.isKnown(other) || PolicyNames.isAutomatic(other)));
    }
    Policy policy = Policies.named(name, ingredients);
    requireWhatIsEmulated(name, policy);
    if (policy.maxDegree() > maxDegree) {
      throw new IllegalArgumentException(
          "expected at most the degree %d that was measured, found '%s', which goes to %d"
              .formatted(maxDegree, name, policy.maxDegree()));
    }
    Policies.checkThreads(name, policy, cores);
    return new EmulatedPolicy(name, policy);
  }

  /**
   * The predictor for this policy, the same for the engine and the simulator.
   *
   * @param seed of errors
   */
  Predictor predictor(PredictionError foreknowledge, long seed) {
    return foreknowledge.predictor(
        isAutomatic()
            ? Contender.Automatic.named(name, Optional.empty())
            // Policies for classes of cores get no predictions.
            : new Contender.Fixed(speeds.isPresent() ? "sequential" : name, policy),
        seed);
  }

  /** True if the policy gets predictions of demand, with errors. */
  boolean isPredicted() {
    return name.equals(PolicyNames.AUTOMATIC_PREDICTED) || policy.traits().needsPrediction();
  }

  /** True if it chooses its policies itself; {@link #policy} is then the first one. */
  boolean isAutomatic() {
    return PolicyNames.isAutomatic(name);
  }

  /**
   * Rejects policies that the simulator supports and an emulation does not; the only place that
   * knows them.
   */
  private static void requireWhatIsEmulated(String name, Policy policy) {
    if (policy.traits().boosts()) {
      throw new IllegalArgumentException(
          "'%s' boosts threads, which emulated cores do not support".formatted(name));
    }
  }
}
