package org.curtail.benchkit.emulate;

import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.curtail.Policy;
import org.curtail.Prediction;
import org.curtail.autopilot.SpeedPilot;
import org.curtail.benchkit.openloop.Block;
import org.curtail.benchkit.openloop.OpenLoop;
import org.curtail.benchkit.policyruns.Rate;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.energy.EnergyAccount;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.RequestOptions;
import org.curtail.runtime.Setup;
import org.curtail.runtime.Ticket;
import org.curtail.runtime.Timeline;
import org.curtail.sim.Predictor;
import org.curtail.sim.Trace;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;
import org.jspecify.annotations.Nullable;

/**
 * A run of the engine on a trace, with a policy, on emulated cores. Times are in the profile's
 * time.
 */
final class EmulatedBlock {
  /** Greatest number of threads per core; only a collapsed service needs more. */
  static final int MOST_THREADS_PER_CORE = 64;

  private final EmulationSetting setting;
  private final EmulatedPolicy policy;
  private final Trace trace;
  private final double perSecond;
  private final double load;
  private final Predictor predictor;
  private final WaitMeter meter;
  private final @Nullable AutomaticRun automatic;
  private final double nanosPerMs;
  private Optional<EnergyAccount> account = Optional.empty();

  EmulatedBlock(
      EmulationSetting setting,
      EmulatedPolicy policy,
      Trace trace,
      Rate rate,
      Predictor predictor,
      WaitMeter meter,
      @Nullable AutomaticRun automatic) {
    this.predictor = predictor;
    this.perSecond = rate.perSecond();
    this.load = rate.load();
    this.setting = setting;
    this.policy = policy;
    this.trace = trace;
    this.meter = meter;
    this.automatic = automatic;
    nanosPerMs = setting.scale() * 1e6;
  }

  /**
   * Serves the trace; empty if the user stopped the work.
   *
   * @throws IllegalStateException if a request fails, by a bug of the engine or of this package
   */
  Optional<Block> run() throws InterruptedException {
    var cores = new VirtualCores(setting.cores(), meter);
    AutomaticRun lasting = automatic;
    if (lasting != null) {
      lasting.resume();
      try {
        return served(lasting.engine(), cores);
      } finally {
        lasting.rest(load);
      }
    }
    if (setting.classes().isPresent()) {
      return ofClasses(setting.classes().get().machine(), cores);
    }
    int maxDegree = policy.policy().maxDegree();
    int usable = Math.min(MOST_THREADS_PER_CORE * setting.cores(), trace.size() * maxDegree);
    int wanted = policy.policy().threads(setting.cores());
    int threads = wanted < Policy.UNLIMITED ? wanted : Math.max(usable, maxDegree);
    try (Curtail engine =
        Curtail.with(new ScaledTime(policy.policy(), setting.scale()))
            .cores(setting.cores())
            .threads(threads)
            .queueLimit(trace.size())
            .name(policy.name())
            .start()) {
      return served(engine, cores);
    }
  }

  /** Serves the trace on classes of cores. Each thread has a core of its class for itself. */
  private Optional<Block> ofClasses(SpeedMachine machine, VirtualCores cores)
      throws InterruptedException {
    var times = new ClassTimes(machine);
    var pilot =
        new SpeedPilot(new ScaledSpeedSteering(policy.steering(perSecond), setting.scale()));
    Setup setup =
        engine(machine, pilot.policy())
            .binding(speedClass -> cores.runsAt(machine.progress(speedClass)))
            .queueLimit(trace.size())
            .listener(times)
            .name(policy.name());
    Optional<Block> block;
    if (policy.tail().isPresent()) {
      try (Curtail engine = setup.listener(pilot).start();
          SpeedPilot _ = pilot.engage(engine)) {
        block = served(engine, cores);
      }
    } else {
      try (Curtail engine = setup.start()) {
        block = served(engine, cores);
      }
    }
    account =
        block.map(done -> times.account(Math.round(done.wallMs() * nanosPerMs), setting.scale()));
    return block;
  }

