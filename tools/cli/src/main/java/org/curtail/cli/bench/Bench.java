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
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.benchkit.trust.NoiseMeter;

/**
 * Compares policies live on this machine.
 *
 * <p>A group is one series of arrivals, a capacity probe with the same queries, and one block per
 * contender in shuffled order. The rate is the load times the probed capacity. Groups of all loads
 * alternate, so that drift of the machine affects all alike. The first blocks of every contender do
 * not count. The first and last part of each block do not count either, since the system fills and
 * drains then.
 */
public final class Bench {
  private static final double WARM_UP_LOAD = 0.5;
  private static final int WARM_UP_BLOCKS = 2;

  private final Workload workload;
  private final BenchSetting setting;
  private final Console console;
  private final Random random;
  private final LiveContenders contenders;

  /** Simulations beside slow workers; empty if all workers are alike. */
  private final Optional<SlowedRuns> slowed;

  private final List<CapacityProbe.Capacity> probes = new ArrayList<>();
  private final Map<Double, Summary> summaries = new LinkedHashMap<>();

  public Bench(Workload workload, BenchSetting setting, Console console) {
    this.workload = workload;
    this.setting = setting;
    this.contenders = new LiveContenders(workload, setting, console);
    this.console = console;
    this.random = new Random(setting.seed());
    this.slowed =
        setting
            .classes()
            .map(classes -> new SlowedRuns(classes, setting.requestsPerBlock(), setting.seed()));
    for (double load : setting.loads()) {
      summaries.put(
          load,
          new Summary(
              load, setting.policies(), setting.cores(), setting.seed(), setting.profile()));
    }
  }

  /**
   * Runs all groups. If the user stops the work, the results have the finished groups.
   *
   * @param command the command that does the same again
   * @param described first settings of the results
   * @throws org.curtail.benchkit.terminal.Interrupted if the user stops it before the first block
   *     is finished
   */
  public Results run(String command, Map<String, Object> described)
      throws IOException, InterruptedException {
    AnswerCheck check = AnswerCheck.of(workload, setting.quality(), console);
    try (contenders;
        var noise = new NoiseMeter()) {
      contenders.start(slowed);
      warmUp(check);
      contenders.recorder().forget();
      noise.begin();
      int finished = runGroups(check);
      var known = new LinkedHashMap<>(described);
      check
          .sequentialChunks()
          .ifPresent(chunks -> known.put("chunks visited by a sequential search", chunks));
      setting.classes().ifPresent(classes -> known.put("classes of workers", classes.text()));
      return results(command, known, finished, noise.soFar(capacities()))
          .withDetails(contenders.details())
          .withDecisions(contenders.decisions());
    }
  }

  /** The contenders, which may be closed. */
  LiveContenders contenders() {
    return contenders;
  }

  private void warmUp(AnswerCheck check) throws IOException, InterruptedException {
    for (int i = 0; i < WARM_UP_BLOCKS; i++) {
      Arrivals arrivals = arrivals();
      CapacityProbe.Capacity capacity = probe(arrivals);
      LiveSeries series = series(arrivals, WARM_UP_LOAD, capacity);
      if (i == 0) {
        contenders.compilePlanning(seconds(capacity), capacity, series, check);
      }
      contenders.warmUp(series, WARM_UP_LOAD, check);
    }
  }

  /** Serving time of each contender, warming up included. */
  private double seconds(CapacityProbe.Capacity capacity) {
    double perBlock = setting.requestsPerBlock() / capacity.requestsPerSecond();
    double blocks = setting.loads().stream().mapToDouble(load -> setting.groups() / load).sum();
    return perBlock * (WARM_UP_BLOCKS / WARM_UP_LOAD + blocks);
  }

  /**
   * Returns the number of groups finished at all loads. Finished parts of other groups are kept
   * too.
   */
  private int runGroups(AnswerCheck check) throws IOException, InterruptedException {
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
        var blocks = new LinkedHashMap<String, Block>();
        for (Contender contender : contenders.shuffled(random)) {
          contenders
              .serve(contender, series, load, check)
              .ifPresent(block -> {
                blocks.put(contender.name(), block);
                slowed.ifPresent(slow -> slow.served(contender.name(), series, block));
              });
          if (StopSignal.raised() && blocks.size() < contenders.count()) {
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
   * Keeps the finished blocks of a stopped group if its load has no others. Blocks of an incomplete
   * group have no pairs.
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

  /**
   * The requests of a group. The load is a share of the capacity of all workers at their speeds.
   */
  private LiveSeries series(Arrivals arrivals, double load, CapacityProbe.Capacity capacity) {
    double all =
        slowed
            .map(slow -> slow.capacity(capacity.requestsPerSecond(), setting.cores()))
            .orElse(capacity.requestsPerSecond());
    return LiveSeries.of(arrivals, load * all, capacity.serialMs());
  }

  private Results results(String command, Map<String, Object> described, int groups, Noise noise) {
    List<Run> latencies = summaries.values().stream().flatMap(s -> s.runs().stream()).toList();
    List<Run> runs = slowed.map(slow -> slow.with(latencies)).orElse(latencies);
    Optional<Interruption> stopped =
        groups == setting.groups() ? Optional.empty() : Optional.of(interruption(groups));
    Verdict verdict =
        Verdicts.withSlowWorkers(
            Verdicts.of(runs, noise, groups, stopped, workload.luceneSlices()), runs);
    var results =
        new Results(
            "bench",
            setting.seed(),
            setting.cores(),
            command,
            contenders.settings(
                described, Map.of("requests per block", setting.requestsPerBlock()), groups),
            setting.profile().map(Demand::of).orElse(null),
            setting.table().orElse(null),
            noise,
            runs,
            Verdicts.withRanked(verdict, runs, workload));
    return stopped.map(results::interrupted).orElse(results);
  }

  private Interruption interruption(int groups) {
    return new Interruption(
        groups,
        setting.groups(),
        "blocks",
        summaries.values().stream().flatMap(summary -> summary.missing().stream()).toList());
  }

  private List<Double> capacities() {
    return probes.stream().map(CapacityProbe.Capacity::requestsPerSecond).toList();
  }
}
