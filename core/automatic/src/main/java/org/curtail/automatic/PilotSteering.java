package org.curtail.automatic;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.curtail.Policy;
import org.curtail.sim.SimulatedEnd;
import org.curtail.sim.Steering;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Pilot} at the wheel of a simulation: it sees what it sees of an engine, and its policies
 * serve. A plan takes a stated time, for which the present policy goes on. For one run and one
 * thread.
 *
 * <pre>{@code
 * var pilot = new Pilot(PilotSetting.of(15).upToDegree(profile.maxDegree()));
 * new Simulation(profile, Machine.ofCores(15))
 *     .steeredBy(PilotSteering.judging(pilot))
 *     .run(pilot.policy(), trace);
 * }</pre>
 */
public final class PilotSteering implements Steering {
  /** What a plan of all candidates takes if nothing else is said: as long as it may an engine. */
  public static final long PLAN_NANOS = 30_000_000_000L;

  /** What a {@linkplain JudgeSetting.Effort#QUICK quick} plan takes if nothing else is said. */
  public static final long QUICK_PLAN_NANOS = 5_000_000_000L;

  private static final long NEVER = Long.MAX_VALUE;

  private final Pilot pilot;
  private final Function<PlanTask, PolicyMap> planner;
  private final ToLongFunction<PlanTask> planNanos;

  /** What is planned now, and when the plan is there. */
  private @Nullable PlanTask planning;

  private long plannedNanos = NEVER;

  /** Since when the pilot is frozen. */
  private long frozenNanos = NEVER;

  /**
   * A steering that plans in this way.
   *
   * @param pilot that nobody else feeds
   * @param planner a pure function; whatever time it really takes is not simulated
   * @param planNanos what a plan takes in simulated time, at least 0
   */
  public PilotSteering(Pilot pilot, Function<PlanTask, PolicyMap> planner, long planNanos) {
    this(pilot, planner, task -> planNanos);
    if (planNanos < 0) {
      throw new IllegalArgumentException("planNanos must be at least 0: " + planNanos);
    }
  }

  /**
   * The same, where not each plan takes the same time.
   *
   * @param planNanos asked when a plan begins; what is negative counts as 0
   */
  public PilotSteering(
      Pilot pilot, Function<PlanTask, PolicyMap> planner, ToLongFunction<PlanTask> planNanos) {
    this.pilot = requireNonNull(pilot, "pilot");
    this.planner = requireNonNull(planner, "planner");
    this.planNanos = planNanos;
  }

  /** Plans by a {@link Judge}, which takes {@link #usualNanos}. */
  public static PilotSteering judging(Pilot pilot) {
    return new PilotSteering(pilot, task -> task.judge().judge(), PilotSteering::usualNanos);
  }

  /** What a plan takes if nothing else is said. */
  public static long usualNanos(PlanTask task) {
    return task.effort() == JudgeSetting.Effort.QUICK ? QUICK_PLAN_NANOS : PLAN_NANOS;
  }

  /** Who decides. */
  public Pilot pilot() {
    return pilot;
  }

  @Override
  public void arrived(long arrivalNanos) {
    pilot.arrived(arrivalNanos, arrivalNanos);
    beginPlan(arrivalNanos);
  }

  @Override
  public void ended(SimulatedEnd end) {
    pilot.ended(SimulatedTimeline.of(end), end.endNanos());
    beginPlan(end.endNanos());
  }

  @Override
  public long nextNanos() {
    return pilot.isFrozen() ? pilot.nextNanos() : Math.min(pilot.nextNanos(), plannedNanos);
  }

  @Override
  public Policy at(long nowNanos) {
    PlanTask task = planning;
    if (!isHeld(nowNanos) && task != null && nowNanos >= plannedNanos) {
      planning = null;
      plannedNanos = NEVER;
      pilot.planned(planner.apply(task), nowNanos);
    }
    Policy policy = pilot.at(nowNanos);
    beginPlan(nowNanos);
    return policy;
  }

  /** Whether nothing is planned now. A plan that is under way takes as much longer. */
  private boolean isHeld(long nowNanos) {
    if (pilot.isFrozen()) {
      frozenNanos = Math.min(frozenNanos, nowNanos);
      return true;
    }
    if (frozenNanos != NEVER && planning != null) {
      plannedNanos += nowNanos - frozenNanos;
    }
    frozenNanos = NEVER;
    return false;
  }

  private void beginPlan(long nowNanos) {
    if (isHeld(nowNanos)) {
      return;
    }
    if (planning != null && pilot.planDue().isEmpty()) {
      planning = null;
      plannedNanos = NEVER;
      pilot.planFailed("of no use any more", nowNanos);
    }
    if (planning == null) {
      Optional<PlanTask> due = pilot.planDue();
      if (due.isPresent()) {
        PlanTask task = due.get();
        planning = task;
        plannedNanos = Math.addExact(nowNanos, Math.max(planNanos.applyAsLong(task), 1));
      }
    }
  }
}
