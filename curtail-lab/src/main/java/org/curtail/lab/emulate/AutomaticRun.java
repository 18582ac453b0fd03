package org.curtail.lab.emulate;

import java.util.List;
import org.curtail.automatic.Pilot;
import org.curtail.automatic.PilotSetting;
import org.curtail.automatic.PilotSteering;
import org.curtail.measurement.terminal.PolicyNames;
import org.curtail.runtime.Autopilot;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.NanoClock;
import org.curtail.sim.Simulation;
import org.curtail.sim.SimulationResult;
import org.curtail.sim.Trace;

/**
 * What chooses its policies itself, in a whole emulation: one engine that serves all blocks, and
 * one pilot that steers all simulations, each of which goes on where the one before ended. Both
 * begin with nothing and learn apart from each other, but under the same conditions: in the time of
 * this machine, with rests between blocks in which their time stands still, up to the same degree,
 * and with plans that take as long. For one thread.
 */
final class AutomaticRun implements AutoCloseable {
  private final RestingClock clock = new RestingClock();
  private final Curtail engine;
  private final Autopilot autopilot;
  private final Pilot simulated;
  private final ScaledSteering steering;

  AutomaticRun(EmulationSetting setting) {
    PilotSetting pilot = PilotSetting.of(setting.cores());
    int degree = Math.min(pilot.maxDegree(), setting.profile().maxDegree());
    engine =
        Curtail.automatic()
            .atMostDegree(degree)
            .seed(setting.seed())
            .clock(clock)
            .cores(setting.cores())
            .queueLimit(Integer.MAX_VALUE)
            .name(PolicyNames.AUTOMATIC)
            .start();
    autopilot = engine.autopilot().orElseThrow();
    rest();
    simulated = new Pilot(pilot.upToDegree(degree).seeded(setting.seed()));
    steering =
        new ScaledSteering(
            new PilotSteering(simulated, task -> task.judge().judge(), autopilot::planningNanos),
            setting.scale());
  }

  /** To serve a block with. */
  Curtail engine() {
    return engine;
  }

  /** A block begins. */
  void resume() {
    clock.goOn();
    autopilot.thaw();
  }

  /** It is over: others have the machine. */
  void rest() {
    autopilot.freeze();
    clock.rest();
  }

  /** For how long the engine's clock has stood still. */
  long restedNanos() {
    return clock.restedNanos();
  }

  /** Simulates one trace after those before. */
  SimulationResult simulate(Simulation service, Trace trace) {
    simulated.unfreeze(steering.beginNanos());
    SimulationResult outcome =
        service.steeredBy(steering).run(steering.policy(simulated.policy()), trace);
    steering.endsAt(outcome.endNanos());
    simulated.freeze(steering.beginNanos());
    simulated.at(steering.beginNanos());
    return outcome;
  }

  /** What both have come to. */
  List<String> explained() {
    return List.of(
        "automatic in the engine: " + first(engine.explain()),
        "automatic in the simulator: " + first(simulated.explain()));
  }

  private static String first(String explanation) {
    return explanation.lines().findFirst().orElse("");
  }

  @Override
  public void close() {
    engine.close();
  }

  /** This machine's, which can be made to stand still. Safe for all threads. */
  private static final class RestingClock implements NanoClock {
    /** How far it is behind, if it goes; else what it shows. */
    private record Hand(boolean rests, long nanos) {}

    private volatile Hand hand = new Hand(false, 0);

    @Override
    public long nanoTime() {
      Hand now = hand;
      return now.rests ? now.nanos : System.nanoTime() - now.nanos;
    }

    void rest() {
      hand = new Hand(true, nanoTime());
    }

    void goOn() {
      hand = new Hand(false, restedNanos());
    }

    long restedNanos() {
      Hand now = hand;
      return now.rests ? System.nanoTime() - now.nanos : now.nanos;
    }
  }
}
