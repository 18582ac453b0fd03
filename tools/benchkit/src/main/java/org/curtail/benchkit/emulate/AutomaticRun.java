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
 * An automatic policy during a whole emulation. One engine serves all blocks; one pilot steers all
 * simulations, and each simulation continues after the previous one. The engine and the pilot begin
 * with the same knowledge and learn independently. Both have equal conditions: this machine's time,
 * a clock that stops between blocks, the same greatest degree, and plans of the same duration. Not
 * thread-safe.
 */
final class AutomaticRun implements AutoCloseable {
  private final RestingClock clock = new RestingClock();
  private final String name;
  private final Curtail engine;
  private final Autopilot autopilot;
  private final LoggedSteering simulated;
  private final SimulatedAutomatic simulation;
  private final long seed;
  private final ServedTime served = new ServedTime();
  private final ServedTime simulatedTime = new ServedTime();
  private long resumedNanos;

  /**
   * Starts the engine with a stopped clock.
   *
   * @param name name of the policy
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
    simulation = new SimulatedAutomatic(simulated, setting.scale());
  }

  /** Returns the engine of the blocks. */
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
   * @param load load of the block
   */
  void rest(double load) {
    autopilot.freeze();
    clock.rest();
    served.add(resumedNanos, clock.getAsLong(), load);
  }

  /** Returns the time for which the engine's clock was stopped. */
  long restedNanos() {
    return clock.restedNanos();
  }

  /**
   * Simulates a trace after the previous ones.
   *
   * @param load load of the trace
   */
  SimulationResult simulate(Simulation service, Trace trace, double load) {
    long beganNanos = simulation.nanos();
    SimulationResult outcome = simulation.run(service, trace);
    simulatedTime.add(beganNanos, simulation.nanos(), load);
    return outcome;
  }

  /** Returns the decisions of the engine and of the simulated pilot, in this machine's time. */
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

  /** A clock of this machine that can be stopped. Thread-safe. */
  private static final class RestingClock implements LongSupplier {
    /**
     * State of the clock.
     *
     * @param nanos offset behind the machine's clock while it runs; the shown time while it is
     *     stopped
     */
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
   * Returns the demand distribution of a profile for automatic policies, in this machine's time.
   * The distribution has no plan, since the numbers of a plan are times too.
   *
   * <p>Engine and simulated pilot get the same knowledge.
   *
   * @param degree greatest tried degree; the result has no greater one
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

  /** Returns the text of the knowledge for an engine. */
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
