package org.curtail.cli.bench;

import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.lucene.util.Version;
import org.curtail.benchkit.openloop.Block;
import org.curtail.benchkit.policyruns.ServedTime;
import org.curtail.benchkit.results.Decisions;
import org.curtail.benchkit.search.Workload;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.demand.ProfileRecorder;

/**
 * The contenders of a live bench, from their start to their end. Stores serving periods of
 * contenders that choose their policies themselves. For one thread.
 */
final class LiveContenders implements AutoCloseable {
  /** Most requests in the recorded profile: enough for a tail, and quick to plan for. */
  private static final int MOST_RECORDED = 10_000;

  private final Workload workload;
  private final BenchSetting setting;
  private final Console console;
  private final Engines engines;
  private final ProfileRecorder recorder;
  private final List<Contender> all = new ArrayList<>();
  private final Map<Contender, ServedTime> times = new LinkedHashMap<>();
  private boolean failureShown;

  LiveContenders(Workload workload, BenchSetting setting, Console console) {
    this.workload = workload;
    this.setting = setting;
    this.console = console;
    this.engines =
        Engines.boostedBy(setting.boosts() ? setting.boosting() : BoostKind.OFF)
            .knowing(setting.known());
    this.recorder = new ProfileRecorder(MOST_RECORDED, setting.seed());
  }

  /** Starts all contenders. */
  void start(Optional<SlowedRuns> slowed) {
    for (String policy : setting.policies()) {
      all.add(
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
  }

  /** Number of contenders. */
  int count() {
    return all.size();
  }

  /** The contenders in random order. */
  List<Contender> shuffled(Random random) {
    var shuffled = new ArrayList<>(all);
    Collections.shuffle(shuffled, random);
    return shuffled;
  }

  /**
   * Compiles the code of planning, if contenders may plan.
   *
   * @param seconds serving time of each contender, warming up included
   */
  void compilePlanning(
      double seconds, CapacityProbe.Capacity capacity, LiveSeries series, AnswerCheck check) {
    new AutomaticWarmUp(workload, engines, setting.cores(), console)
        .run(all, seconds, capacity, series, check);
  }

  /** Serves a series with each contender, and discards the blocks. */
  void warmUp(LiveSeries series, double load, AnswerCheck check) {
    for (Contender contender : all) {
      console.progress("bench: warming up " + contender.name());
      serve(contender, series, load, check);
      StopSignal.check("stopped while warming up; no results were written");
    }
  }

  /** Serves a block; empty if the user stopped it midway. */
  Optional<Block> serve(Contender contender, LiveSeries series, double load, AnswerCheck check) {
    long fromNanos = System.nanoTime();
    try {
      return series.servedBy(contender, check, this::warnOfFailure);
    } finally {
      if (contender.autopilot().isPresent()) {
        times
            .computeIfAbsent(contender, each -> new ServedTime())
            .add(fromNanos, System.nanoTime(), load);
      }
    }
  }

  /** Warns of the first failure only: thousands of requests tend to fail for one reason. */
  private void warnOfFailure(Contender contender, Throwable reason) {
    if (!failureShown) {
      failureShown = true;
      console.warn("a request to " + contender.name() + " failed: " + Failure.reason(reason));
    }
  }

  /** The recorder of the engine's requests since the warm-up. */
  ProfileRecorder recorder() {
    return recorder;
  }

  /**
   * Knowledge of each contender, as {@code curtail-automatic/1}, by name. Contenders that have not
   * learned enough are left out. They may be closed.
   */
  Map<String, String> knowledge() throws IOException {
    var known = new LinkedHashMap<String, String>();
    for (Contender contender : times.keySet()) {
      var text = new StringWriter();
      if (contender.autopilot().orElseThrow().export(text)) {
        known.put(contender.name(), text.toString());
      }
    }
    return known;
  }

  /** The decisions so far; empty if no contender decides. */
  List<Decisions> decisions() {
    return times.entrySet().stream()
        .flatMap(entry ->
            entry.getKey().autopilot().stream()
                .map(autopilot ->
                    entry
                        .getValue()
                        .decisions(
                            entry.getKey().name(),
                            null,
                            setting.seed(),
                            autopilot.counts(),
                            autopilot.history())))
        .toList();
  }

  /** Remarks of all contenders. */
  List<String> details() {
    return all.stream().flatMap(contender -> contender.details().stream()).toList();
  }

  /**
   * The settings of the bench for its results, in this order.
   *
   * @param described the first settings
   * @param arrivals description of the requests
   * @param blocks number of finished blocks
   */
  Map<String, Object> settings(
      Map<String, Object> described, Map<String, Object> arrivals, int blocks) {
    var settings = new LinkedHashMap<>(described);
    settings.put("documents", workload.reader().numDocs());
    settings.put("segments", workload.reader().leaves().size());
    settings.put("Lucene slices", workload.luceneSlices());
    settings.put("queries", workload.queries().size());
    settings.put("top hits", workload.topHits());
    settings.putAll(arrivals);
    settings.put("blocks", blocks);
    if (setting.boosts()) {
      settings.put("boosting", engines.description());
    }
    settings.put("Lucene", Version.LATEST.toString());
    settings.put("Java", Runtime.version().toString());
    return settings;
  }

  @Override
  public void close() {
    all.forEach(Contender::close);
  }
}
