package org.curtail.benchkit.replicas;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.curtail.benchkit.results.Interruption;
import org.curtail.benchkit.results.Noise;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.trust.NoiseMeter;

/**
 * Compares policies of hedging on real HTTP servers that wait in place of computing.
 *
 * <p>A group is one trace for each load, which all policies serve, one after the other in shuffled
 * order. Each policy has a client of its own at each load, which it keeps from block to block: so
 * connections are there, and an adaptive one remembers what it has learned. The first block of
 * each, a short one, does not count.
 */
public final class ReplicaBench {
  /** Of a block that does not count: enough for connections, compiled code and first plans. */
  private static final double WARM_UP_SECONDS = 1;

  private static final int LEAST_WARM_UP = 400;

  /** Of a policy that learns: enough for a first plan of a p99, which takes some seconds. */
  private static final double LEARNING_SECONDS = 4;

  private static final int LEAST_LEARNED = 2500;

  private final ReplicaSetting setting;
  private final Console console;
  private final HedgePlans plans;
  private final Map<Double, ReplicaRuns> runs = new LinkedHashMap<>();
  private final int cores = Runtime.getRuntime().availableProcessors();

  /** Plans for all that it is to compare. */
  public ReplicaBench(ReplicaSetting setting, Console console) {
    this.setting = setting;
    this.console = console;
    plans = new HedgePlans(setting);
    setting.loads().forEach(load -> runs.put(load, new ReplicaRuns(setting, load, cores)));
  }

  /** A contender at one load, at work. */
  private record AtWork(ReplicaContender contender, ReplicaClient client, Sender sender)
      implements AutoCloseable {
    @Override
    public void close() {
      sender.close();
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
        "bench: %d replicas on loopback, %s requests for each policy and load, about %s"
            .formatted(
                setting.replicas(),
                Numbers.count((long) setting.blocks() * setting.requestsPerBlock()),
                Numbers.duration(setting.seconds())));
    var atWork = new LinkedHashMap<Double, List<AtWork>>();
    try (var replicas = LiveReplicas.start(setting.replicas(), setting.slots())) {
      for (double load : setting.loads()) {
        var contenders = new ArrayList<AtWork>();
        atWork.put(load, contenders);
        for (ReplicaContender contender : setting.contenders()) {
          contenders.add(warm(contender, load, replicas));
        }
      }
      try (var noise = new NoiseMeter()) {
        int groups = runGroups(replicas, atWork);
        return results(command, described, groups, noise);
      }
    } finally {
      atWork.values().stream().flatMap(List::stream).forEach(AtWork::close);
    }
  }

  /** A contender whose connections are there, and which has learned if that is its way. */
  private AtWork warm(ReplicaContender contender, double load, LiveReplicas replicas)
      throws InterruptedException {
    console.progress(
        "bench: warming up %s at %s load".formatted(contender.name(), Numbers.percent(load)));
    double perSecond = setting.perSecond(load);
    int requests = warmUpRequests(contender.policy(), perSecond);
    var trace = LiveTrace.draw(setting, requests, perSecond, setting.seed() - 1);
    var client = new ReplicaClient(replicas.addresses());
    var begun = new AtWork(contender, client, plans.start(contender, client));
    try {
      new ReplicaBlock(replicas, begun.sender(), trace).run();
      StopSignal.check("stopped while warming up; no results were written");
    } catch (InterruptedException | RuntimeException e) {
      begun.close();
      throw e;
    }
    if (contender.policy() == ReplicaPolicy.SINGLE_R_ADAPTIVE) {
      return begun;
    }
    // Begins anew, or what its budget saved up meanwhile would be spent in blocks that count.
    begun.sender().close();
    return new AtWork(contender, client, plans.start(contender, client));
  }

  private static int warmUpRequests(ReplicaPolicy policy, double perSecond) {
    return policy == ReplicaPolicy.SINGLE_R_ADAPTIVE
        ? Math.max(LEAST_LEARNED, (int) (LEARNING_SECONDS * perSecond))
        : Math.max(LEAST_WARM_UP, (int) (WARM_UP_SECONDS * perSecond));
  }

  /** Returns how many groups of all loads were finished. */
  private int runGroups(LiveReplicas replicas, Map<Double, List<AtWork>> atWork)
      throws InterruptedException {
    return new BlockGroups<AtWork, ReplicaOutcome>(atWork, setting.seed(), console)
        .run(
            setting.blocks(),
            (load, group) -> {
              var trace =
                  LiveTrace.draw(
                      setting,
                      setting.requestsPerBlock(),
                      setting.perSecond(load),
                      setting.seed() + group);
              return one -> new ReplicaBlock(replicas, one.sender(), trace).run();
            },
            this::keep);
  }

  private void keep(double load, Map<AtWork, ReplicaOutcome> finished) {
    var outcomes = new LinkedHashMap<ReplicaContender, ReplicaOutcome>();
    finished.forEach((one, outcome) -> outcomes.put(one.contender(), outcome));
    requireNonNull(runs.get(load)).add(outcomes);
  }

  private Results results(
      String command, Map<String, Object> described, int groups, NoiseMeter meter) {
    Noise noise = meter.soFar();
    double ownShare = meter.ownShare();
    var settings = new LinkedHashMap<>(described);
    settings.put("replicas", setting.replicas());
    settings.put("slots of each", setting.slots());
    settings.put("requests/s that all slots carry", setting.capacityPerSecond());
    settings.putAll(plans.inWords());
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
        ReplicaVerdict.of(measured),
        ReplicaFigures.of(all));
  }

  private Interruption interruption(int groups) {
    return new Interruption(
        groups,
        setting.blocks(),
        "blocks",
        runs.values().stream().flatMap(of -> of.missing().stream()).toList());
  }
}
