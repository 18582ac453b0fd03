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
 * A policy that tunes itself, throughout an emulation: one engine that serves all blocks, and one
 * pilot that steers all simulations, each of which continues where the previous one ended. Both
 * begin with the same knowledge, or with none, and learn independently, but under the same
 * conditions: in this machine's time, with a clock that stands still between blocks, up to the same
 * degree, and with plans that take as long. Not thread-safe.
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
   * Starts the engine, with its clock stopped until the first block.
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

  /** The engine that serves the blocks. */
  Curtail engine() {
    return engine;
  }

  /** Starts the clock for a block. */
  void resume() {
    clock.start();
    resumedNanos = clock.getAsLong();
    autopilot.thaw();
  }

  /**
   * Stops the clock after a block.
   *
   * @param load of the block
   */
  void rest(double load) {
    autopilot.freeze();
    clock.rest();
    served.add(resumedNanos, clock.getAsLong(), load);
  }

  /** Time for which the engine's clock has stood still. */
  long restedNanos() {
    return clock.restedNanos();
  }

  /**
   * Simulates one trace, continuing after those before.
   *
   * @param load of the trace
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

  /** Decisions of the engine and of the simulated pilot, both in this machine's time. */
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

  /** This machine's clock, which can be stopped. Thread-safe. */
  private static final class RestingClock implements LongSupplier {
    /** While running, the offset behind the machine's clock; while stopped, the time shown. */
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

    void start() {
      hand = new Hand(false, restedNanos());
    }

    long restedNanos() {
      Hand now = hand;
      return now.rests ? System.nanoTime() - now.nanos : now.nanos;
    }
  }

  /**
   * The demand distribution of a profile for automatic policies, in this machine's time. It holds
   * no plan: a plan's numbers would be times, too.
   *
   * <p>The same for an engine and for a simulated pilot.
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

  /** The text of the knowledge as an engine reads it. */
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
