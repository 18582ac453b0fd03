package org.curtail.benchkit.replicas;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.curtail.benchkit.results.Noise;
import org.curtail.benchkit.results.PaperFigure;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.results.Verdict;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.trust.NoiseMeter;

/**
 * Compares contenders on real servers.
 *
 * <p>A group has one trace for each load. All contenders serve the trace in turn, in shuffled
 * order. Each contender keeps a client of its own for each load. A short warm-up block of each
 * contender does not count.
 *
 * @param <C> type of contenders
 * @param <S> type of the servers
 * @param <T> type of a block's trace
 * @param <O> type of a block's outcome
 */
public abstract class BlockBench<C, S extends Closeable, T, O> {
  /** A running contender at one load. */
  protected interface AtWork<T, O> extends AutoCloseable {
    /** Serves a trace; empty if the user stopped the work. */
    Optional<O> serve(T trace) throws InterruptedException;

    @Override
    void close();
  }

  private record Worker<C, T, O>(C contender, AtWork<T, O> work) {}

  protected final int cores = Runtime.getRuntime().availableProcessors();
  private final BlockSetting<C> setting;
  private final Console console;
  private final Function<C, String> name;
  private final BlockOutcomes<C, O> outcomes;

  protected BlockBench(
      BlockSetting<C> setting,
      Console console,
      Function<C, String> name,
      Function<O, MeasuredBlock> block) {
    this.setting = setting;
    this.console = console;
    this.name = name;
    outcomes = new BlockOutcomes<>(setting.contenders(), setting.loads(), name, block);
  }

  /** Returns a description of the servers: "3 replicas on loopback". */
  protected abstract String servers();

  protected abstract S start() throws IOException;

  /** Returns the CPU time so far of servers in processes of their own; otherwise 0. */
  protected double processMillis(S servers) {
    return 0;
  }

  /**
   * Starts a contender, with open connections and compiled code.
   *
   * @throws org.curtail.benchkit.terminal.Interrupted if the user stopped the work
   */
  protected abstract AtWork<T, O> warm(C contender, double load, S servers)
      throws IOException, InterruptedException;

  protected abstract T draw(int requests, double perSecond, long seed);

  protected abstract Run run(C contender, BlockOutcomes.AtLoad<C, O> outcomes);

  /** Returns the settings of this bench, besides the common ones. */
  protected abstract Map<String, Object> described();

  protected abstract Verdict verdict(MeasuredRuns measured);

  protected abstract List<PaperFigure> figures(List<Run> runs);

  /**
   * Runs all groups until the user stops the work.
   *
   * @param command command line that repeats the measurement
   * @param described first settings in the results
   * @throws IOException if the servers cannot be started
   * @throws org.curtail.benchkit.terminal.Interrupted if the user stopped the work before the first
   *     complete block
   */
  public final Results run(String command, Map<String, Object> described)
      throws IOException, InterruptedException {
    console.say(
        "bench: %s, %s requests for each policy and load, about %s"
            .formatted(
                servers(),
                Numbers.count((long) setting.blocks() * setting.requestsPerBlock()),
                Numbers.duration(setting.seconds())));
    var atWork = new LinkedHashMap<Double, List<Worker<C, T, O>>>();
    try (S servers = start()) {
      for (double load : setting.loads()) {
        var workers = new ArrayList<Worker<C, T, O>>();
        atWork.put(load, workers);
        for (C contender : setting.contenders()) {
          console.progress(
              "bench: warming up %s at %s load"
                  .formatted(name.apply(contender), Numbers.percent(load)));
          workers.add(new Worker<>(contender, warm(contender, load, servers)));
        }
      }
      try (var noise = new NoiseMeter()) {
        double beforeMillis = processMillis(servers);
        int groups = runGroups(atWork);
        return results(
            command,
            described,
            groups,
            noise,
            (processMillis(servers) - beforeMillis) / noise.machineMillis());
      }
    } finally {
      atWork.values().stream().flatMap(List::stream).forEach(one -> one.work().close());
    }
  }

  /** Returns the number of groups whose loads were all finished. */
  private int runGroups(Map<Double, List<Worker<C, T, O>>> atWork) throws InterruptedException {
    return new BlockGroups<Worker<C, T, O>, O>(atWork, setting.seed(), console)
        .run(
            setting.blocks(),
            (load, group) -> {
              T trace =
                  draw(setting.requestsPerBlock(), setting.perSecond(load), setting.seed() + group);
              return one -> one.work().serve(trace);
            },
            (load, finished) -> {
              var byContender = new LinkedHashMap<C, O>();
              finished.forEach((one, outcome) -> byContender.put(one.contender(), outcome));
              outcomes.add(load, byContender);
            });
  }

  private Results results(
      String command,
      Map<String, Object> described,
      int groups,
      NoiseMeter meter,
      double processShare) {
    var settings = new LinkedHashMap<>(described);
    settings.putAll(described());
    Noise noise = meter.soFar();
    MeasuredRuns measured =
        outcomes.measured(
            outcomes.runs(setting.capacityPerSecond(), cores, setting.seed(), this::run),
            noise.stolenShare() < 0
                ? noise
                : noise.withStolenShare(Math.max(0, noise.stolenShare() - processShare)),
            meter.ownShare() + processShare,
            groups,
            setting.blocks());
    return measured.results(
        setting.seed(),
        cores,
        command,
        settings,
        setting.requestsPerBlock(),
        verdict(measured),
        figures(measured.runs()));
  }
}
