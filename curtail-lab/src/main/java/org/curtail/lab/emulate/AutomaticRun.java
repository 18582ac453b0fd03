package org.curtail.lab.emulate;

import org.curtail.Policy;
import org.curtail.automatic.Pilot;
import org.curtail.automatic.PilotSetting;
import org.curtail.automatic.PilotSteering;
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
  private final PilotSteering simulated;

  /** What has been simulated so far. */
  private long beforeNanos;

  AutomaticRun(EmulationSetting setting) {
    engine =
        Curtail.automatic()
            .seed(setting.seed())
            .cores(setting.cores())
            .queueLimit(Integer.MAX_VALUE)
            .name(PolicyNames.AUTOMATIC)
            .start();
    rest();
    PilotSetting pilot = PilotSetting.of(setting.cores());
    int degree = Math.min(pilot.maxDegree(), setting.profile().maxDegree());
    simulated = PilotSteering.judging(new Pilot(pilot.upToDegree(degree).seeded(setting.seed())));
  }

  /** To serve a block with. */
  Curtail engine() {
    return engine;
  }

  /** A block begins. */
  void resume() {
    engine.autopilot().ifPresent(Autopilot::thaw);
  }

  /** It is over: others have the machine. */
  void rest() {
    engine.autopilot().ifPresent(Autopilot::freeze);
  }

  /** Simulates one trace after those before. */
  SimulationResult simulate(Simulation service, Trace trace) {
    SimulationResult outcome =
        service.steeredBy(new Later(simulated, beforeNanos)).run(simulated.pilot().policy(), trace);
    beforeNanos += outcome.endNanos() + 1;
    return outcome;
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