  private Setup engine(SpeedMachine machine, SpeedPolicy speeds) {
    return policy.givesThreads()
        ? Curtail.with(new ScaledTime(policy.policy(), setting.scale()), machine, speeds)
        : Curtail.with(machine, speeds);
  }

  /** Returns the energy of the cores after the run; empty for equal cores. */
  Optional<EnergyAccount> account() {
    return account;
  }

  /** Returns the lag of the engine's clock behind this machine's clock: it stops between blocks. */
  private long behindNanos() {
    AutomaticRun lasting = automatic;
    return lasting == null ? 0 : lasting.restedNanos();
  }

  private Optional<Block> served(Curtail engine, VirtualCores cores) throws InterruptedException {
    var loop =
        new OpenLoop<Ticket<Integer>>(
            (i, poll) ->
                engine.submit(work(i, cores), RequestOptions.NONE.predicted(prediction(i))),
            trace.size(),
            i -> Math.round(trace.arrivalMs(i) * nanosPerMs));
    loop.run();
    for (int i = 0; i < loop.handedOver(); i++) {
      await(loop.answer(i));
    }
    return loop.handedOver() < trace.size()
        ? Optional.empty()
        : Optional.of(block(loop, cores.busyNanos()));
  }

  private TimedWork work(int i, VirtualCores cores) {
    return new TimedWork(
        cores,
        setting.profile(),
        trace.request(i),
        setting.chunkMs(),
        setting.scale(),
        policy.speeds().isPresent() ? policy.policy().maxDegree() : setting.profile().maxDegree());
  }

  /** Returns the prediction in this machine's time. */
  private Prediction prediction(int i) {
    long demandNanos = Math.round(setting.profile().timeMs(trace.request(i), 1) * 1e6);
    return predictor
        .prediction(i, demandNanos)
        .mapped(nanos -> Math.round(nanos * setting.scale()));
  }

  private void await(Ticket<Integer> ticket) throws InterruptedException {
    try {
      ticket.get();
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new IllegalStateException(
          "a request to %s failed: %s".formatted(policy.name(), Failure.reason(cause)), e);
    }
  }

  private Block block(OpenLoop<Ticket<Integer>> loop, double busyNanos) {
    int count = trace.size();
    long behindNanos = behindNanos();
    int ramp = setting.ramp(count);
    int counted = count - 2 * ramp;
    double[] latencyMs = new double[counted];
    double[] latenessMs = new double[counted];
    double[] serialMs = new double[counted];
    double[] degree = new double[counted];
    int[] peakDegree = new int[counted];
    for (int i = 0; i < counted; i++) {
      int request = ramp + i;
      Timeline timeline = loop.answer(request).timeline();
      latencyMs[i] = (timeline.endNanos() + behindNanos - loop.dueNanos(request)) / nanosPerMs;
      latenessMs[i] = loop.latenessNanos(request) / nanosPerMs;
      serialMs[i] = setting.profile().timeMs(trace.request(request), 1);
      degree[i] = timeline.meanDegree();
      peakDegree[i] = timeline.peakDegree();
    }
    long lastNanos = loop.beginNanos();
    double threadNanos = 0;
    for (int i = 0; i < count; i++) {
      Timeline timeline = loop.answer(i).timeline();
      lastNanos = Math.max(lastNanos, timeline.endNanos() + behindNanos);
      threadNanos += timeline.threadNanos();
    }
    return new Block(
        latencyMs,
        latenessMs,
        serialMs,
        degree,
        peakDegree,
        perSecond,
        (lastNanos - loop.beginNanos()) / nanosPerMs,
        busyNanos / nanosPerMs,
        threadNanos / nanosPerMs,
        0,
        count,
        0,
        0,
        Optional.empty());
  }
}
