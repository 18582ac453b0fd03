package org.curtail.papers.experiments;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.curtail.benchkit.policyruns.Contender;
import org.curtail.benchkit.policyruns.Limit;
import org.curtail.benchkit.policyruns.PolicyRun;
import org.curtail.benchkit.policyruns.Rate;
import org.curtail.benchkit.policyruns.Workers;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.Interrupted;
import org.curtail.sim.ClairvoyantBound;
import org.curtail.sim.PoissonArrivals;
import org.curtail.sim.Trace;
import org.curtail.sim.Traces;

/**
 * Runs scenarios on all cores of this machine, once for each seed. All policies have the same
 * requests. The results depend only on the seeds.
 */
public final class ScenarioRunner {
  private static final double TAIL = 99;

  private final long seed;
  private final int repeats;
  private final int requests;
  private final Console console;

  /** Number of started steps of the experiment. */
  private int steps;

  /**
   * Creates a runner.
   *
   * @param seed seed of the first repeat; each further repeat has the next seed
   * @param repeats number of repeats, at least 1
   * @param requests requests in each run
   */
  public ScenarioRunner(long seed, int repeats, int requests, Console console) {
    this.seed = seed;
    this.repeats = repeats;
    this.requests = requests;
    this.console = console;
  }

  /** Number of requests in each run. */
  public int requests() {
    return requests;
  }

  /** Returns the seed of each repeat. */
  public List<Long> seeds() {
    return LongStream.range(seed, seed + repeats).boxed().toList();
  }

  /** Returns the console for messages to the user. */
  public Console console() {
    return console;
  }

  /** A started run of a scenario. */
  private record Begun(long seed, Future<Double> bound, Future<Run> run) {}

  /**
   * Measures scenarios, with all runs in parallel.
   *
   * @throws Interrupted if the user stopped the work
   */
  public List<Measurements> measure(List<Scenario> scenarios) throws InterruptedException {
    try (var workers = new Workers()) {
      List<List<Begun>> begun =
          scenarios.stream().map(scenario -> begin(scenario, workers)).toList();
      await(
          begun.stream()
              .flatMap(List::stream)
              .<Future<?>>mapMulti((run, tasks) -> {
                tasks.accept(run.run());
                tasks.accept(run.bound());
              })
              .distinct()
              .toList());
      var measured = new ArrayList<Measurements>();
      for (int i = 0; i < scenarios.size(); i++) {
        measured.add(new Measurements(scenarios.get(i), finished(begun.get(i))));
      }
      return measured;
    }
  }

  /**
   * Runs other tasks on all cores of this machine.
   *
   * @return results in order of the tasks
   * @throws Interrupted if the user stopped the work
   */
  public <T> List<T> all(List<? extends Callable<T>> tasks) throws InterruptedException {
    try (var workers = new Workers()) {
      List<Future<T>> begun =
          tasks.stream().map(task -> workers.submit((Callable<T>) task)).toList();
      await(begun);
      return begun.stream().map(Future::resultNow).toList();
    }
  }

  private void await(List<? extends Future<?>> tasks) throws InterruptedException {
    steps++;
    boolean complete =
        Workers.await(
            tasks,
            (done, of) ->
                console.progress(
                    "reproduce, step %d: %d of %d tasks done".formatted(steps, done, of)));
    if (!complete) {
      throw new Interrupted("stopped; nothing was written");
    }
  }

  private List<Begun> begin(Scenario scenario, Workers workers) {
    var begun = new ArrayList<Begun>();
    for (double perSecond : scenario.rates()) {
      Rate rate = Rate.ofPerSecond(perSecond, scenario.profile(), scenario.machine().cores());
      for (long repeat : seeds()) {
        Future<Double> bound =
            workers.submit(() ->
                ClairvoyantBound.of(
                        trace(scenario, perSecond, repeat),
                        scenario.profile(),
                        scenario.machine().cores())
                    .percentileMs(TAIL));
        for (Contender.Fixed policy : scenario.policies()) {
          Future<Run> run =
              // The bound was submitted earlier, so no task waits for a waiting task.
              workers.submit(() -> run(scenario, policy, rate, repeat, bound.get()));
          begun.add(new Begun(repeat, bound, run));
        }
      }
    }
    return begun;
  }

  private Run run(
      Scenario scenario, Contender.Fixed policy, Rate rate, long repeat, double boundMs) {
    Trace trace = trace(scenario, rate.perSecond(), repeat);
    return PolicyRun.of(policy, scenario.profile(), scenario.machine(), trace, repeat)
        .summary(rate, new Limit(boundMs, null), null, List.of(), List.of());
  }

  private Trace trace(Scenario scenario, double perSecond, long repeat) {
    return Traces.draw(new PoissonArrivals(perSecond), scenario.profile(), requests, repeat);
  }

  private static List<Measurements.Single> finished(List<Begun> begun) {
    return begun.stream()
        .map(run -> new Measurements.Single(run.seed(), run.run().resultNow()))
        .toList();
  }
}
