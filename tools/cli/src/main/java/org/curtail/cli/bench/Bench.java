package org.curtail.cli.bench;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.curtail.benchkit.openloop.Arrivals;
import org.curtail.benchkit.openloop.Block;
import org.curtail.benchkit.openloop.Summary;
import org.curtail.benchkit.results.Demand;
import org.curtail.benchkit.results.Interruption;
import org.curtail.benchkit.results.Noise;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.results.Verdict;
import org.curtail.benchkit.search.Workload;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.benchkit.trust.NoiseMeter;
import org.curtail.demand.ProfileRecorder;

/**
 * Compares policies live on this machine.
 *
 * <p>A group is one series of arrivals, a capacity probe with the same queries, and one block per
 * contender in shuffled order; the rate is the load times the probed capacity. Groups of all loads
 * alternate, so that drift of the machine affects all alike. The first blocks of every contender
 * are thrown away, and so are the first and the last part of each block, while the system fills and
 * drains.
 */
public final class Bench {
  private static final double WARM_UP_LOAD = 0.5;
  private static final int WARM_UP_BLOCKS = 2;

  /** Most requests in the recorded profile: enough for a tail, and quick to plan for. */
  private static final int MOST_RECORDED = 10_000;

  private final Workload workload;
  private final BenchSetting setting;
  private final Console console;
  private final Random random;
  private final Engines engines;
  private final ProfileRecorder recorder;
  private final ServedBlocks served = new ServedBlocks();

  /** Empty if all workers are alike. */
  private final Optional<SlowedRuns> slowed;

  private boolean failureShown;
  private final List<CapacityProbe.Capacity> probes = new ArrayList<>();
  private final Map<Double, Summary> summaries = new LinkedHashMap<>();

  public Bench(Workload workload, BenchSetting setting, Console console) {
    this.workload = workload;
    this.setting = setting;
    this.engines =
        Engines.boostedBy(setting.boosts() ? setting.boosting() : BoostKind.OFF)
            .knowing(setting.known());
    this.console = console;
    this.random = new Random(setting.seed());
    this.slowed =
        setting
            .classes()
            .map(classes -> new SlowedRuns(classes, setting.requestsPerBlock(), setting.seed()));
    this.recorder = new ProfileRecorder(MOST_RECORDED, setting.seed());
    for (double load : setting.loads()) {
      summaries.put(
          load,
          new Summary(
              load, setting.policies(), setting.cores(), setting.seed(), setting.profile()));
    }
  }

