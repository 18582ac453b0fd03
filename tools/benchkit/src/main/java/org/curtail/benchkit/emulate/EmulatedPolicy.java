package org.curtail.benchkit.emulate;

import java.util.Optional;
import org.curtail.Policy;
import org.curtail.benchkit.policyruns.Contender;
import org.curtail.benchkit.policyruns.Foreknowledge;
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
 * @param speeds which class of cores each request, or each of its threads, is for; empty if cores
 *     are alike
 * @param tail what a controller holds by replacing the speeds; empty if they stay
 */
public record EmulatedPolicy(
    String name, Policy policy, Optional<SpeedPolicy> speeds, Optional<TailTarget> tail) {
  /** What others are held against on classes of cores. */
  public static final String ALL_FAST = "all-fast";

  /** On cores that are alike. */
  public EmulatedPolicy(String name, Policy policy) {
    this(name, policy, Optional.empty(), Optional.empty());
  }

  /** On classes of cores, which class each thread is for stays as it is. */
  EmulatedPolicy(String name, Policy policy, SpeedPolicy speeds) {
    this(name, policy, Optional.of(speeds), Optional.empty());
  }

  /** What says which class of cores requests are for, on classes of cores; for one run. */
  SpeedSteering steering(double perSecond) {
    return tail.map(target -> target.steering(perSecond))
        .orElseGet(() -> SpeedSteering.steady(speeds.orElseThrow()));
  }

  /** Whether requests may have several threads. */
  boolean givesThreads() {
    return policy.maxDegree() > 1;
  }

  /**
   * Makes one.
   *
   * @param maxDegree that requests were measured at
   * @throws IllegalArgumentException if it is not known, lacks a profile or table, goes beyond what
   *     was measured, or wants what is not emulated
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
   * What it is told of requests beforehand, the engine and the simulator alike.
   *
   * @param seed of errors
   */
  Predictor predictor(Foreknowledge foreknowledge, long seed) {
    return foreknowledge.predictor(
        isAutomatic()
            ? Contender.Automatic.named(name, Optional.empty())
            // Those that know classes of cores are told nothing.
            : new Contender.Fixed(speeds.isPresent() ? "sequential" : name, policy),
        seed);
  }

  /** Whether it is told beforehand how long requests will take, with errors. */
  boolean isPredicted() {
    return name.equals(PolicyNames.AUTOMATIC_PREDICTED) || policy.traits().needsPrediction();
  }

  /** Whether it chooses its policies itself; {@link #policy} is then the first one. */
  boolean isAutomatic() {
    return PolicyNames.isAutomatic(name);
  }

  /** The one place that knows what the simulator can do and an emulation cannot. */
  private static void requireWhatIsEmulated(String name, Policy policy) {
    if (policy.traits().boosts()) {
      throw new IllegalArgumentException(
          "'%s' boosts threads, of which emulated cores know nothing".formatted(name));
    }
  }
}
