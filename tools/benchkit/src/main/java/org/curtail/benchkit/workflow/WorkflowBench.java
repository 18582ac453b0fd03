package org.curtail.benchkit.workflow;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.curtail.benchkit.replicas.BlockGroups;
import org.curtail.benchkit.replicas.MeasuredRuns;
import org.curtail.benchkit.results.Interruption;
import org.curtail.benchkit.results.Noise;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.trust.NoiseMeter;

/**
 * Compares plans for a workflow on real HTTP servers that wait in place of computing.
 *
 * <p>A group is one trace for each load, which all contenders serve, one after the other in
 * shuffled order. Each contender has a client of its own at each load, which it keeps from block to
 * block. The first block of each, a short one, does not count; after it, budgets begin anew.
 */
public final class WorkflowBench {
  /** Of a block that does not count: enough for connections and compiled code. */
  private static final double WARM_UP_SECONDS = 2;

  private static final int LEAST_WARM_UP = 100;

  private final WorkflowSetting setting;
  private final Console console;
  private final Map<Double, WorkflowRuns> runs = new LinkedHashMap<>();
  private final int cores = Runtime.getRuntime().availableProcessors();

  /** Simulates all that is to be measured. */
  public WorkflowBench(WorkflowSetting setting, Console console) {
    this.setting = setting;
    this.console = console;
    var forecasts = new WorkflowForecasts(setting);
    setting
        .loads()
        .forEach(load -> runs.put(load, new WorkflowRuns(setting, forecasts, load, cores)));
  }

  /** A contender at one load, at work. */
  private record AtWork(WorkflowContender contender, WorkflowClient client)
      implements AutoCloseable {
    @Override
    public void close() {
      client.close();
    }
  }

  /**
   * Runs all groups, or those that were finished when the user stopped the work.
   *
   * @param command the command that does the same again
   * @param described goes into the results' settings, before this class's own
   * @throws IOException if the servers cannot be started
   * @throws org.curtail.benchkit.terminal.Interrupted if the user stopped it before any block was
   *     finished
   */
  public Results run(String command, Map<String, Object> described)
      throws IOException, InterruptedException {
    console.say(
        "bench: %d stages on %d servers on loopback, %s requests for each policy and load, about %s"
            .formatted(
                setting.servers().size(),
                setting.serverCount(),
                Numbers.count((long) setting.blocks() * setting.requestsPerBlock()),
                Numbers.duration(setting.seconds())));
    var atWork = new LinkedHashMap<Double, List<AtWork>>();
    try (var servers = WorkflowServers.start(setting)) {
      for (double load : setting.loads()) {
        var contenders = new ArrayList<AtWork>();
        atWork.put(load, contenders);
        for (WorkflowContender contender : setting.contenders()) {
          contenders.add(warm(contender, load, servers));
        }
      }
      try (var noise = new NoiseMeter()) {
        int groups = runGroups(servers, atWork);
        return results(command, described, groups, noise);
      }
    } finally {
      atWork.values().stream().flatMap(List::stream).forEach(AtWork::close);
    }
  }

  /** A contender whose code is compiled, with budgets that have saved up nothing. */
  private AtWork warm(WorkflowContender contender, double load, WorkflowServers servers)
      throws InterruptedException {
    console.progress(
        "bench: warming up %s at %s load".formatted(contender.name(), Numbers.percent(load)));
    double perSecond = setting.perSecond(load);
    int requests =
        Math.max(
            LEAST_WARM_UP, (int) Math.min(setting.requestsPerBlock(), WARM_UP_SECONDS * perSecond));
    WorkflowTrace trace = WorkflowTrace.draw(setting, requests, perSecond, setting.seed() - 1);
    var client = WorkflowClient.start(setting, contender, servers);
    try {
      new WorkflowBlock(setting.workflow(), servers, client, trace).run();
      StopSignal.check("stopped while warming up; no results were written");
      client.beginAnew();
      return new AtWork(contender, client);
    } catch (InterruptedException | RuntimeException e) {
      client.close();
      throw e;
    }
  }

  /** Returns how many groups of all loads were finished. */
  private int runGroups(WorkflowServers servers, Map<Double, List<AtWork>> atWork)
      throws InterruptedException {
    return new BlockGroups<AtWork, WorkflowOutcome>(atWork, setting.seed(), console)
        .run(
            setting.blocks(),
            (load, group) -> {
              WorkflowTrace trace =
                  WorkflowTrace.draw(
                      setting,
                      setting.requestsPerBlock(),
                      setting.perSecond(load),
                      setting.seed() + group);
              return one ->
                  new WorkflowBlock(setting.workflow(), servers, one.client(), trace).run();
            },
            this::keep);
  }

  private void keep(double load, Map<AtWork, WorkflowOutcome> finished) {
    var outcomes = new LinkedHashMap<WorkflowContender, WorkflowOutcome>();
    finished.forEach((one, outcome) -> outcomes.put(one.contender(), outcome));
    requireNonNull(runs.get(load)).add(outcomes);
  }

  private Results results(
      String command, Map<String, Object> described, int groups, NoiseMeter meter) {
    Noise noise = meter.soFar();
    double ownShare = meter.ownShare();
    var settings = new LinkedHashMap<>(described);
    settings.put("requests/s that the busiest stage carries", setting.capacityPerSecond());
    settings.put("warm-up of each policy and load, s", WARM_UP_SECONDS);
    settings.putAll(ContenderWords.of(setting));
    List<Run> all = runs.values().stream().flatMap(of -> of.runs().stream()).toList();
    Optional<Interruption> stopped =
        groups == setting.blocks() ? Optional.empty() : Optional.of(interruption(groups));
    Optional<String> failure =
        runs.values().stream().flatMap(of -> of.failure().stream()).findFirst();
    var measured = new MeasuredRuns(all, noise, ownShare, groups, failure, stopped);
    return measured.results(
        setting.seed(),
        cores,
        command,
        settings,
        setting.requestsPerBlock(),
        WorkflowVerdict.of(measured),
        WorkflowFigures.of(all));
  }

  private Interruption interruption(int groups) {
    return new Interruption(
        groups,
        setting.blocks(),
        "blocks",
        runs.values().stream().flatMap(of -> of.missing().stream()).toList());
  }
}
