package org.curtail.papers.automatic;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Function;
import org.curtail.Profile;
import org.curtail.automatic.choose.Goal;
import org.curtail.automatic.choose.Judge;
import org.curtail.automatic.choose.JudgeSetting;
import org.curtail.automatic.choose.JudgeSetting.Effort;
import org.curtail.automatic.choose.PolicyMap;
import org.curtail.papers.automatic.PlannedSteering.Plan;

/**
 * Plans, each made only once. A plan depends only on its setting, and takes seconds to make. Runs
 * of one seed are equal until the service changes, so they share plans. Safe for all threads.
 */
final class Plans {
  private final Function<JudgeSetting, PolicyMap> planner;
  private final Map<JudgeSetting, FutureTask<PolicyMap>> made = new ConcurrentHashMap<>();

  /** Plans made by a judge. */
  Plans() {
    this(setting -> new Judge(setting).judge());
  }

  /** Plans made by a pure function. */
  Plans(Function<JudgeSetting, PolicyMap> planner) {
    this.planner = planner;
  }

  /** Returns the plan for the true demand. */
  Plan ofTruth(Profile profile, int cores, Effort effort, long seed) {
    return new Plan(
        map(JudgeSetting.of(profile, cores, Goal.byDefault(), seed).with(effort)),
        profile.meanMs(1));
  }

  /** Returns the plan of a setting, made once. */
  PolicyMap map(JudgeSetting setting) {
    var fresh = new FutureTask<>(() -> planner.apply(setting));
    FutureTask<PolicyMap> first = made.putIfAbsent(setting, fresh);
    FutureTask<PolicyMap> task = first == null ? fresh : first;
    // Makes the plan, if no other thread has begun it.
    task.run();
    try {
      return task.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while another thread plans", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a plan failed", e.getCause());
    }
  }
}
