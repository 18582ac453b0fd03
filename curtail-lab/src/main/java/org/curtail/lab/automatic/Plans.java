package org.curtail.lab.automatic;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.curtail.Profile;
import org.curtail.automatic.Goal;
import org.curtail.automatic.Judge;
import org.curtail.automatic.JudgeSetting;
import org.curtail.automatic.JudgeSetting.Effort;
import org.curtail.automatic.PlanTask;
import org.curtail.automatic.PolicyMap;
import org.curtail.lab.automatic.PlannedSteering.Plan;

/**
 * Plans that are made once, whoever asks: a plan is a function of its task, and takes seconds. Runs
 * of one seed are alike until the service changes. Safe for all threads.
 */
final class Plans {
  private final Map<Object, FutureTask<PolicyMap>> made = new ConcurrentHashMap<>();

  /** On what a plan with true knowledge depends. */
  private record Truth(Profile profile, int cores, Effort effort, long seed) {}

  /** The plan that automatic asks for. */
  PolicyMap map(PlanTask task) {
    return once(task, new FutureTask<>(() -> task.judge().judge()));
  }

  /** A plan of somebody who knows the true demand. */
  Plan ofTruth(Profile profile, int cores, Effort effort, long seed) {
    JudgeSetting setting = JudgeSetting.of(profile, cores, Goal.byDefault(), seed).with(effort);
    PolicyMap map =
        once(
            new Truth(profile, cores, effort, seed),
            new FutureTask<>(() -> new Judge(setting).judge()));
    return new Plan(map, profile.meanMs(1));
  }

  private PolicyMap once(Object key, FutureTask<PolicyMap> fresh) {
    FutureTask<PolicyMap> first = made.putIfAbsent(key, fresh);
    FutureTask<PolicyMap> task = first == null ? fresh : first;
    // Does nothing if another thread has begun it.
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
