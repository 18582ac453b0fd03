package org.curtail.policies;

import java.util.List;
import java.util.Optional;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.policies.Policies.Ingredients;
import org.curtail.policies.TargetDriven.Parts;

/** For tests in other packages: policies that services make by name, and variants without one. */
public final class PaperPolicies {
  private PaperPolicies() {}

  /** As the registry makes it from a profile. */
  public static Policy named(String name, Profile profile) {
    return Policies.named(name, new Ingredients(Optional.of(profile), Optional.empty()));
  }

  /**
   * Returns a policy that changes over after this many requests in a row; the paper's 50 are too
   * many.
   */
  public static Policy binary(int threshold, int maxDegree, int inARow) {
    return new Binary(threshold, maxDegree, inARow);
  }

  public static Policy linear(int threshold, int maxDegree) {
    return new Linear(threshold, maxDegree);
  }

  public static boolean isLinear(Policy policy) {
    return policy instanceof Linear;
  }

  public static Policy clairvoyant(int thresholdMs, int maxDegree) {
    return new RequestClairvoyant(thresholdMs, maxDegree);
  }

  /** TPC without its correction. */
  public static Policy targetDrivenByPredictionOnly(int targetMs, Profile profile) {
    return new TargetDriven(List.of(targetMs), Parts.PREDICTION_ONLY, profile);
  }
}
