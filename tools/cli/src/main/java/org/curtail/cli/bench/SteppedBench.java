package org.curtail.cli.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
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
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.trust.NoiseMeter;
import org.curtail.demand.ProfileRecorder;
import org.curtail.sim.PoissonArrivals;

/**
 * Compares policies live on this machine while the load changes in known steps (Adaptive
 * parallelism paper, section 6.3, Figure 12).
 *
 * <p>A repeat is one series of arrivals, which all contenders answer, one after the other in
 * shuffled order. All requests count, since the measurement is of latency during changes.
 */
public final class SteppedBench {
  private static final double WARM_UP_LOAD = 0.5;
  private static final int WARM_UP_REQUESTS = 200;
  private static final int WARM_UP_SERIES = 2;

  /** Most requests in the recorded profile: enough for a tail, and quick to plan for. */
  private static final int MOST_RECORDED = 10_000;

  private final Workload workload;
  private final SteppedSetting setting;
  private final Console console;
  private final Random order;
  private final Engines engines;
  private final ProfileRecorder recorder;
  private final SteppedSummary changes;
  private final List<Map<String, Block>> repeats = new ArrayList<>();
  private int finished;
  private final ServedBlocks served = new ServedBlocks();
  private boolean failureShown;

  public SteppedBench(Workload workload, SteppedSetting setting, Console console) {
    this.workload = workload;
    this.setting = setting;
    this.console = console;
    engines =
        Engines.boostedBy(setting.boosts() ? setting.boosting() : BoostKind.OFF)
            .knowing(setting.known());
    order = new Random(setting.seed());
    recorder = new ProfileRecorder(MOST_RECORDED, setting.seed());
    changes = new SteppedSummary(setting.load(), setting.policies(), setting.seed());
  }

  /**
   * Runs all repeats, or the repeats finished when the user stopped the work.
   *
   * @param command the command that does the same again
   * @param described goes into the results' settings, before those of this class
   * @throws org.curtail.benchkit.terminal.Interrupted if the user stopped it before any policy had
   *     served the first repeat
   */
  public Results run(String command, Map<String, Object> described)
      throws IOException, InterruptedException {
    console.say(
        "bench: %s repeats for each of %d policies, about %s"
            .formatted(
                Numbers.count(setting.repeats()),
                setting.policies().size(),
                Numbers.duration(setting.seconds())));
    AnswerCheck check = AnswerCheck.of(workload, setting.quality(), console);
    var contenders = new ArrayList<Contender>();
    try (var noise = new NoiseMeter()) {
      for (String policy : setting.policies()) {
        contenders.add(
            Contenders.start(
                policy, setting.ingredients(), workload, setting.cores(), engines, recorder));
      }
      CapacityProbe.Capacity capacity = warmUp(contenders, check);
      console.say(
          "bench: %s cores carry %s requests/s with one thread each"
              .formatted(
                  Numbers.count(setting.cores()),
                  Numbers.significant(capacity.requestsPerSecond())));
      setting.load().steps().overload(capacity.requestsPerSecond()).ifPresent(console::warn);
      recorder.forget();
      noise.begin();
      runRepeats(contenders, check, capacity);
      return results(
              command, described, capacity, noise.soFar(List.of(capacity.requestsPerSecond())))
          .withDetails(contenders.stream().flatMap(it -> it.details().stream()).toList())
          .withDecisions(served.decisions(setting.seed()));
    } finally {
      contenders.forEach(Contender::close);
    }
  }

  /** Records the requests that the engine's policies served after the warm-up. */
  public ProfileRecorder recorder() {
    return recorder;
  }

  /** Knowledge of the policies that choose their policies themselves, by name. */
  Map<String, String> knowledge() throws IOException {
    return served.knowledge();
  }

  /** The capacity of the warm machine for all queries of the log. */
  private CapacityProbe.Capacity warmUp(List<Contender> contenders, AnswerCheck check)
      throws IOException, InterruptedException {
    CapacityProbe.Capacity capacity = probe();
    for (int i = 1; i <= WARM_UP_SERIES; i++) {
      var arrivals = new PoissonArrivals(WARM_UP_LOAD * capacity.requestsPerSecond());
      long seed = setting.seed() - i;
      LiveSeries series =
          series(arrivals.draw(WARM_UP_REQUESTS, new SplittableRandom(seed)), seed, capacity);
      if (i == 1) {
        new AutomaticWarmUp(workload, engines, setting.cores(), console)
            .run(contenders, setting.seconds() / contenders.size(), capacity, series, check);
      }
      for (Contender contender : contenders) {
        console.progress("bench: warming up " + contender.name());
        served.served(
            contender, WARM_UP_LOAD, () -> series.servedBy(contender, check, this::warnOfFailure));
        StopSignal.check("stopped while warming up; no results were written");
      }
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

  private void runRepeats(
      List<Contender> contenders, AnswerCheck check, CapacityProbe.Capacity capacity) {
    double seriesSeconds = setting.seconds() / setting.repeats() / contenders.size();
    int left = setting.repeats() * contenders.size();
    for (int repeat = 0; repeat < setting.repeats(); repeat++) {
      long seed = setting.seed() + repeat;
      double[] arrivalsMs = setting.load().steps().arrivalsMs(seed);
      LiveSeries series = series(arrivalsMs, seed, capacity);
      var shuffled = new ArrayList<>(contenders);
      Collections.shuffle(shuffled, order);
      var blocks = new LinkedHashMap<String, Block>();
      for (Contender contender : shuffled) {
        console.progress(
            "bench: repeat %d of %d, %s, about %s left"
                .formatted(
                    repeat + 1,
                    setting.repeats(),
                    contender.name(),
                    Numbers.duration(seriesSeconds * left)));
        Optional<Block> block =
            served.served(
                contender,
                series.requestsPerSecond() / capacity.requestsPerSecond(),
                () -> series.servedBy(contender, check, this::warnOfFailure));
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

  /** Keeps the policies that served a stopped first repeat: there is nothing else. */
  private void keepFirst(Map<String, Block> blocks, double[] arrivalsMs) {
    if (finished == 0) {
      if (blocks.isEmpty()) {
        StopSignal.check("stopped in the first repeat; no results were written");
      }
      repeats.add(blocks);
      changes.add(blocks, arrivalsMs);
    }
  }

  /** Warns with the reason, once: thousands of requests tend to fail for one reason. */
  private void warnOfFailure(Contender contender, Throwable reason) {
    if (!failureShown) {
      failureShown = true;
      console.warn("a request to " + contender.name() + " failed: " + Failure.reason(reason));
    }
  }

  private Results results(
      String command, Map<String, Object> described, CapacityProbe.Capacity capacity, Noise noise) {
    LoadSteps steps = setting.load().steps();
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
        finished == setting.repeats()
            ? Optional.empty()
            : Optional.of(
                new Interruption(finished, setting.repeats(), "repeats", summary.missing()));
    Verdict verdict =
        RankedVerdict.added(
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
                settings(described),
                setting.profile().map(Demand::of).orElse(null),
                setting.table().orElse(null),
                noise,
                runs,
                verdict)
            .ofSteps(changes.figure(), changes.steps(), verdict);
    return stopped.map(results::interrupted).orElse(results);
  }

  private Map<String, Object> settings(Map<String, Object> described) {
    return LiveSettings.of(
        described,
        workload,
        setting.load().described(),
        finished,
        setting.boosts() ? engines.description() : "");
  }
}
