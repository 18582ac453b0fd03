package org.curtail.cli.bench.opensearch;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.curtail.benchkit.openloop.Arrivals;
import org.curtail.benchkit.replicas.BlockGroups;
import org.curtail.benchkit.replicas.BlockOutcomes;
import org.curtail.benchkit.replicas.BlockOutcomes.AtLoad;
import org.curtail.benchkit.replicas.MeasuredRuns;
import org.curtail.benchkit.results.Checks;
import org.curtail.benchkit.results.Comparison;
import org.curtail.benchkit.results.Interruption;
import org.curtail.benchkit.results.Noise;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.results.Verdict;
import org.curtail.benchkit.results.Verdict.Outcome;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.trust.NoiseMeter;
import org.curtail.cli.opensearch.ClusterClient;

/**
 * Compares settings of a cluster of OpenSearch.
 *
 * <p>First each of OpenSearch's own modes answers all searches, the first mode twice: these are the
 * right answers. Searches with differing answers are left out. Then a group is one series of
 * arrivals for each load. All contenders serve it, one after the other in shuffled order.
 */
final class ClusterBench {
  private static final int MOST_IN_HEADLINE = 2;

  /** Duration of a probe, long enough for a mean of searches that take tens of milliseconds. */
  private static final double PROBE_SECONDS = 3;

  /**
   * Most requests of the uncounted block after the warm-up, at a load at which a node may plan. The
   * block is at most as long as the measured part of a contender and load.
   */
  private static final int LOW_LOAD_REQUESTS = 2_000;

  private static final double LOW_LOAD = 0.3;

  /** Longest duration of that block. */
  private static final double LOW_LOAD_SECONDS = 10;

  /** Share of a tail above which late sending may be visible in it. */
  private static final double GREATEST_LATENESS = 0.05;

  private final ClusterSetting setting;
  private final ClusterClient client;
  private final ClusterFacts facts;
  private final List<String> bodies;
  private final Console console;

  ClusterBench(
      ClusterSetting setting,
      ClusterClient client,
      ClusterFacts facts,
      List<String> bodies,
      Console console) {
    this.setting = setting;
    this.client = client;
    this.facts = facts;
    this.bodies = bodies;
    this.console = console;
  }

  /** The comparable searches and their answers. */
  private record Known(Searches searches, List<String> answers) {}

  /**
   * Runs all groups, or the groups finished when the user stopped the work. The settings of the
   * cluster are restored when it returns or throws.
   *
   * @param command the command that does the same again
   * @throws UsageError if the cluster refuses a request
   * @throws org.curtail.benchkit.terminal.Interrupted if the user stopped it before the first block
   *     was finished
   */
  Results run(String command) throws InterruptedException {
    Set<String> keys = new LinkedHashSet<>();
    setting.contenders().forEach(one -> keys.addAll(one.settings().keySet()));
    try (var settings = new SwitchedSettings(client, keys, console)) {
      Known known = known(settings);
      warmUp(settings, known.searches());
      double capacity = capacity(settings, known.searches());
      List<Double> loads =
          setting
              .perSecond()
              .map(rates -> rates.stream().map(rate -> (Double) (rate / capacity)).toList())
              .orElse(setting.loads());
      console.say(
          "bench: OpenSearch %s, %d nodes, %d processors; %s searches; %s requests/s is load 1"
              .formatted(
                  facts.version(),
                  facts.nodes(),
                  facts.processors(),
                  Numbers.count(known.searches().count()),
                  Numbers.significant(capacity)));
      warmUpAtLowLoad(settings, known, capacity);
      var outcomes =
          new BlockOutcomes<>(
              setting.contenders(), loads, ClusterContender::name, ClusterOutcome::block);
      try (var meter = new NoiseMeter()) {
        double cpuBefore = ClusterFacts.cpuMillis(client);
        int groups = groups(settings, known, loads, capacity, outcomes);
        double cpuMillis = ClusterFacts.cpuMillis(client) - cpuBefore;
        List<Run> runs =
            outcomes.runs(capacity, facts.processors(), setting.seed(), ClusterBench::run);
        Noise noise = noise(meter, capacity, cpuMillis);
        return results(command, known, outcomes.measured(runs, noise, 0, groups, setting.blocks()));
      }
    }
  }

