package org.curtail.cli.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.curtail.benchkit.openloop.Block;
import org.curtail.benchkit.openloop.SteppedSummary;
import org.curtail.benchkit.openloop.Summary;
import org.curtail.benchkit.results.Demand;
import org.curtail.benchkit.results.Interruption;
import org.curtail.benchkit.results.Noise;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.results.Verdict;
import org.curtail.benchkit.search.Workload;
import org.curtail.benchkit.steps.LoadSteps;
import org.curtail.benchkit.steps.SteppedLoad;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.trust.NoiseMeter;
import org.curtail.sim.PoissonArrivals;

/**
 * Compares policies live on this machine while the load changes in known steps (Adaptive
 * parallelism paper, section 6.3, Figure 12).
 *
 * <p>A repeat is one series of arrivals. All contenders serve it, one after the other in shuffled
 * order. All requests count, since the measurement is of latency during changes.
 */
public final class SteppedBench {
  private static final double WARM_UP_LOAD = 0.5;
  private static final int WARM_UP_REQUESTS = 200;
  private static final int WARM_UP_SERIES = 2;

  private final Workload workload;
  private final BenchSetting setting;
  private final SteppedLoad load;
  private final Console console;
  private final Random order;
  private final LiveContenders contenders;
  private final SteppedSummary changes;
  private final List<Map<String, Block>> repeats = new ArrayList<>();
  private int finished;

  public SteppedBench(Workload workload, BenchSetting setting, Console console) {
    this.workload = workload;
    this.setting = setting;
    this.load = setting.changing().orElseThrow();
    this.console = console;
    contenders = new LiveContenders(workload, setting, console);
    order = new Random(setting.seed());
    changes = new SteppedSummary(load, setting.policies(), setting.seed());
  }

  /**
   * Runs all repeats. If the user stops the work, the results have the finished repeats.
   *
   * @param command the command that does the same again
   * @param described first settings of the results
   * @throws org.curtail.benchkit.terminal.Interrupted if the user stops it before a policy has
   *     served the first repeat
   */
  public Results run(String command, Map<String, Object> described)
      throws IOException, InterruptedException {
    console.say(
        "bench: %s repeats for each of %d policies, about %s"
            .formatted(
                Numbers.count(setting.groups()),
                setting.policies().size(),
                Numbers.duration(setting.seconds())));
    AnswerCheck check = AnswerCheck.of(workload, setting.quality(), console);
    try (contenders;
        var noise = new NoiseMeter()) {
      contenders.start(Optional.empty());
      CapacityProbe.Capacity capacity = warmUp(check);
      console.say(
          "bench: %s cores carry %s requests/s with one thread each"
              .formatted(
                  Numbers.count(setting.cores()),
                  Numbers.significant(capacity.requestsPerSecond())));
      load.steps().overload(capacity.requestsPerSecond()).ifPresent(console::warn);
      contenders.recorder().forget();
      noise.begin();
      runRepeats(check, capacity);
      return results(
              command, described, capacity, noise.soFar(List.of(capacity.requestsPerSecond())))
          .withDetails(contenders.details())
          .withDecisions(contenders.decisions());
    }
  }

  /** The contenders, which may be closed. */
  LiveContenders contenders() {
    return contenders;
  }

  /** The capacity of the warm machine for all queries of the log. */
  private CapacityProbe.Capacity warmUp(AnswerCheck check)
      throws IOException, InterruptedException {
    CapacityProbe.Capacity capacity = probe();
    for (int i = 1; i <= WARM_UP_SERIES; i++) {
      var arrivals = new PoissonArrivals(WARM_UP_LOAD * capacity.requestsPerSecond());
      long seed = setting.seed() - i;
      LiveSeries series =
          series(arrivals.draw(WARM_UP_REQUESTS, new SplittableRandom(seed)), seed, capacity);
      if (i == 1) {
        contenders.compilePlanning(setting.seconds() / contenders.count(), capacity, series, check);
      }
      contenders.warmUp(series, WARM_UP_LOAD, check);
      capacity = probe();
    }
    return capacity;
  }

  private CapacityProbe.Capacity probe() throws IOException, InterruptedException {
    int[] all = IntStream.range(0, workload.queries().size()).toArray();
    CapacityProbe.Capacity capacity = CapacityProbe.measure(workload, all, setting.cores());
    StopSignal.check("stopped while warming up; no results were written");
    return capacity;
  }

  private LiveSeries series(double[] arrivalsMs, long seed, CapacityProbe.Capacity capacity) {
    int[] queries =
        new SplittableRandom(seed)
            .split()
            .ints(arrivalsMs.length, 0, workload.queries().size())
            .toArray();
    return LiveSeries.of(queries, arrivalsMs, capacity.serialMs());
  }

  private void runRepeats(AnswerCheck check, CapacityProbe.Capacity capacity) {
    double seriesSeconds = setting.seconds() / setting.groups() / contenders.count();
    int left = setting.groups() * contenders.count();
    for (int repeat = 0; repeat < setting.groups(); repeat++) {
      long seed = setting.seed() + repeat;
      double[] arrivalsMs = load.steps().arrivalsMs(seed);
      LiveSeries series = series(arrivalsMs, seed, capacity);
      var blocks = new LinkedHashMap<String, Block>();
      for (Contender contender : contenders.shuffled(order)) {
        console.progress(
            "bench: repeat %d of %d, %s, about %s left"
                .formatted(
                    repeat + 1,
                    setting.groups(),
                    contender.name(),
                    Numbers.duration(seriesSeconds * left)));
        Optional<Block> block =
            contenders.serve(
                contender,
                series,
                series.requestsPerSecond() / capacity.requestsPerSecond(),
                check);
        if (block.isEmpty()) {
          keepFirst(blocks, arrivalsMs);
          return;
        }
        blocks.put(contender.name(), block.get());
        left--;
      }
      repeats.add(blocks);
      changes.add(blocks, arrivalsMs);
      finished++;
    }
  }

  /** Keeps the finished policies of a stopped first repeat, since there is no other. */
  private void keepFirst(Map<String, Block> blocks, double[] arrivalsMs) {
    if (finished == 0) {
      if (blocks.isEmpty()) {
        StopSignal.check("stopped in the first repeat; no results were written");
      }
      repeats.add(blocks);
      changes.add(blocks, arrivalsMs);
    }
  }

  private Results results(
      String command, Map<String, Object> described, CapacityProbe.Capacity capacity, Noise noise) {
    LoadSteps steps = load.steps();
    var summary =
        new Summary(
            steps.meanPerSecond() / capacity.requestsPerSecond(),
            setting.policies(),
            setting.cores(),
            setting.seed(),
            setting.profile());
    repeats.forEach(summary::add);
    List<Run> runs = summary.runs();
    Optional<Interruption> stopped =
        finished == setting.groups()
            ? Optional.empty()
            : Optional.of(
                new Interruption(finished, setting.groups(), "repeats", summary.missing()));
    Verdict verdict =
        Verdicts.withRanked(
            Verdicts.ofSteps(
                changes.verdict(stopped), finished, runs, noise, stopped, workload.luceneSlices()),
            runs,
            workload);
    Results results =
        new Results(
                "bench",
                setting.seed(),
                setting.cores(),
                command,
                contenders.settings(described, load.described(), finished),
                setting.profile().map(Demand::of).orElse(null),
                setting.table().orElse(null),
                noise,
                runs,
                verdict)
            .ofSteps(changes.figure(), changes.steps(), verdict);
    return stopped.map(results::interrupted).orElse(results);
  }
}
