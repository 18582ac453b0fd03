package org.curtail.automatic.choose;

import java.util.Optional;
import java.util.OptionalInt;
import org.curtail.Admission;
import org.curtail.Decision;
import org.curtail.DelegatingPolicy;
import org.curtail.IntervalTable;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Prediction;
import org.curtail.Preemption;
import org.curtail.Profile;
import org.curtail.Progress;
import org.curtail.Traits;
import org.curtail.policies.Policies;
import org.curtail.policies.Policies.Ingredients;

/**
 * Policy that a plan may choose, with its name and its interval table, if any. Both suffice to make
 * it again from a profile. Immutable.
 *
 * @param name name in the registry {@link Policies}; not blank
 * @param policy policy made from a profile, with no more threads than the goal allows
 * @param table interval table of the policy; empty if it needs none
 */
public record Candidate(String name, Policy policy, Optional<IntervalTable> table) {
  public Candidate {
    if (name.isBlank()) {
      throw new IllegalArgumentException("a candidate needs a name");
    }
  }

  /**
   * Makes the policy of a name. Equal arguments give an equal policy.
   *
   * @param name name that {@link Policies#named} accepts
   * @param profile the demand
   * @param table table for policies that need one
   * @param threads most threads that may serve requests, at least 1; empty for no limit
   * @throws IllegalArgumentException if the name is unknown or the table is missing
   */
  public static Candidate named(
      String name, Profile profile, Optional<IntervalTable> table, OptionalInt threads) {
    Policy policy = Policies.named(name, new Ingredients(Optional.of(profile), table));
    if (policy.traits().needsPrediction()) {
      policy = new ForAnyRequest(policy);
    }
    if (threads.isPresent()) {
      if (threads.getAsInt() < 1) {
        throw new IllegalArgumentException("threads must be at least 1: " + threads.getAsInt());
      }
      policy = new Limited(policy, threads.getAsInt());
    }
    return new Candidate(
        name,
        policy,
        Policies.needs(name).contains(Policies.Need.TABLE) ? table : Optional.empty());
  }

  /**
   * Returns the name for comparisons, as in a {@code LoadVerdict}. {@code tail-index} has one of
   * two forms, depending on the profile. A verdict on one form says nothing about the other. It
   * also holds for the policy that is always of this form.
   */
  public String form() {
    if (!name.equals("tail-index")) {
      return name;
    }
    return policy.traits().preemption().equals(Preemption.NONE)
        ? "tail-index-malleable"
        : "tail-index-sharing";
  }

  /** Policy with predictions that also serves requests without a prediction. */
  private record ForAnyRequest(Policy policy) implements DelegatingPolicy {
    @Override
    public Admission admit(Progress waiting, Load load) {
      return policy.admit(predicted(waiting), load);
    }

    @Override
    public Decision decide(Progress running, Load load) {
      return policy.decide(predicted(running), load);
    }

    @Override
    public double priority(Progress request, Load load) {
      return policy.priority(predicted(request), load);
    }

    @Override
    public int level(Progress aside) {
      return policy.level(predicted(aside));
    }

    @Override
    public Traits traits() {
      return policy.traits().needingPrediction(false);
    }

    private static Progress predicted(Progress request) {
      return request.prediction().isKnown() ? request : request.predicted(Prediction.UNSURE);
    }

    @Override
    public String toString() {
      return "%s for any request".formatted(policy);
    }
  }

  /**
   * Policy limited to fewer threads. A policy that wants all threads gets one per core, as in
   * engines.
   *
   * @param most thread limit, at least 1
   */
  private record Limited(Policy policy, int most) implements DelegatingPolicy {
    @Override
    public int threads(int cores) {
      int wanted = policy.threads(cores);
      int asked = wanted == UNLIMITED ? cores : wanted;
      return Math.min(asked, most);
    }

    @Override
    public String toString() {
      return "%s on at most %d threads".formatted(policy, most);
    }

    @Override
    public String description() {
      return "%s, on at most %d threads".formatted(policy.description(), most);
    }
  }
}