  private Known known(SwitchedSettings settings) throws InterruptedException {
    boolean isPinned = setting.contenders().stream().noneMatch(ClusterContender::isHedged);
    var all = new Searches(client, setting.workload().index(), isPinned, bodies);
    List<ClusterContender> stock =
        setting.contenders().stream().filter(ClusterContender::isStock).toList();
    if (stock.isEmpty()) {
      throw new UsageError(
          "--policies: expected stock-none, stock-all or stock-auto among them, found none: they are the reference of answers and times");
    }
    List<ClusterContender> asked = new ArrayList<>(stock);
    asked.add(stock.getFirst());
    List<String> answers = List.of();
    var kept = new LinkedHashSet<Integer>();
    for (int i = 0; i < bodies.size(); i++) {
      kept.add(i);
    }
    for (ClusterContender one : asked) {
      console.progress("bench: answers of " + one.name());
      settings.put(one.settings());
      List<String> own = all.answers(facts.processors());
      List<String> first = answers.isEmpty() ? own : answers;
      kept.removeIf(i -> !own.get(i).equals(first.get(i)));
      answers = first;
    }
    if (kept.isEmpty()) {
      throw new UsageError(
          "%s: OpenSearch answers each search differently the second time; is the index being written?"
              .formatted(setting.workload().queries()));
    }
    if (kept.size() < bodies.size()) {
      console.warn(
          "left out %s of %s searches, since OpenSearch itself answers them differently the second time"
              .formatted(Numbers.count(bodies.size() - kept.size()), Numbers.count(bodies.size())));
    }
    return new Known(all.only(List.copyOf(kept)), kept.stream().map(answers::get).toList());
  }

  /** Searches per second of the first contender, with one search a processor at all times. */
  private double capacity(SwitchedSettings settings, Searches searches)
      throws InterruptedException {
    console.progress("bench: capacity");
    settings.put(setting.contenders().getFirst().settings());
    long begin = System.nanoTime();
    long served = 0;
    double seconds;
    do {
      searches.answers(facts.processors());
      served += searches.count();
      seconds = (System.nanoTime() - begin) / 1e9;
    } while (seconds < PROBE_SECONDS);
    return served / seconds;
  }

  private void warmUp(SwitchedSettings settings, Searches searches) throws InterruptedException {
    new ClusterWarmUp(setting.contenders(), console, System::nanoTime)
        .run((one, most, mostNanos) -> {
          settings.put(one.settings());
          return searches.warmUp(facts.processors(), noMoreThanMeasured(most), mostNanos);
        });
  }

  /** Limits a part of the warm-up to the number of requests measured of each contender and load. */
  private int noMoreThanMeasured(int most) {
    return (int) Math.min(most, (long) setting.requestsPerBlock() * setting.blocks());
  }

  private void warmUpAtLowLoad(SwitchedSettings settings, Known known, double capacity)
      throws InterruptedException {
    double perSecond = LOW_LOAD * capacity;
    int most = noMoreThanMeasured(LOW_LOAD_REQUESTS);
    int requests = (int) Math.clamp(perSecond * LOW_LOAD_SECONDS, 1, most);
    var arrivals =
        Arrivals.poisson(requests, known.searches().count(), new Random(setting.seed() - 1));
    for (ClusterContender one : setting.contenders()) {
      console.progress("bench: warming up " + one.name());
      settings.put(one.settings());
      block(known, arrivals, perSecond).run();
      StopSignal.check("stopped while warming up; no results were written");
    }
  }

  private ClusterBlock block(Known known, Arrivals arrivals, double perSecond) {
    return new ClusterBlock(client, known.searches(), known.answers(), arrivals, perSecond);
  }

  /** Returns the number of groups finished at all loads. */
  private int groups(
      SwitchedSettings settings,
      Known known,
      List<Double> loads,
      double capacity,
      BlockOutcomes<ClusterContender, ClusterOutcome> outcomes)
      throws InterruptedException {
    var contenders = new LinkedHashMap<Double, List<ClusterContender>>();
    loads.forEach(load -> contenders.put(load, setting.contenders()));
    return new BlockGroups<ClusterContender, ClusterOutcome>(contenders, setting.seed(), console)
        .run(
            setting.blocks(),
            (load, group) -> {
              var arrivals =
                  Arrivals.poisson(
                      setting.requestsPerBlock(),
                      known.searches().count(),
                      new Random(setting.seed() + group));
              return one -> {
                settings.put(one.settings());
                return block(known, arrivals, load * capacity).run();
              };
            },
            outcomes::add);
  }

