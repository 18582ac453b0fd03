package org.curtail.cli.simulate;

import java.util.List;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.curtail.benchkit.policyruns.Contender;
import org.curtail.benchkit.policyruns.Limit;
import org.curtail.benchkit.policyruns.PolicyRun;
import org.curtail.benchkit.policyruns.Rate;
import org.curtail.benchkit.policyruns.Workers;
import org.curtail.benchkit.terminal.Console;
import org.curtail.sim.Simulation;
import org.curtail.sim.Trace;
import org.jspecify.annotations.Nullable;

/**
 * Runs policies on common random numbers. There is one trace for each rate and seed, and the
 * demands and their order are the same at all rates. The cores of this machine share the runs;
 * results do not depend on their number.
 */
public final class Sweep {

  private final SimulationSetting setting;
  private final Console console;
  private final Tuning tuning;

  private Sweep(SimulationSetting setting, Console console) {
    this.setting = setting;
    this.console = console;
    tuning = new Tuning(setting);
  }

  /**
   * Finished runs on one trace.
   *
   * @param limit null if the user did not wait for it
   * @param runs runs in the order of the policies
   */
  record OnTrace(Trace trace, @Nullable Limit limit, List<PolicyRun> runs) {}

  /**
   * Finished runs at one rate.
   *
   * @param traces traces by seed: traces on which all policies finished; otherwise the first one,
   *     with some policies
   */
  record AtRate(Rate rate, List<OnTrace> traces) {}

  /**
   * Finished runs, by rate in the order given.
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

  /** Started runs on one trace. */
  private record Begun(Rate rate, Trace trace, List<Future<PolicyRun>> runs, Future<Limit> limit) {
    Stream<Future<?>> tasks() {
      return Stream.concat(runs.stream(), Stream.of(limit));
    }
  }

  /** Runs all, or the runs finished when the user stopped the work. */
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
                  console.progress(
                      "simulate: %d of %d runs and limits done%s"
                          .formatted(done, of, triedInWords())));
      return new Finished(
          setting.rates().stream()
              .map(rate -> atRate(rate, begun))
              .filter(at -> !at.traces().isEmpty())
              .toList(),
          complete);
    }
  }

  private Begun begin(Rate rate, long seed, Workers workers) {
    Trace trace = setting.trace(rate, seed);
    List<Future<PolicyRun>> runs =
        setting.policies().stream()
            .map(policy -> workers.submit(() -> simulate(policy, rate, trace, seed)))
            .toList();
    // The run serves only these requests. With the others too, it could only take longer.
    Trace counted = trace.from(setting.warmUp());
    return new Begun(
        rate,
        trace,
        runs,
        workers.submit(() ->
            Limit.of(counted, setting.profile(), setting.machine().cores(), setting.targetMs())));
  }

  private PolicyRun simulate(Contender contender, Rate rate, Trace trace, long seed) {
    Simulation service =
        new Simulation(setting.profile(), setting.machine().withNoiseSeed(seed))
            .predictedBy(setting.foreknowledge().predictor(contender, seed));
    return switch (contender) {
      case Contender.Fixed fixed ->
          PolicyRun.of(fixed, null, fixed.policy(), service, trace, setting.warmUp());
      case Contender.Automatic automatic ->
          PolicyRun.of(automatic, service, trace, setting.warmUp(), seed);
      case Contender.ToTune toTune -> {
        String tuned = tuning.tuned(toTune, rate).name();
        yield PolicyRun.of(
            toTune, tuned, toTune.maker().apply(tuned), service, trace, setting.warmUp());
      }
    };
  }

  private String triedInWords() {
    long tried = tuning.tried();
    return tried == 0 ? "" : ", %,d candidates tried".formatted(tried);
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
        Workers.isFinished(begun.limit()) ? begun.limit().resultNow() : null,
        begun.runs().stream().filter(Workers::isFinished).map(Future::resultNow).toList());
  }
}
