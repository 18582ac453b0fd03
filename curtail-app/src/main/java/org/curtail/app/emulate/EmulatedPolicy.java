package org.curtail.app.emulate;

import org.curtail.Policy;
import org.curtail.app.bench.Contenders;
import org.curtail.policy.Policies;

/**
 * A policy that the engine can run on emulated cores.
 *
 * @param name as on the command line
 */
public record EmulatedPolicy(String name, Policy policy) {
  /**
   * Makes one.
   *
   * @param maxDegree that requests were measured at
   * @throws IllegalArgumentException if it is not known, lacks a profile or table, goes beyond what
   *     was measured, or does what the engine cannot do
   */
  public static EmulatedPolicy named(
      String name, Policies.Ingredients ingredients, int maxDegree, int cores) {
    if (!Policies.isKnown(name)) {
      throw new IllegalArgumentException(
          "no policy for emulated cores is named '%s'; known are %s"
              .formatted(name, String.join(", ", Policies.names())));
    }
    Policy policy = Policies.named(name, ingredients);
    requireWhatTheEngineDoes(name, policy);
    if (policy.maxDegree() > maxDegree) {
      throw new IllegalArgumentException(
          "expected at most the degree %d that was measured, found '%s', which goes to %d"
              .formatted(maxDegree, name, policy.maxDegree()));
    }
    Contenders.checkThreads(name, policy, cores);
    return new EmulatedPolicy(name, policy);
  }

  /** The one place that knows what the simulator can do and the engine cannot. */
  private static void requireWhatTheEngineDoes(String name, Policy policy) {
    if (policy.needsPrediction()) {
      throw new IllegalArgumentException(
          "'%s' must be told each request's demand in advance, which only simulations do"
              .formatted(name));
    }
    if (policy.isMalleable()) {
      throw new IllegalArgumentException(
          "'%s' takes threads away from requests, which only simulations do".formatted(name));
    }
    if (policy.boosts()) {
      throw new IllegalArgumentException(
          "'%s' boosts threads, which only simulations do".formatted(name));
    }
  }
}
