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
 * @param name name on the command line
 * @param policy policy of threads
 * @param speeds choice of the class of cores for a request or for its threads; empty for equal
 *     cores
 * @param tail controller of the speeds; empty for fixed speeds
 */
public record EmulatedPolicy(
    String name, Policy policy, Optional<SpeedPolicy> speeds, Optional<TailTarget> tail) {
  /** Name of the reference policy on classes of cores. */
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
   * Returns the policy of a name.
   *
   * @param maxDegree greatest measured degree of requests
   * @throws IllegalArgumentException if the name is unknown, lacks a profile or table, exceeds the
   *     measured degrees, or needs a feature that is not emulated
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
   * Returns the predictor of engine and simulator.
   *
   * @param seed seed of errors
   */
  Predictor predictor(PredictionError foreknowledge, long seed) {
    return foreknowledge.predictor(
        isAutomatic()
            ? Contender.Automatic.named(name, Optional.empty())
            // Policies for classes of cores receive no predictions.
            : new Contender.Fixed(speeds.isPresent() ? "sequential" : name, policy),
        seed);
  }

  /** True if the policy receives predictions of demand. */
  boolean isPredicted() {
    return name.equals(PolicyNames.AUTOMATIC_PREDICTED) || policy.traits().needsPrediction();
  }

  /** True if the policy is automatic; {@link #policy} is then its first policy. */
  boolean isAutomatic() {
    return PolicyNames.isAutomatic(name);
  }

  /** Rejects policies that only the simulator supports. */
  private static void requireWhatIsEmulated(String name, Policy policy) {
    if (policy.traits().boosts()) {
      throw new IllegalArgumentException(
          "'%s' boosts threads, which emulated cores do not support".formatted(name));
    }
  }
}
