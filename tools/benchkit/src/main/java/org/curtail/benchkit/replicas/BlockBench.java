package org.curtail.benchkit.replicas;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.curtail.benchkit.results.PaperFigure;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.results.Verdict;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.trust.NoiseMeter;

/**
 * Compares contenders on real HTTP servers that wait in place of computing.
 *
 * <p>A group is one trace for each load, which all contenders serve, one after the other in
 * shuffled order. Each contender has a client of its own at each load, which it keeps from block to
 * block. The first block of each, a short one, does not count.
 *
 * @param <C> the contenders
 * @param <S> the servers
 * @param <T> the trace of a block
 * @param <O> the outcome of a block
 */
public abstract class BlockBench<C, S extends Closeable, T, O> {
  /** A running contender at one load. */
  protected interface AtWork<T, O> extends AutoCloseable {
    /** Serves a trace; empty if the user stopped it. */
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

  /** The servers, for the first line: "3 replicas on loopback". */
  protected abstract String servers();

  protected abstract S start() throws IOException;

  /**
   * Starts a contender, with open connections and compiled code.
   *
   * @throws org.curtail.benchkit.terminal.Interrupted if the user stopped the work
   */
  protected abstract AtWork<T, O> warm(C contender, double load, S servers)
      throws InterruptedException;

  protected abstract T draw(int requests, double perSecond, long seed);

  protected abstract Run run(C contender, BlockOutcomes.AtLoad<C, O> outcomes);

  /** Settings of this bench, besides those of all such benches. */
  protected abstract Map<String, Object> described();

  protected abstract Verdict verdict(MeasuredRuns measured);

  protected abstract List<PaperFigure> figures(List<Run> runs);

  /**
   * Runs all groups, or those that were finished when the user stopped the work.
   *
   * @param command the command that does the same again
   * @param described additional settings for the results, placed before this class's own
   * @throws IOException if the servers cannot be started
   * @throws org.curtail.benchkit.terminal.Interrupted if the user stopped it before any block was
   *     finished
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
        return results(command, described, runGroups(atWork), noise);
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
      String command, Map<String, Object> described, int groups, NoiseMeter meter) {
    var settings = new LinkedHashMap<>(described);
    settings.putAll(described());
    MeasuredRuns measured =
        outcomes.measured(
            outcomes.runs(setting.capacityPerSecond(), cores, setting.seed(), this::run),
            meter.soFar(),
            meter.ownShare(),
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
