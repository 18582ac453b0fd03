package org.curtail.lab.emulate;

import java.util.List;
import org.curtail.Policy;
import org.curtail.automatic.PilotKnowledge;
import org.curtail.automatic.PilotSetting;
import org.curtail.measurement.policyruns.LoggedSteering;
import org.curtail.measurement.policyruns.ServedTime;
import org.curtail.measurement.results.Decisions;
import org.curtail.measurement.terminal.PolicyNames;
import org.curtail.runtime.Autopilot;
import org.curtail.runtime.Curtail;
import org.curtail.sim.SimulatedEnd;
import org.curtail.sim.Simulation;
import org.curtail.sim.SimulationResult;
import org.curtail.sim.Steering;
import org.curtail.sim.Trace;

/**
 * What chooses its policies itself, in a whole emulation: one engine that serves all blocks, and
 * one pilot that steers all simulations, each of which goes on where the one before ended. Both
 * begin with nothing and learn apart from each other. For one thread.
 */
final class AutomaticRun implements AutoCloseable {
  private final Curtail engine;
  private final LoggedSteering simulated;
  private final long seed;
  private final ServedTime served = new ServedTime();
  private final ServedTime simulatedTime = new ServedTime();
  private long resumedNanos;

  /** What has been simulated so far. */
  private long beforeNanos;

  AutomaticRun(EmulationSetting setting) {
    seed = setting.seed();
    engine =
        Curtail.automatic()
            .seed(setting.seed())
            .cores(setting.cores())
            .queueLimit(Integer.MAX_VALUE)
            .name(PolicyNames.AUTOMATIC)
            .start();
    engine.autopilot().ifPresent(Autopilot::freeze);
    PilotSetting pilot = PilotSetting.of(setting.cores());
    int degree = Math.min(pilot.maxDegree(), setting.profile().maxDegree());
    simulated =
        LoggedSteering.of(pilot.upToDegree(degree).seeded(setting.seed()), PilotKnowledge.NOTHING);
  }

  /** To serve a block with. */
  Curtail engine() {
    return engine;
  }

  /** A block begins. */
  void resume() {
    resumedNanos = System.nanoTime();
    engine.autopilot().ifPresent(Autopilot::thaw);
  }

  /**
   * It is over: others have the machine.
   *
   * @param load that it had
   */
  void rest(double load) {
    engine.autopilot().ifPresent(Autopilot::freeze);
    served.add(resumedNanos, System.nanoTime(), load);
  }

  /**
   * Simulates one trace after those before.
   *
   * @param load that it has
   */
  SimulationResult simulate(Simulation service, Trace trace, double load) {
    SimulationResult outcome =
        service.steeredBy(new Later(simulated, beforeNanos)).run(simulated.policy(), trace);
    long endNanos = beforeNanos + outcome.endNanos();
    simulatedTime.add(beforeNanos, endNanos, load);
    beforeNanos = endNanos + 1;
    return outcome;
  }

  /** What the engine decided, in the time of this machine, and what the simulated pilot did. */
  List<Decisions> decisions() {
    Autopilot autopilot = engine.autopilot().orElseThrow();
    return List.of(
        served.decisions(
            PolicyNames.AUTOMATIC, null, seed, autopilot.counts(), autopilot.history()),
        simulatedTime.decisions(
            PolicyNames.AUTOMATIC + ", simulated",
            null,
            seed,
            simulated.counts(),
            simulated.decisions()));
  }

  @Override
  public void close() {
    engine.close();
  }

  /** A steering whose clock was so far ahead when the run began. */
  private record Later(Steering steering, long aheadNanos) implements Steering {
    @Override
    public void arrived(long nowNanos) {
      steering.arrived(nowNanos + aheadNanos);
    }

    @Override
    public void ended(SimulatedEnd end) {
      steering.ended(
          new SimulatedEnd(
              end.arrivalNanos() + aheadNanos,
              end.startNanos() + aheadNanos,
              end.endNanos() + aheadNanos,
              end.attainedNanos(),
              end.peakDegree(),
              end.path(),
              end.timesAside(),
              end.asideNanos()));
    }

    @Override
    public long nextNanos() {
      long next = steering.nextNanos();
      return next == Long.MAX_VALUE ? next : next - aheadNanos;
    }

    @Override
    public Policy at(long nowNanos) {
      return steering.at(nowNanos + aheadNanos);
    }
  }
}
