package org.curtail.app.simulate;

import java.util.List;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.curtail.app.terminal.Console;
import org.curtail.sim.ClairvoyantBound;
import org.curtail.sim.Machine;
import org.curtail.sim.Trace;
import org.curtail.sim.Traces;
import org.jspecify.annotations.Nullable;

/**
 * Runs policies on common random numbers: one trace for each rate and seed, with the same demands
 * in the same order at all rates. The cores of this machine share the runs; what comes out does not
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
   * What was finished on one trace.
   *
   * @param boundMs the p99 that no policy can be below; null if the user did not wait for it
   * @param runs in the order of the policies
   */
  record OnTrace(Trace trace, @Nullable Double boundMs, List<PolicyRun> runs) {}

  /**
   * What was finished at one rate.
   *
   * @param traces by seed: those on which all policies finished, or if there are none, the first,
   *     on which some did
   */
  record AtRate(Rate rate, List<OnTrace> traces) {}

  /**
   * What was finished, by rate in the order given.
   *
   * @param complete false if the user stopped the work
   */
  public record Finished(List<AtRate> rates, boolean complete) {
    /** Number of runs. */
    public int runs() {
      return rates.stream()
          .flatMap(rate -> rate.traces().stream())
          .mapToInt(trace -> trace.runs().size())
          .sum();
    }
  }

  /** What was begun on one trace. */
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
      List<Begun> begun =
          setting.rates().stream()
              .flatMap(rate ->
                  LongStream.range(0, setting.repeats())
                      .mapToObj(repeat -> begin(rate, setting.seed() + repeat, workers)))
              .toList();
      boolean complete =
          Workers.await(
              begun.stream().flatMap(Begun::tasks).toList(),
              (done, of) ->
                  console.progress("simulate: %d of %d runs and limits done".formatted(done, of)));
      return new Finished(
          setting.rates().stream()
              .map(rate -> atRate(rate, begun))
              .filter(at -> !at.traces().isEmpty())
              .toList(),
          complete);
    }
  }

  private Begun begin(Rate rate, long seed, Workers workers) {
    Trace trace = Traces.draw(rate.arrivals(), setting.profile(), setting.requests(), seed);
    Machine machine = setting.machine().withNoiseSeed(seed);
    List<Future<PolicyRun>> runs =
        setting.policies().stream()
            .map(policy ->
                workers.submit(() ->
                    PolicyRun.of(policy, setting.profile(), machine, trace, setting.warmUp())))
            .toList();
    // Without those that do not count: serving them too can only take longer.
    Trace counted = trace.from(setting.warmUp());
    Future<Double> boundMs =
        workers.submit(() ->
            ClairvoyantBound.of(counted, setting.profile(), machine.cores()).percentileMs(TAIL));
    return new Begun(rate, trace, runs, boundMs);
  }

  private AtRate atRate(Rate rate, List<Begun> all) {
    List<OnTrace> some =
        all.stream().filter(begun -> begun.rate().equals(rate)).map(Sweep::finished).toList();
    int policies = setting.policies().size();
    List<OnTrace> whole = some.stream().filter(on -> on.runs().size() == policies).toList();
    return new AtRate(
        rate,
        whole.isEmpty()
            ? some.stream().filter(on -> !on.runs().isEmpty()).limit(1).toList()
            : whole);
  }

  private static OnTrace finished(Begun begun) {
    return new OnTrace(
        begun.trace(),
        Workers.isFinished(begun.boundMs()) ? begun.boundMs().resultNow() : null,
        begun.runs().stream().filter(Workers::isFinished).map(Future::resultNow).toList());
  }
}
