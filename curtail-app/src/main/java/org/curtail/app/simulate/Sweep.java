package org.curtail.app.simulate;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.curtail.Policy;
import org.curtail.app.terminal.Console;
import org.curtail.app.terminal.Failure;
import org.curtail.app.terminal.StopSignal;
import org.curtail.sim.ClairvoyantBound;
import org.curtail.sim.Outcome;
import org.curtail.sim.PoissonArrivals;
import org.curtail.sim.Simulation;
import org.curtail.sim.Trace;
import org.curtail.sim.Traces;
import org.jspecify.annotations.Nullable;

/**
 * Runs policies on common random numbers: one trace for each rate, with the same demands in the
 * same order at all of them. The cores of this machine share the runs; what comes out does not
 * depend on that.
 */
public final class Sweep {
  private static final double TAIL = 99;
  private static final long LOOK_MILLIS = 50;

  private final SimulationSetting setting;
  private final Console console;
  private final Tuning tuning;

  private Sweep(SimulationSetting setting, Console console) {
    this.setting = setting;
    this.console = console;
    this.tuning = new Tuning(setting);
  }

  /**
   * What one policy did with a trace.
   *
   * @param tuned its name with the numbers that were found for this rate; null if it had them
   */
  record PolicyRun(
      Contestant contestant, @Nullable String tuned, Outcome outcome, DegreeMeter degrees) {
    String policy() {
      return contestant.name();
    }
  }

  /**
   * What no policy can be below.
   *
   * @param p99Ms of the latency
   * @param lateShare of the requests; null without a target
   */
  record Limit(double p99Ms, @Nullable Double lateShare) {}

  /**
   * What was finished at one rate.
   *
   * @param limit null if the user did not wait for it
   * @param runs in the order of the policies
   */
  record AtRate(Rate rate, Trace trace, @Nullable Limit limit, List<PolicyRun> runs) {}

  /**
   * What was finished, by rate in the order given.
   *
   * @param complete false if the user stopped the work
   */
  public record Finished(List<AtRate> rates, boolean complete) {
    /** Number of runs. */
    public int runs() {
      return rates.stream().mapToInt(rate -> rate.runs().size()).sum();
    }
  }

  /** What was begun at one rate. */
  private record Begun(Rate rate, Trace trace, List<Future<PolicyRun>> runs, Future<Limit> limit) {
    Stream<Future<?>> tasks() {
      return Stream.concat(runs.stream(), Stream.of(limit));
    }
  }

  /** Runs all, or as much as was finished when the user stopped the work. */
  public static Finished run(SimulationSetting setting, Console console)
      throws InterruptedException {
    return new Sweep(setting, console).run();
  }

  private Finished run() throws InterruptedException {
    // Daemons: a run that nobody waits for any more does not keep the process.
    ExecutorService workers =
        Executors.newFixedThreadPool(
            Runtime.getRuntime().availableProcessors(),
            Thread.ofPlatform().daemon().name("curtail-simulate-", 0).factory());
    try {
      List<Begun> begun = setting.rates().stream().map(rate -> begin(rate, workers)).toList();
      boolean complete = await(begun.stream().flatMap(Begun::tasks).toList());
      return new Finished(
          begun.stream().map(Sweep::finished).filter(at -> !at.runs().isEmpty()).toList(),
          complete);
    } finally {
      workers.shutdownNow();
    }
  }

  private Begun begin(Rate rate, ExecutorService workers) {
    Trace trace =
        Traces.draw(
            new PoissonArrivals(rate.perSecond()),
            setting.profile(),
            setting.requests(),
            setting.seed());
    List<Future<PolicyRun>> runs =
        setting.policies().stream()
            .map(policy -> workers.submit(() -> simulate(policy, rate, trace)))
            .toList();
    return new Begun(rate, trace, runs, workers.submit(() -> limit(trace)));
  }

  private Limit limit(Trace trace) {
    var bound = ClairvoyantBound.of(trace, setting.profile(), setting.machine().cores());
    Double targetMs = setting.targetMs();
    return new Limit(
        bound.percentileMs(TAIL),
        targetMs == null ? null : (double) bound.leastLate(targetMs) / trace.size());
  }

  private PolicyRun simulate(Contestant contestant, Rate rate, Trace trace) {
    return switch (contestant) {
      case Contestant.Fixed fixed -> simulate(fixed, null, fixed.policy(), trace);
      case Contestant.ToTune toTune -> {
        String found = tuning.tune(toTune, rate).name();
        yield simulate(toTune, found, toTune.maker().apply(found), trace);
      }
    };
  }

  private PolicyRun simulate(
      Contestant contestant, @Nullable String tuned, Policy policy, Trace trace) {
    var degrees = new DegreeMeter(trace.size());
    Outcome outcome =
        new Simulation(setting.profile(), setting.machine())
            .predictedBy(setting.foreknowledge().predictor(contestant, setting.seed()))
            .watchedBy(degrees)
            .run(policy, trace);
    return new PolicyRun(contestant, tuned, outcome, degrees);
  }

  /** Returns whether all was done before the user wanted to stop. */
  private boolean await(List<? extends Future<?>> tasks) throws InterruptedException {
    for (Future<?> task : tasks) {
      while (!isDoneSoon(task)) {
        if (StopSignal.raised()) {
          return false;
        }
        console.progress(
            "simulate: %d of %d runs and limits done%s"
                .formatted(
                    tasks.stream().filter(Future::isDone).count(), tasks.size(), triedInWords()));
      }
    }
    return true;
  }

  private String triedInWords() {
    long tried = tuning.tried();
    return tried == 0 ? "" : ", %,d candidates tried".formatted(tried);
  }

  private static boolean isDoneSoon(Future<?> task) throws InterruptedException {
    try {
      task.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new IllegalStateException(Failure.reason(cause), cause);
    }
  }

  private static AtRate finished(Begun begun) {
    return new AtRate(
        begun.rate(),
        begun.trace(),
        isFinished(begun.limit()) ? begun.limit().resultNow() : null,
        begun.runs().stream().filter(Sweep::isFinished).map(Future::resultNow).toList());
  }

  private static boolean isFinished(Future<?> task) {
    return task.state() == Future.State.SUCCESS;
  }
}
