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

/** The policies of a grid: all policies of {@link Policies}, and the queue without parallelism. */
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
   * @param profile profile of the demand; no policy has a table
   * @throws IllegalArgumentException if the policy cannot be made, or has a degree that the profile
   *     lacks; the message gives the reason
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

  /** Returns the predictor for a policy: true predictions if the policy uses any. */
  static Predictor predictor(String name, Policy policy, long seed) {
    return name.equals(QUEUE)
        ? Predictor.NONE
        : new PredictionError(0).predictor(new Contender.Fixed(name, policy), seed);
  }
}
