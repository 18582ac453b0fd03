package org.curtail.papers.grid;

import java.util.List;
import java.util.Optional;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.benchkit.policyruns.Contender;
import org.curtail.benchkit.policyruns.PredictionError;
import org.curtail.policies.Policies;
import org.curtail.policies.Policies.Ingredients;
import org.curtail.policy.OneThreadEach;
import org.curtail.sim.Predictor;

/** The policies of a grid: all that {@link Policies} has, and the queue without parallelism. */
public final class GridPolicies {
  /** The name of the queue without parallelism. */
  private static final String QUEUE = "first-come-first-served";

  /** The default policies. */
  public static final List<String> USUAL =
      List.of(
          GridSetting.REFERENCE,
          QUEUE,
          "least-attained",
          "gittins",
          "tail-index",
          "tail-index-patient",
          "tail-index-queueing",
          "tail-index-malleable",
          "tail-index-gittins-10",
          "tail-index-gittins-30",
          "tail-index-gittins-100",
          "tail-index-gittins-400");

  private GridPolicies() {}

  /** Returns true if a policy has this name. */
  public static boolean isKnown(String name) {
    return name.equals(QUEUE) || Policies.isKnown(name);
  }

  /**
   * Returns the policy of a name.
   *
   * @param profile of the demand; no policy has a table
   * @throws IllegalArgumentException if it cannot be made, or goes beyond the profile's degrees;
   *     the message says why
   */
  static Policy named(String name, Profile profile) {
    if (name.equals(QUEUE)) {
      return OneThreadEach.firstComeFirstServed();
    }
    Policy policy = Policies.named(name, new Ingredients(Optional.of(profile), Optional.empty()));
    if (policy.maxDegree() > profile.maxDegree()) {
      throw new IllegalArgumentException(
          "policy '%s' goes to degree %d, the demand '%s' only to %d"
              .formatted(name, policy.maxDegree(), profile.source(), profile.maxDegree()));
    }
    return policy;
  }

  /** Returns the predictor for the policy: if it relies on predictions, the truth. */
  static Predictor predictor(String name, Policy policy, long seed) {
    return name.equals(QUEUE)
        ? Predictor.NONE
        : new PredictionError(0).predictor(new Contender.Fixed(name, policy), seed);
  }
}
