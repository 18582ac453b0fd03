package org.curtail.automatic;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.curtail.Policy;
import org.curtail.automatic.choose.Judge;
import org.curtail.automatic.choose.JudgeSetting;
import org.curtail.automatic.choose.PolicyMap;
import org.curtail.runtime.Outcome;
import org.curtail.runtime.Timeline;
import org.curtail.sim.SimulatedEnd;
import org.curtail.sim.SimulatedEnd.SimulatedPhase;
import org.curtail.sim.Steering;
import org.jspecify.annotations.Nullable;

/**
 * Steering of a simulation by a {@link Pilot}. The pilot gets the events of an engine, and its
 * policies serve. A plan takes a given time, during which the present policy continues. For one run
 * and one thread.
 *
 * <pre>{@code
 * var pilot = new Pilot(PilotSetting.of(15).upToDegree(profile.maxDegree()));
 * new Simulation(profile, Machine.ofCores(15))
 *     .steeredBy(PilotSteering.judging(pilot))
 *     .run(pilot.policy(), trace);
 * }</pre>
 */
public final class PilotSteering implements Steering {
  /** Default time for a plan of all candidates: the greatest time in an engine. */
  public static final long PLAN_NANOS = 30_000_000_000L;

  /** Default time for a {@linkplain JudgeSetting.Effort#QUICK quick} plan. */
  public static final long QUICK_PLAN_NANOS = 5_000_000_000L;

  private static final long NEVER = Long.MAX_VALUE;

  private final Pilot pilot;
  private final Function<JudgeSetting, PolicyMap> planner;
  private final ToLongFunction<JudgeSetting> planNanos;

  /** Plan in progress; {@link #plannedNanos} is its end. */
  private @Nullable JudgeSetting planning;

  private long plannedNanos = NEVER;

  /** Time since which the pilot is frozen. */
  private long frozenNanos = NEVER;

  /**
   * Creates a steering with the same planning time for all plans.
   *
   * @param pilot pilot that nothing else calls
   * @param planner a pure function; its real time is not simulated
   * @param planNanos simulated time of a plan, at least 0
   */
  public PilotSteering(Pilot pilot, Function<JudgeSetting, PolicyMap> planner, long planNanos) {
    this(pilot, planner, task -> planNanos);
    if (planNanos < 0) {
      throw new IllegalArgumentException("planNanos must be at least 0: " + planNanos);
    }
  }

  /**
   * Creates a steering with a planning time for each plan.
   *
   * @param planNanos called when a plan begins; negative results count as 0
   */
  public PilotSteering(
      Pilot pilot,
      Function<JudgeSetting, PolicyMap> planner,
      ToLongFunction<JudgeSetting> planNanos) {
    this.pilot = requireNonNull(pilot, "pilot");
    this.planner = requireNonNull(planner, "planner");
    this.planNanos = planNanos;
  }

  /** Creates a steering that plans by a {@link Judge}, with {@link #usualNanos}. */
  public static PilotSteering judging(Pilot pilot) {
    return new PilotSteering(pilot, task -> new Judge(task).judge(), PilotSteering::usualNanos);
  }

  /** Returns the default time of a plan. */
  public static long usualNanos(JudgeSetting task) {
    return task.effort() == JudgeSetting.Effort.QUICK ? QUICK_PLAN_NANOS : PLAN_NANOS;
  }

  /** Returns the pilot. */
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
    JudgeSetting task = planning;
    if (!isHeld(nowNanos) && task != null && nowNanos >= plannedNanos) {
      planning = null;
      plannedNanos = NEVER;
      pilot.planned(planner.apply(task), nowNanos);
    }
    Policy policy = pilot.at(nowNanos);
    beginPlan(nowNanos);
    return policy;
  }

  /** Returns true if planning is paused. A paused plan takes longer by the pause. */
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
      pilot.planFailed("no longer needed", nowNanos);
    }
    if (planning == null) {
      Optional<JudgeSetting> due = pilot.planDue();
      if (due.isPresent()) {
        JudgeSetting task = due.get();
        planning = task;
        plannedNanos = Math.addExact(nowNanos, Math.max(planNanos.applyAsLong(task), 1));
      }
    }
  }

  /**
   * Converts a simulated request to a timeline of an engine. Its work is cut into chunks of equal
   * length. As in an engine, a chunk counts when a thread takes it. So busy threads have half a
   * chunk not done yet, on average.
   */
  static final class SimulatedTimeline {
    /**
     * Chunks of every request, even a short one: a simulated thread that joins finds work at once.
     */
    private static final int CHUNKS = 1_000;

    private SimulatedTimeline() {}

    static Timeline of(SimulatedEnd end) {
      return new Timeline(
              end.arrivalNanos(),
              end.startNanos(),
              end.endNanos(),
              end.attainedNanos(),
              end.peakDegree(),
              CHUNKS,
              path(end.path()),
              end.preemptions(),
              end.preemptedNanos(),
              Outcome.COMPLETED)
          .predicted(end.prediction());
    }

    private static List<Timeline.Phase> path(List<SimulatedPhase> simulated) {
      var path = new ArrayList<Timeline.Phase>();
      double doneShare = 0;
      int claimedBefore = 0;
      for (int i = 0; i < simulated.size(); i++) {
        SimulatedPhase phase = simulated.get(i);
        doneShare += phase.workShare();
        int claimed =
            i + 1 == simulated.size()
                ? CHUNKS
                : claimed(doneShare, Math.min(phase.degree(), simulated.get(i + 1).degree()));
        path.add(
            new Timeline.Phase(
                phase.degree(), phase.nanos(), Math.max(claimed - claimedBefore, 0)));
        claimedBefore = Math.max(claimed, claimedBefore);
      }
      return path;
    }

    private static int claimed(double doneShare, int staying) {
      return (int) Math.min(Math.round(CHUNKS * doneShare + staying / 2.0), CHUNKS);
    }
  }
}