  /** The noise of the machine. CPU time of nodes on this machine does not count as stolen. */
  private Noise noise(NoiseMeter meter, double capacity, double cpuMillis) {
    Noise all = meter.soFar(List.of(capacity));
    if (!facts.besides() || all.stolenShare() < 0) {
      return all;
    }
    return all.withStolenShare(Math.max(0, all.stolenShare() - cpuMillis / meter.machineMillis()));
  }

  private static Run run(ClusterContender contender, AtLoad<ClusterContender, ClusterOutcome> all) {
    List<ClusterOutcome> own = all.of(contender);
    Run run =
        all.figures()
            .run(contender.name(), all.blocks(contender), against(contender, all), null, null);
    return run.with(
        new Checks(
            run.checks().failed(),
            own.stream().mapToInt(ClusterOutcome::checked).sum(),
            own.stream().mapToInt(ClusterOutcome::mismatches).sum()));
  }

  /**
   * Comparisons of runs. The plugin is compared with each of OpenSearch's own modes, and hedged
   * with unhedged runs. Without the plugin, OpenSearch's modes are compared with the last one, its
   * default. One block has no interval, so it has no comparison.
   */
  private static List<Comparison> against(
      ClusterContender contender, AtLoad<ClusterContender, ClusterOutcome> all) {
    var against = new ArrayList<Comparison>();
    int blocks = all.of(contender).size();
    List<ClusterContender> stock =
        all.contenders().stream().filter(ClusterContender::isStock).toList();
    for (ClusterContender other : all.contenders()) {
      boolean asked =
          other.isStock()
              ? !contender.isStock() || other.equals(stock.getLast())
              : other.name().equals(contender.unhedged());
      if (asked && !other.equals(contender) && blocks > 1 && all.of(other).size() == blocks) {
        against.add(all.figures().against(other.name(), all.blocks(contender), all.blocks(other)));
      }
    }
    return against;
  }

  private Results results(String command, Known known, MeasuredRuns measured) {
    var settings = new LinkedHashMap<String, Object>();
    settings.put("OpenSearch", facts.version());
    settings.put("address", setting.address());
    settings.put("nodes", facts.nodes());
    settings.put("processors of all nodes", facts.processors());
    facts
        .modes()
        .forEach((mode, nodes) ->
            settings.put("curtail.mode " + mode, "on " + String.join(", ", nodes)));
    settings.put("index", setting.workload().index());
    settings.put("queries", setting.workload().queries().toString());
    settings.put("searches", known.searches().count());
    settings.put(
        "searches left out, as OpenSearch does not answer them twice in the same way",
        bodies.size() - known.searches().count());
    setting.contenders().forEach(one -> settings.put(one.name(), one.settings().toString()));
    settings.put("requests per block", setting.requestsPerBlock());
    settings.put("blocks", measured.blocks());
    settings.put("Java", Runtime.version().toString());
    var whole =
        new Results(
            "bench",
            setting.seed(),
            facts.processors(),
            command,
            Collections.unmodifiableMap(settings),
            null,
            null,
            measured.noise(),
            measured.runs(),
            of(measured, circumstances(measured)));
    return measured.stopped().map(whole::interrupted).orElse(whole);
  }

  private List<String> circumstances(MeasuredRuns measured) {
    var sentences = new ArrayList<String>();
    if (facts.besides()) {
      sentences.add("The cluster and the load generator shared one machine.");
    }
    boolean late =
        measured.runs().stream()
            .anyMatch(
                run -> run.lateness().latenessP99Ms() > GREATEST_LATENESS * run.latency().p95Ms());
    if (late) {
      sentences.add(
          "Searches were sent so late that it may be visible in the tail; lateness counts in their latency.");
    }
    return sentences;
  }

  // ---- The verdict.