  /**
   * Runs all groups, or the groups finished when the user stopped the work.
   *
   * @param command the command that does the same again
   * @param described goes into the results' settings, before those of this class
   * @throws org.curtail.benchkit.terminal.Interrupted if the user stopped it before any block was
   *     finished
   */
  public Results run(String command, Map<String, Object> described)
      throws IOException, InterruptedException {
    AnswerCheck check = AnswerCheck.of(workload, setting.quality(), console);
    var contenders = new ArrayList<Contender>();
    try (var noise = new NoiseMeter()) {
      for (String policy : setting.policies()) {
        contenders.add(
            slowed
                .map(slow -> slow.start(policy, workload))
                .orElseGet(() ->
                    Contenders.start(
                        policy,
                        setting.ingredients(),
                        workload,
                        setting.cores(),
                        engines,
                        recorder)));
      }
      warmUp(contenders, check);
      recorder.forget();
      noise.begin();
      int finished = runGroups(contenders, check);
      var known = new LinkedHashMap<>(described);
      check
          .sequentialChunks()
          .ifPresent(chunks -> known.put("chunks visited by a sequential search", chunks));
      setting.classes().ifPresent(classes -> known.put("classes of workers", classes.text()));
      return results(command, known, finished, noise.soFar(capacities()))
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

  private void warmUp(List<Contender> contenders, AnswerCheck check)
      throws IOException, InterruptedException {
    for (int i = 0; i < WARM_UP_BLOCKS; i++) {
      Arrivals arrivals = arrivals();
      CapacityProbe.Capacity capacity = probe(arrivals);
      LiveSeries series = series(arrivals, WARM_UP_LOAD, capacity);
      if (i == 0) {
        new AutomaticWarmUp(workload, engines, setting.cores(), console)
            .run(contenders, seconds(capacity), capacity, series, check);
      }
      for (Contender contender : contenders) {
        console.progress("bench: warming up " + contender.name());
        runBlock(contender, series, WARM_UP_LOAD, check);
        StopSignal.check("stopped while warming up; no results were written");
      }
    }
  }

  /** Serving time of each contender, warming up included. */
  private double seconds(CapacityProbe.Capacity capacity) {
    double perBlock = setting.requestsPerBlock() / capacity.requestsPerSecond();
    double blocks = setting.loads().stream().mapToDouble(load -> setting.groups() / load).sum();
    return perBlock * (WARM_UP_BLOCKS / WARM_UP_LOAD + blocks);
  }

  /**
   * Returns the number of groups finished at all loads; finished parts of other groups are kept
   * too.
   */
  private int runGroups(List<Contender> contenders, AnswerCheck check)
      throws IOException, InterruptedException {
    long fromNanos = System.nanoTime();
    int total = setting.groups() * setting.loads().size();
    int done = 0;
    for (int group = 0; group < setting.groups(); group++) {
      var loads = new ArrayList<>(setting.loads());
      Collections.shuffle(loads, random);
      for (double load : loads) {
        Arrivals arrivals = arrivals();
        CapacityProbe.Capacity capacity = probe(arrivals);
        LiveSeries series = series(arrivals, load, capacity);
        var shuffled = new ArrayList<>(contenders);
        Collections.shuffle(shuffled, random);
        var blocks = new LinkedHashMap<String, Block>();
        for (Contender contender : shuffled) {
          runBlock(contender, series, load, check)
              .ifPresent(block -> {
                blocks.put(contender.name(), block);
                slowed.ifPresent(slow -> slow.served(contender.name(), series, block));
              });
          if (StopSignal.raised() && blocks.size() < contenders.size()) {
            keepFirst(load, capacity, blocks);
            return group;
          }
        }
        keep(load, capacity, blocks);
        done++;
        double seconds = (System.nanoTime() - fromNanos) / 1e9;
        console.progress(
            "bench: group %d of %d, about %.0f s left"
                .formatted(group + 1, setting.groups(), seconds / done * (total - done)));
      }
    }
    return setting.groups();
  }

  /**
   * Keeps the finished blocks of a stopped group if its load has no others: a block that other
   * policies lack has no pair.
   */
  private void keepFirst(double load, CapacityProbe.Capacity capacity, Map<String, Block> blocks) {
    Summary summary = requireNonNull(summaries.get(load));
    if (summary.isEmpty() && !blocks.isEmpty()) {
      keep(load, capacity, blocks);
    }
    if (summaries.values().stream().allMatch(Summary::isEmpty)) {
      StopSignal.check("stopped in the first block; no results were written");
    }
  }

  private void keep(double load, CapacityProbe.Capacity capacity, Map<String, Block> blocks) {
    probes.add(capacity);
    requireNonNull(summaries.get(load)).add(blocks);
    slowed.ifPresent(slow -> slow.keep(load));
  }

  private Arrivals arrivals() {
    return Arrivals.poisson(setting.requestsPerBlock(), workload.queries().size(), random);
  }

  private CapacityProbe.Capacity probe(Arrivals arrivals) throws IOException, InterruptedException {
    return CapacityProbe.measure(workload, arrivals.queries(), setting.cores());
  }

  /** Warns with the reason, once: thousands of requests tend to fail for one reason. */
  private void warnOfFailure(Contender contender, Throwable reason) {
    if (!failureShown) {
      failureShown = true;
      console.warn("a request to " + contender.name() + " failed: " + Failure.reason(reason));
    }
  }

  /** The load is a share of what all workers carry, as fast as each is. */
  private LiveSeries series(Arrivals arrivals, double load, CapacityProbe.Capacity capacity) {
    double all =
        slowed
            .map(slow -> slow.capacity(capacity.requestsPerSecond(), setting.cores()))
            .orElse(capacity.requestsPerSecond());
    return LiveSeries.of(arrivals, load * all, capacity.serialMs());
  }

  /** Serves a block; empty if the user stopped it midway. */
  private Optional<Block> runBlock(
      Contender contender, LiveSeries series, double load, AnswerCheck check) {
    return served.served(
        contender, load, () -> series.servedBy(contender, check, this::warnOfFailure));
  }

  private Results results(String command, Map<String, Object> described, int groups, Noise noise) {
    List<Run> latencies = summaries.values().stream().flatMap(s -> s.runs().stream()).toList();
    List<Run> runs = slowed.map(slow -> slow.with(latencies)).orElse(latencies);
    Optional<Interruption> stopped =
        groups == setting.groups() ? Optional.empty() : Optional.of(interruption(groups));
    Verdict verdict =
        SlowedVerdict.added(
            Verdicts.of(runs, noise, groups, stopped, workload.luceneSlices()), runs);
    var results =
        new Results(
            "bench",
            setting.seed(),
            setting.cores(),
            command,
            settings(described, groups),
            setting.profile().map(Demand::of).orElse(null),
            setting.table().orElse(null),
            noise,
            runs,
            RankedVerdict.added(verdict, runs, workload));
    return stopped.map(results::interrupted).orElse(results);
  }

  private Interruption interruption(int groups) {
    return new Interruption(
        groups,
        setting.groups(),
        "blocks",
        summaries.values().stream().flatMap(summary -> summary.missing().stream()).toList());
  }

  private Map<String, Object> settings(Map<String, Object> described, int groups) {
    return LiveSettings.of(
        described,
        workload,
        Map.of("requests per block", setting.requestsPerBlock()),
        groups,
        setting.boosts() ? engines.description() : "");
  }

  private List<Double> capacities() {
    return probes.stream().map(CapacityProbe.Capacity::requestsPerSecond).toList();
  }
}
