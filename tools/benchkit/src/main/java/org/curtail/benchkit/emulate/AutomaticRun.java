package org.curtail.benchkit.emulate;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.curtail.Profile;
import org.curtail.automatic.PilotKnowledge;
import org.curtail.automatic.PilotSetting;
import org.curtail.autopilot.AutomaticJson;
import org.curtail.benchkit.policyruns.LoggedSteering;
import org.curtail.benchkit.policyruns.ServedTime;
import org.curtail.benchkit.results.Decisions;
import org.curtail.runtime.AutomaticSetup;
import org.curtail.runtime.Autopilot;
import org.curtail.runtime.Curtail;
import org.curtail.sim.Simulation;
import org.curtail.sim.SimulationResult;
import org.curtail.sim.Trace;

/**
 * What chooses its policies itself, in a whole emulation: one engine that serves all blocks, and
 * one pilot that steers all simulations, each of which goes on where the one before ended. Both
 * begin with the same, or with nothing, and learn apart from each other, but under the same
 * conditions: in the time of this machine, with rests between blocks in which their time stands
 * still, up to the same degree, and with plans that take as long. For one thread.
 */
final class AutomaticRun implements AutoCloseable {
  private final RestingClock clock = new RestingClock();
  private final String name;
  private final Curtail engine;
  private final Autopilot autopilot;
  private final LoggedSteering simulated;
  private final ScaledSteering steering;
  private final long seed;
  private final ServedTime served = new ServedTime();
  private final ServedTime simulatedTime = new ServedTime();
  private long resumedNanos;

  /**
   * Starts the engine, which rests until its first block.
   *
   * @param name of the policy
   */
  AutomaticRun(String name, EmulationSetting setting) {
    this.name = name;
    seed = setting.seed();
    PilotSetting pilot = PilotSetting.of(setting.cores());
    int degree = Math.min(pilot.maxDegree(), setting.profile().maxDegree());
    Optional<PilotKnowledge> known =
        setting.known().map(thought -> knownDemand(thought, degree, setting.scale()));
    AutomaticSetup setup =
        Curtail.automatic()
            .atMostDegree(degree)
            .seed(setting.seed())
            .clock(clock)
            .cores(setting.cores())
            .threads(EmulatedBlock.MOST_THREADS_PER_CORE * setting.cores())
            .queueLimit(Integer.MAX_VALUE)
            .name(name);
    known.ifPresent(given -> setup.knowing(text(given, setting.cores()), "what is known"));
    engine = setup.start();
    autopilot = engine.autopilot().orElseThrow();
    autopilot.freeze();
    clock.rest();
    simulated =
        LoggedSteering.of(
            pilot.upToDegree(degree).seeded(setting.seed()),
            known.orElse(PilotKnowledge.NOTHING),
            task -> autopilot.planningNanos());
    steering = new ScaledSteering(simulated, setting.scale());
  }

  /** To serve a block with. */
  Curtail engine() {
    return engine;
  }

  /** A block begins. */
  void resume() {
    clock.goOn();
    resumedNanos = clock.getAsLong();
    autopilot.thaw();
  }

  /**
   * It is over: others have the machine.
   *
   * @param load that it had
   */
  void rest(double load) {
    autopilot.freeze();
    clock.rest();
    served.add(resumedNanos, clock.getAsLong(), load);
  }

  /** For how long the engine's clock has stood still. */
  long restedNanos() {
    return clock.restedNanos();
  }

  /**
   * Simulates one trace after those before.
   *
   * @param load that it has
   */
  SimulationResult simulate(Simulation service, Trace trace, double load) {
    long beganNanos = steering.beginNanos();
    simulated.unfreeze(beganNanos);
    SimulationResult outcome =
        service.steeredBy(steering).run(steering.policy(simulated.policy()), trace);
    steering.endsAt(outcome.endNanos());
    simulatedTime.add(beganNanos, steering.beginNanos(), load);
    simulated.freeze(steering.beginNanos());
    return outcome;
  }

  /**
   * What the engine decided, and what the simulated pilot did, both in the time of this machine.
   */
  List<Decisions> decisions() {
    return List.of(
        served.decisions(name, null, seed, autopilot.counts(), autopilot.history()),
        simulatedTime.decisions(
            name + ", simulated", null, seed, simulated.counts(), simulated.decisions()));
  }

  @Override
  public void close() {
    engine.close();
  }

  /** This machine's, which can be made to stand still. Safe for all threads. */
  private static final class RestingClock implements LongSupplier {
    /** How far it is behind, if it goes; else what it shows. */
    private record Hand(boolean rests, long nanos) {}

    private volatile Hand hand = new Hand(false, 0);

    @Override
    public long getAsLong() {
      Hand now = hand;
      return now.rests ? now.nanos : System.nanoTime() - now.nanos;
    }

    void rest() {
      hand = new Hand(true, getAsLong());
    }

    void goOn() {
      hand = new Hand(false, restedNanos());
    }

    long restedNanos() {
      Hand now = hand;
      return now.rests ? System.nanoTime() - now.nanos : now.nanos;
    }
  }

  /**
   * What requests are thought to take, as those are told it who choose their policies in the time
   * of this machine. There is no plan: its numbers would be times, too.
   *
   * <p>For an engine and for a simulated pilot alike.
   *
   * @param degree the greatest that they try; greater ones are left out
   * @param scale milliseconds of this machine for one of the profile
   */
  static PilotKnowledge knownDemand(Profile profile, int degree, double scale) {
    int degrees = Math.min(degree, profile.maxDegree());
    var timesMs = new double[profile.requests()][degrees];
    var weights = new double[profile.requests()];
    for (int request = 0; request < timesMs.length; request++) {
      weights[request] = profile.weight(request);
      for (int i = 0; i < degrees; i++) {
        timesMs[request][i] = profile.timeMs(request, i + 1) * scale;
      }
    }
    return new PilotKnowledge(
        Optional.of(Profile.weighted(profile.source(), timesMs, weights)),
        Optional.empty(),
        List.of());
  }

  /** As an engine reads it. */
  static String text(PilotKnowledge knowledge, int cores) {
    var text = new StringWriter();
    try {
      AutomaticJson.write(new AutomaticJson.Saved(cores, knowledge), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }
}
