package org.curtail.papers.automatic;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.function.LongFunction;
import org.curtail.Policy;
import org.curtail.automatic.PilotSteering;
import org.curtail.automatic.choose.PolicyMap;
import org.curtail.sim.SimulatedEnd;
import org.curtail.sim.Steering;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the policy by the load, from a plan that was made before the run. The steering compares
 * no policies. The steering may make further plans while it serves. For one run.
 */
final class PlannedSteering implements Steering {
  /** Seconds over which the load is measured. */
  private static final int SECONDS_OF_LOAD = 10;

  private static final long SECOND_NANOS = 1_000_000_000L;
  private static final double MS_PER_SECOND = 1000;

  /**
   * A plan and the demand that it was made for.
   *
   * @param meanMs mean time of a request on one thread
   */
  record Plan(PolicyMap map, double meanMs) {}

  private final int cores;
  private final LongFunction<Optional<Plan>> planner;
  private final long everyNanos;

  /** Arrivals of the latest whole seconds, the oldest first. */
  private final ArrayDeque<Integer> counts = new ArrayDeque<>();

  private Plan plan;
  private int place = -1;
  private int arrived;
  private long nextNanos = SECOND_NANOS;

  private @Nullable Plan coming;
  private long comingNanos = Long.MAX_VALUE;
  private long nextPlanNanos;

  /** A steering that keeps its plan. */
  PlannedSteering(Plan plan, int cores) {
    this(plan, cores, nowNanos -> Optional.empty(), Long.MAX_VALUE);
  }

  /**
   * A steering that plans again at regular intervals. A plan begins to serve half a minute after
   * its start, like the plans of automatic except for the quick ones.
   *
   * @param planner makes the plan of a moment; empty to keep the present plan
   * @param everyNanos interval between plans; at least a second
   */
  PlannedSteering(Plan plan, int cores, LongFunction<Optional<Plan>> planner, long everyNanos) {
    this.plan = plan;
    this.cores = cores;
    this.planner = planner;
    this.everyNanos = everyNanos;
    this.nextPlanNanos = everyNanos;
  }

  /** Returns the first policy. */
  Policy first() {
    return plan.map().entries().getFirst().candidate().policy();
  }

  @Override
  public void arrived(long arrivalNanos) {
    arrived++;
  }

  @Override
  public void ended(SimulatedEnd end) {}

  @Override
  public long nextNanos() {
    return nextNanos;
  }

  @Override
  public Policy at(long nowNanos) {
    while (nextNanos <= nowNanos) {
      counts.addLast(arrived);
      arrived = 0;
      if (counts.size() > SECONDS_OF_LOAD) {
        counts.removeFirst();
      }
      nextNanos += SECOND_NANOS;
    }
    plan(nowNanos);
    double perSecond = counts.stream().mapToInt(Integer::intValue).average().orElse(0);
    double utilisation = perSecond * plan.meanMs() / MS_PER_SECOND / cores;
    PolicyMap map = plan.map();
    place = place < 0 ? map.place(utilisation) : map.place(utilisation, place);
    return map.entries().get(place).candidate().policy();
  }

  private void plan(long nowNanos) {
    Plan made = coming;
    if (made != null && nowNanos >= comingNanos) {
      plan = made;
      place = -1;
      coming = null;
      comingNanos = Long.MAX_VALUE;
    }
    if (nowNanos >= nextPlanNanos) {
      nextPlanNanos += everyNanos;
      Optional<Plan> begun = planner.apply(nowNanos);
      if (begun.isPresent()) {
        coming = begun.get();
        comingNanos = nowNanos + PilotSteering.PLAN_NANOS;
      }
    }
  }
}
