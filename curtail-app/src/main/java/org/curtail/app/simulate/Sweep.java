package org.curtail.app.simulate;

import java.util.List;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.curtail.app.simulate.SimulationSetting.NamedPolicy;
import org.curtail.app.terminal.Console;
import org.curtail.sim.ClairvoyantBound;
import org.curtail.sim.Observer;
import org.curtail.sim.PoissonArrivals;
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

  private final SimulationSetting setting;
  private final Console console;

  private Sweep(SimulationSetting setting, Console console) {
    this.setting = setting;
    this.console = console;
  }

  /**
   * What was finished at one rate.
   *
   * @param boundMs the p99 that no policy can be below; null if the user did not wait for it
   * @param runs in the order of the policies
   */
  record AtRate(Rate rate, Trace trace, @Nullable Double boundMs, List<PolicyRun> runs) {}

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
  private record Begun(
      Rate rate, Trace trace, List<Future<PolicyRun>> runs, Future<Double> boundMs) {
    Stream<Future<?>> tasks() {
      return Stream.concat(runs.stream(), Stream.of(boundMs));
    }
  }

  /** Runs all, or as much as was finished when the user stopped the work. */
  public static Finished run(SimulationSetting setting, Console console)
      throws InterruptedException {
    return new Sweep(setting, console).run();
  }

  private Finished run() throws InterruptedException {
    try (var workers = new Workers()) {
      List<Begun> begun = setting.rates().stream().map(rate -> begin(rate, workers)).toList();
      boolean complete =
          Workers.await(
              begun.stream().flatMap(Begun::tasks).toList(),
              (done, of) ->
                  console.progress("simulate: %d of %d runs and limits done".formatted(done, of)));
      return new Finished(
          begun.stream().map(Sweep::finished).filter(at -> !at.runs().isEmpty()).toList(),
          complete);
    }
  }

  private Begun begin(Rate rate, Workers workers) {
    Trace trace =
        Traces.draw(
            new PoissonArrivals(rate.perSecond()),
            setting.profile(),
            setting.requests(),
            setting.seed());
    List<Future<PolicyRun>> runs =
        setting.policies().stream()
            .map(policy -> workers.submit(() -> simulate(policy, trace)))
            .toList();
    Future<Double> boundMs =
        workers.submit(() ->
            ClairvoyantBound.of(trace, setting.profile(), setting.machine().cores())
                .percentileMs(TAIL));
    return new Begun(rate, trace, runs, boundMs);
  }

  private PolicyRun simulate(NamedPolicy policy, Trace trace) {
    return PolicyRun.of(policy, setting.profile(), setting.machine(), trace, Observer.NONE);
  }

  private static AtRate finished(Begun begun) {
    return new AtRate(
        begun.rate(),
        begun.trace(),
        Workers.isFinished(begun.boundMs()) ? begun.boundMs().resultNow() : null,
        begun.runs().stream().filter(Workers::isFinished).map(Future::resultNow).toList());
  }
}
