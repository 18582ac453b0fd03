package org.curtail.benchkit.policyruns;

import java.util.List;
import java.util.function.ToLongFunction;
import org.curtail.Policy;
import org.curtail.automatic.Pilot;
import org.curtail.automatic.PilotKnowledge;
import org.curtail.automatic.PilotSetting;
import org.curtail.automatic.PilotSteering;
import org.curtail.automatic.choose.Judge;
import org.curtail.automatic.choose.JudgeSetting;
import org.curtail.autopilot.PilotLog;
import org.curtail.runtime.Autopilot;
import org.curtail.runtime.Metrics;
import org.curtail.sim.SimulatedEnd;
import org.curtail.sim.Steering;

/** A pilot of a simulation, with a log of its decisions. For one run and one thread. */
public final class LoggedSteering implements Steering {
  /** Greatest number of logged decisions. */
  private static final int MOST_DECISIONS = 10_000;

  private final PilotSteering steering;
  private final PilotLog log;

  private LoggedSteering(PilotSteering steering, PilotLog log) {
    this.steering = steering;
    this.log = log;
  }

  /** Creates a pilot that compares its plans; a plan takes {@link PilotSteering#usualNanos}. */
  public static LoggedSteering of(PilotSetting setting, PilotKnowledge known) {
    return of(setting, known, PilotSteering::usualNanos);
  }

  /**
   * Creates a pilot that compares its plans.
   *
   * @param planNanos duration of planning; called when planning begins
   */
  public static LoggedSteering of(
      PilotSetting setting, PilotKnowledge known, ToLongFunction<JudgeSetting> planNanos) {
    var pilot = new Pilot(setting, known);
    return new LoggedSteering(
        new PilotSteering(pilot, task -> new Judge(task).judge(), planNanos),
        new PilotLog(pilot, known.map().isPresent(), MOST_DECISIONS));
  }

  /** Returns the present policy. */
  public Policy policy() {
    return steering.pilot().policy();
  }

  /** Stops learning, comparisons and planning, and keeps the present policy. */
  public void freeze(long nowNanos) {
    steering.pilot().freeze(nowNanos);
    at(nowNanos);
  }

  /** Continues after a {@link #freeze}. */
  public void unfreeze(long nowNanos) {
    steering.pilot().unfreeze(nowNanos);
    log.look();
  }

  /** Returns the latest decisions, the oldest first. */
  public List<Autopilot.Decision> decisions() {
    return log.decisions();
  }

  /** Returns counts of decisions by kind. */
  public Metrics.Decisions counts() {
    return log.counts();
  }

  @Override
  public void arrived(long arrivalNanos) {
    log.arrived();
    steering.arrived(arrivalNanos);
    log.look();
  }

  @Override
  public void ended(SimulatedEnd end) {
    steering.ended(end);
    log.look();
  }

  @Override
  public long nextNanos() {
    return steering.nextNanos();
  }

  @Override
  public Policy at(long nowNanos) {
    Policy policy = steering.at(nowNanos);
    log.look();
    return policy;
  }
}
