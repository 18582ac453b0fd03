package org.curtail.policies;

import java.util.List;
import java.util.Optional;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.policies.Policies.Ingredients;
import org.curtail.policies.TargetDriven.Parts;

/** Policies for tests in other packages: those of the registry, and variants without a name. */
public final class PaperPolicies {
  private PaperPolicies() {}

  /** Makes a policy from a profile, as the registry does. */
  public static Policy named(String name, Profile profile) {
    return Policies.named(name, new Ingredients(Optional.of(profile), Optional.empty()));
  }

  /**
   * Returns a policy that switches after this many requests in a row, since the paper's 50 are too
   * many for a test.
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

  /** Returns TPC without its correction. */
  public static Policy targetDrivenByPredictionOnly(int targetMs, Profile profile) {
    return new TargetDriven(List.of(targetMs), Parts.PREDICTION_ONLY, profile);
  }
}