  /**
   * The verdict.
   *
   * @param circumstances remarks on the trustworthiness of the figures, a sentence each
   */
  private static Verdict of(MeasuredRuns measured, List<String> circumstances) {
    var details = new ArrayList<String>();
    measured.stopped().map(Interruption::sentence).ifPresent(details::add);
    details.addAll(circumstances);
    Optional<Verdict> failed = measured.whyVoid(details);
    if (failed.isPresent()) {
      return failed.get();
    }
    List<Run> runs = measured.runs();
    int checked = runs.stream().mapToInt(run -> run.checks().checked()).sum();
    int different = runs.stream().mapToInt(run -> run.checks().mismatches()).sum();
    if (different > 0) {
      return new Verdict(
          "These results are void: %s of %s answers differ from those of OpenSearch without the plugin, as of %s."
              .formatted(
                  Numbers.count(different),
                  Numbers.count(checked),
                  runs.stream()
                      .filter(run -> run.checks().mismatches() > 0)
                      .map(Run::policy)
                      .findFirst()
                      .orElseThrow()),
          details,
          Outcome.VOID);
    }
    details.add(
        "All %s answers were those of OpenSearch without the plugin: hits, scores, totals and aggregations."
            .formatted(Numbers.count(checked)));
    List<Run> compared = compared(runs);
    if (compared.isEmpty()) {
      return new Verdict(
          "No verdict: it needs two of --policies, one of them stock-, and two blocks.",
          details,
          Outcome.NOTHING_TO_COMPARE);
    }
    Optional<Verdict> open = measured.notJudged(details);
    return open.orElseGet(() -> judged(measured, compared, details));
  }

  /** Runs of the plugin; without it, of OpenSearch's own modes. */
  private static List<Run> compared(List<Run> runs) {
    List<Run> all = runs.stream().filter(run -> !run.against().isEmpty()).toList();
    List<Run> plugin =
        all.stream().filter(run -> !run.policy().startsWith(ClusterContender.STOCK)).toList();
    return plugin.isEmpty() ? all : plugin;
  }

  private static Verdict judged(MeasuredRuns measured, List<Run> compared, List<String> details) {
    String tail = Numbers.percentile(measured.percentile());
    var shown = new ArrayList<Shown>();
    int comparisons = 0;
    for (Run run : compared) {
      for (Comparison with : run.against()) {
        Ratio mean = with.mean();
        Ratio high = measured.tail(with);
        comparisons += 2;
        details.add(
            "At load %s, %s has of %s's latency: mean %s, %s %s."
                .formatted(
                    Numbers.significant(run.load()),
                    run.policy(),
                    with.baseline(),
                    MeasuredRuns.withInterval(mean),
                    tail,
                    MeasuredRuns.withInterval(high)));
        shown(run, with, "mean", mean).ifPresent(shown::add);
        shown(run, with, tail, high).ifPresent(shown::add);
      }
    }
    details.add(Verdict.chance(comparisons));
    return new Verdict(
        shown.isEmpty()
            ? "No difference is shown at any load, neither in the mean nor at the %s."
                .formatted(tail)
            : headline(shown),
        details,
        shown.isEmpty() ? Outcome.NO_DIFFERENCE : Outcome.DIFFERENCE);
  }

  /** The headline with the greatest differences. */
  private static String headline(List<Shown> shown) {
    String greatest =
        shown.stream()
            .sorted(Comparator.comparingDouble(Shown::size).reversed())
            .limit(MOST_IN_HEADLINE)
            .map(Shown::words)
            .collect(Collectors.joining("; "));
    int more = shown.size() - MOST_IN_HEADLINE;
    return more <= 0
        ? "Shown are: %s.".formatted(greatest)
        : "Shown are: %s; and %d more differences that are smaller.".formatted(greatest, more);
  }

  /**
   * A shown difference.
   *
   * @param size of the logarithm of the ratio
   */
  private record Shown(String words, double size) {}

  private static Optional<Shown> shown(Run run, Comparison with, String figure, Ratio ratio) {
    return ratio.differs()
        ? Optional.of(
            new Shown(
                "%s %s the %s of %s to %s at load %s"
                    .formatted(
                        run.policy(),
                        ratio.value() < 1 ? "lowers" : "raises",
                        figure,
                        with.baseline(),
                        Numbers.ratio(ratio.value()),
                        Numbers.significant(run.load())),
                Math.abs(Math.log(ratio.value()))))
        : Optional.empty();
  }
}
