package org.curtail.automatic;

import static java.util.Objects.requireNonNull;

import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.automatic.choose.Candidates;
import org.curtail.automatic.choose.Goal;
import org.curtail.automatic.guard.GuardSetting;

/**
 * Settings of a {@link Pilot}; {@link #of} has defaults for all but the cores.
 *
 * @param cores number of the service's cores, at least 1
 * @param mostServed greatest number of requests with a thread under a policy that wants as many
 *     threads as possible, while others are preempted, at least 1; {@link Policy#UNLIMITED} if all
 *     requests share the cores at each moment, as in a simulation
 * @param goal goal of plans
 * @param baseline the policy that every other is compared with: one thread for each request
 * @param maxDegree greatest degree to learn and to plan with, at least 1
 * @param learnRequests number of completed requests needed for the first plan, at least 1
 * @param guard settings for comparing a plan with the baseline
 * @param seed seed of all random choices: order of slices, exploration, plans
 * @param eventsKept most events to keep, at least 1
 */
public record PilotSetting(
    int cores,
    int mostServed,
    Goal goal,
    Policy baseline,
    int maxDegree,
    int learnRequests,
    GuardSetting guard,
    long seed,
    int eventsKept) {
  /** Profile for the baseline's candidate, which ignores it. */
  private static final Profile ANY = Profile.of("any", new double[][] {{1}});

  private static final int MOST_DEGREES = 8;
  private static final int DEFAULT_LEARN_REQUESTS = 500;
  private static final int DEFAULT_EVENTS_KEPT = 256;

  public PilotSetting {
    requireNonNull(goal, "goal");
    requireNonNull(baseline, "baseline");
    requireNonNull(guard, "guard");
    if (cores < 1 || mostServed < 1 || maxDegree < 1 || learnRequests < 1 || eventsKept < 1) {
      throw new IllegalArgumentException(
          "cores, mostServed, maxDegree, learnRequests and eventsKept must be at least 1: cores=%d, mostServed=%d, maxDegree=%d, learnRequests=%d, eventsKept=%d"
              .formatted(cores, mostServed, maxDegree, learnRequests, eventsKept));
    }
    if (baseline.maxDegree() != 1) {
      throw new IllegalArgumentException(
          "the safe policy must give each request one thread, but %s goes to degree %d"
              .formatted(baseline, baseline.maxDegree()));
    }
  }

  /**
   * Returns the default: least 99th percentile, sequential baseline, degrees up to 8 or the cores.
   */
  public static PilotSetting of(int cores) {
    return new PilotSetting(
        cores,
        Policy.UNLIMITED,
        Goal.byDefault(),
        Candidates.baseline(ANY, Goal.byDefault()).policy(),
        Math.clamp(cores, 1, MOST_DEGREES),
        DEFAULT_LEARN_REQUESTS,
        GuardSetting.DEFAULT,
        1,
        DEFAULT_EVENTS_KEPT);
  }

  /** Returns this setting with a limit on the number of served requests. */
  public PilotSetting servingAtMost(int requests) {
    return new PilotSetting(
        cores, requests, goal, baseline, maxDegree, learnRequests, guard, seed, eventsKept);
  }

  /** Returns this setting with another goal and its baseline. */
  public PilotSetting aimingAt(Goal other) {
    return new PilotSetting(
        cores,
        mostServed,
        other,
        Candidates.baseline(ANY, other).policy(),
        maxDegree,
        learnRequests,
        guard,
        seed,
        eventsKept);
  }

  /** Returns this setting with another baseline. */
  public PilotSetting withBaseline(Policy other) {
    return new PilotSetting(
        cores, mostServed, goal, other, maxDegree, learnRequests, guard, seed, eventsKept);
  }

  /** Returns this setting with another greatest degree. */
  public PilotSetting upToDegree(int degree) {
    return new PilotSetting(
        cores, mostServed, goal, baseline, degree, learnRequests, guard, seed, eventsKept);
  }

  /** Returns this setting with other settings for comparing. */
  public PilotSetting guardedBy(GuardSetting other) {
    return new PilotSetting(
        cores, mostServed, goal, baseline, maxDegree, learnRequests, other, seed, eventsKept);
  }

  /** Returns this setting with another seed. */
  public PilotSetting seeded(long other) {
    return new PilotSetting(
        cores, mostServed, goal, baseline, maxDegree, learnRequests, guard, other, eventsKept);
  }

  /** Returns the greatest number of requests with a thread under a policy. */
  int mostServedBy(Policy policy) {
    int threads = policy.threads(cores);
    return threads == Policy.UNLIMITED ? mostServed : threads;
  }
}
