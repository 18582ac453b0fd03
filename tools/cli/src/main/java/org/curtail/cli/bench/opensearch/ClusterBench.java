package org.curtail.cli.bench.opensearch;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.curtail.Profile;
import org.curtail.automatic.PilotKnowledge;
import org.curtail.automatic.PilotSetting;
import org.curtail.benchkit.emulate.SimulatedAutomatic;
import org.curtail.benchkit.policyruns.LoggedSteering;
import org.curtail.benchkit.replicas.BlockFigures;
import org.curtail.benchkit.replicas.BlockGroups;
import org.curtail.benchkit.replicas.BlockOutcomes;
import org.curtail.benchkit.replicas.BlockOutcomes.AtLoad;
import org.curtail.benchkit.replicas.MeasuredBlock;
import org.curtail.benchkit.replicas.MeasuredRuns;
import org.curtail.benchkit.results.Checks;
import org.curtail.benchkit.results.Comparison;
import org.curtail.benchkit.results.Interruption;
import org.curtail.benchkit.results.Noise;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.results.Variant;
import org.curtail.benchkit.results.Verdict;
import org.curtail.benchkit.results.Verdict.Outcome;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.trust.NoiseMeter;
import org.curtail.cli.opensearch.ClusterClient;
import org.curtail.sim.Machine;
import org.curtail.sim.Simulation;

/**
 * Compares settings of a cluster of OpenSearch.
 *
 * <p>First each of OpenSearch's own modes answers all searches, the first mode twice: these are the
 * right answers. Searches with differing answers are left out. Then a group is one series of
 * arrivals for each load. All contenders serve it, one after the other in shuffled order.
 */
final class ClusterBench {
  private static final int MOST_IN_HEADLINE = 2;

  /**
   * Longest duration of a probe, enough for a mean of searches that take tens of milliseconds. A
   * probe has no more searches than the measured part of a contender and load.
   */
  private static final double PROBE_SECONDS = 3;

  /**
   * Most requests of the uncounted block after the warm-up, at a load at which a node may plan. The
   * block is at most as long as the measured part of a contender and load.
   */
  private static final int LOW_LOAD_REQUESTS = 2_000;

  /** Longest duration of that block. */
  private static final double LOW_LOAD_SECONDS = 10;

  /** Share of a tail above which late sending may be visible in it. */
  private static final double GREATEST_LATENESS = 0.05;

  private final ClusterSetting setting;
  private final ClusterClient client;
  private final ClusterFacts facts;
  private final List<String> bodies;
  private final Console console;
  private final SimulatedAutomatic automatic;

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
    automatic =
        new SimulatedAutomatic(
            LoggedSteering.of(
                PilotSetting.of(facts.processors()).seeded(setting.seed()), PilotKnowledge.NOTHING),
            1);
  }

  /**
   * The comparable searches and their answers.
   *
   * @param kept their numbers among all searches
   * @param shortCount number of short searches, which are the first ones; without a mix all
   */
  private record Known(
      Searches searches, List<String> answers, List<Integer> kept, int shortCount) {
    Searches shorts() {
      return searches.only(shortNumbers());
    }

    List<Integer> shortNumbers() {
      return IntStream.range(0, shortCount).boxed().toList();
    }

    List<Integer> longNumbers() {
      return IntStream.range(shortCount, searches.count()).boxed().toList();
    }

    /** Their demand, with their own numbers. */
    Profile demand(Profile ofAll) {
      return ofAll.select(kept.stream().mapToInt(Integer::intValue).toArray());
    }
  }

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
    // A pool keeps its size when the setting is removed.
    Map<String, String> usual =
        keys.contains(ClusterContender.POOL)
            ? Map.of(ClusterContender.POOL, Integer.toString(ClusterFacts.searchThreads(client)))
            : Map.of();
    try (var settings = new SwitchedSettings(client, keys, usual, console)) {
      Known known = known(settings);
      warmUp(settings, known.shorts());
      Traffic traffic = traffic(settings, known);
      warmUpAtLowLoad(settings, known, traffic);
      var outcomes =
          new BlockOutcomes<>(
              served(), traffic.loads(), ClusterContender::name, ClusterOutcome::block);
      try (var meter = new NoiseMeter()) {
        double cpuBefore = ClusterFacts.cpuMillis(client);
        int groups = groups(settings, known, traffic, outcomes);
        double cpuMillis = ClusterFacts.cpuMillis(client) - cpuBefore;
        Noise noise = noise(meter, traffic, cpuMillis);
        var kinds = new ArrayList<MeasuredRuns>();
        for (int kind = 0; kind < traffic.kinds().size(); kind++) {
          int own = kind;
          List<Run> runs =
              outcomes.runs(
                  1,
                  facts.processors(),
                  setting.seed(),
                  (contender, all) -> run(contender, all, traffic, own));
          kinds.add(outcomes.measured(runs, noise, 0, groups, setting.blocks()));
        }
        return results(command, known, traffic, kinds);
      }
    }
  }

  private Known known(SwitchedSettings settings) throws InterruptedException {
    boolean isPinned = setting.contenders().stream().noneMatch(ClusterContender::isHedged);
    var all = new Searches(client, setting.index(), isPinned, bodies);
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
    int shorts = setting.mix().map(MixRates::shorts).orElse(bodies.size());
    int shortsKept = (int) kept.stream().filter(i -> i < shorts).count();
    if (shortsKept == 0 || (shorts < bodies.size() && shortsKept == kept.size())) {
      throw new UsageError(
          "%s: OpenSearch answers each %ssearch differently the second time; is the index being written?"
              .formatted(
                  setting.queries(),
                  shorts == bodies.size() ? "" : shortsKept == 0 ? "short " : "long "));
    }
    if (kept.size() < bodies.size()) {
      console.warn(
          "left out %s of %s searches, since OpenSearch itself answers them differently the second time"
              .formatted(Numbers.count(bodies.size() - kept.size()), Numbers.count(bodies.size())));
    }
    return new Known(
        all.only(List.copyOf(kept)),
        kept.stream().map(answers::get).toList(),
        List.copyOf(kept),
        shortsKept);
  }

  /** The searches and their arrivals at all loads, by measured capacities. */
  private Traffic traffic(SwitchedSettings settings, Known known) throws InterruptedException {
    console.progress("bench: capacity");
    settings.put(setting.contenders().getFirst().settings());
    double capacity = capacity(known, known.shortNumbers());
    console.say(
        "bench: OpenSearch %s, %s, %d processors; %s searches; %s %srequests/s is load 1"
            .formatted(
                facts.version(),
                facts.nodes() == 1 ? "1 node" : facts.nodes() + " nodes",
                facts.processors(),
                Numbers.count(known.searches().count()),
                Numbers.significant(capacity),
                setting.mix().isPresent() ? "short " : ""));
    if (setting.mix().isPresent()) {
      return mix(setting.mix().get(), known, capacity);
    }
    List<Double> loads =
        setting
            .perSecond()
            .map(rates -> rates.stream().map(rate -> (Double) (rate / capacity)).toList())
            .orElse(setting.loads());
    return new Traffic.OneKind(
        known.searches().count(),
        capacity,
        loads,
        setting.requestsPerBlock(),
        Traffic.OneKind.warmUpRequests(
            capacity, LOW_LOAD_SECONDS, noMoreThanMeasured(LOW_LOAD_REQUESTS)));
  }

  private Traffic.Mix mix(MixRates rates, Known known, double shortCapacity)
      throws InterruptedException {
    double longCapacity = capacity(known, known.longNumbers());
    double shortLoad = rates.shortPerSecond() / shortCapacity;
    var longPerSecond = new LinkedHashMap<Double, Double>();
    rates.longPerSecond().forEach(rate -> longPerSecond.put(shortLoad + rate / longCapacity, rate));
    if (longPerSecond.isEmpty()) {
      setting.loads().forEach(load -> longPerSecond.put(load, (load - shortLoad) * longCapacity));
    }
    longPerSecond.forEach((load, rate) -> {
      if (rate <= 0) {
        throw new UsageError(
            "--load: expected more than %s, the load of the short searches alone, found %s"
                .formatted(Numbers.significant(shortLoad), Numbers.significant(load)));
      }
      console.say(
          "bench: load %s is %s short and %s long searches a second"
              .formatted(
                  Numbers.significant(load),
                  Numbers.significant(rates.shortPerSecond()),
                  Numbers.significant(rate)));
    });
    return new Traffic.Mix(
        known.shortCount(),
        known.searches().count(),
        shortCapacity,
        rates.shortPerSecond(),
        longPerSecond,
        rates.seconds(),
        Math.min(rates.seconds(), LOW_LOAD_SECONDS));
  }

  /**
   * Searches per second with one search a processor at all times. The demand of emulated cores is
   * known; a probe with times of such a spread would end with idle cores.
   */
  private double capacity(Known known, List<Integer> numbers) throws InterruptedException {
    if (setting.demand().isPresent()) {
      Profile demand = known.demand(setting.demand().get());
      double millis = numbers.stream().mapToDouble(i -> demand.timeMs(i, 1)).sum();
      return facts.processors() * 1e3 * numbers.size() / millis;
    }
    Searches searches = known.searches().only(numbers);
    long begin = System.nanoTime();
    long served = 0;
    double seconds;
    do {
      searches.answers(facts.processors());
      served += searches.count();
      seconds = (System.nanoTime() - begin) / 1e9;
    } while (seconds < PROBE_SECONDS && served < setting.measured());
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
    return (int) Math.min(most, setting.measured());
  }

  private void warmUpAtLowLoad(SwitchedSettings settings, Known known, Traffic traffic)
      throws InterruptedException {
    Traffic.Trace trace = traffic.drawWarmUp(new Random(setting.seed() - 1));
    for (ClusterContender one : setting.contenders()) {
      console.progress("bench: warming up " + one.name());
      settings.put(one.settings());
      block(known, traffic, trace).run();
      if (setting.demand().isPresent() && one.canBeSimulated()) {
        simulated(one.simulated(), known, block(known, traffic, trace)); // to learn alike
      }
      StopSignal.check("stopped while warming up; no results were written");
    }
  }

  private ClusterBlock block(Known known, Traffic traffic, Traffic.Trace trace) {
    return new ClusterBlock(client, known.searches(), known.answers(), traffic, trace);
  }

  /** The contenders; on emulated cores each one in the simulator too. */
  private List<ClusterContender> served() {
    var all = new ArrayList<>(setting.contenders());
    if (setting.demand().isPresent()) {
      setting.contenders().stream()
          .filter(ClusterContender::canBeSimulated)
          .forEach(one -> all.add(one.simulated()));
    }
    return List.copyOf(all);
  }

  private ClusterOutcome simulated(ClusterContender one, Known known, ClusterBlock block) {
    var service =
        new Simulation(
            known.demand(setting.demand().orElseThrow()), Machine.ofCores(facts.processors()));
    return block.simulated(trace ->
        one.policy()
            .map(policy -> service.run(policy, trace))
            .orElseGet(() -> automatic.run(service, trace)));
  }

  /** Returns the number of groups finished at all loads. */
  private int groups(
      SwitchedSettings settings,
      Known known,
      Traffic traffic,
      BlockOutcomes<ClusterContender, ClusterOutcome> outcomes)
      throws InterruptedException {
    var contenders = new LinkedHashMap<Double, List<ClusterContender>>();
    traffic.loads().forEach(load -> contenders.put(load, served()));
    return new BlockGroups<ClusterContender, ClusterOutcome>(contenders, setting.seed(), console)
        .run(
            setting.blocks(),
            (load, group) -> {
              Traffic.Trace trace = traffic.draw(load, new Random(setting.seed() + group));
              return one -> {
                if (one.isSimulated()) {
                  return Optional.of(simulated(one, known, block(known, traffic, trace)));
                }
                settings.put(one.settings());
                return block(known, traffic, trace).run();
              };
            },
            outcomes::add);
  }

  /** The noise of the machine. CPU time of nodes on this machine does not count as stolen. */
  private Noise noise(NoiseMeter meter, Traffic traffic, double cpuMillis) {
    Noise all = meter.soFar(List.of(traffic.capacityPerSecond()));
    if (!facts.besides() || all.stolenShare() < 0) {
      return all;
    }
    return all.withStolenShare(Math.max(0, all.stolenShare() - cpuMillis / meter.machineMillis()));
  }

  /** The run of a contender, of the searches of one kind. */
  private static Run run(
      ClusterContender contender,
      AtLoad<ClusterContender, ClusterOutcome> all,
      Traffic traffic,
      int kind) {
    BlockFigures figures = all.figures();
    var ofKind =
        new AtLoad<ClusterContender, ClusterOutcome>(
            all.outcomes(),
            outcome -> outcome.kinds().get(kind),
            new BlockFigures(
                figures.load(),
                traffic.perSecond(figures.load(), kind),
                figures.cores(),
                figures.bootstrap()));
    List<ClusterOutcome> own = all.of(contender);
    Run run =
        ofKind
            .figures()
            .run(
                contender.name(),
                ofKind.blocks(contender),
                against(contender, ofKind, traffic),
                null,
                null);
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
      ClusterContender contender, AtLoad<ClusterContender, ClusterOutcome> all, Traffic traffic) {
    if (contender.isSimulated()) {
      return List.of();
    }
    var against = new ArrayList<Comparison>();
    int blocks = all.of(contender).size();
    List<ClusterContender> stock =
        all.contenders().stream().filter(ClusterContender::isStock).toList();
    for (ClusterContender other : all.contenders()) {
      boolean asked =
          other.isStock()
              ? !contender.isStock() || other.equals(stock.getLast())
              : other.name().equals(contender.unhedged())
                  || other.name().equals(contender.simulated().name());
      if (asked && !other.equals(contender) && blocks > 1 && all.of(other).size() == blocks) {
        List<MeasuredBlock> own = all.blocks(contender);
        List<MeasuredBlock> others = all.blocks(other);
        against.add(
            traffic.isMixed()
                ? all.figures().mediansAgainst(other.name(), own, others)
                : all.figures().against(other.name(), own, others));
      }
    }
    return against;
  }

  private Results results(String command, Known known, Traffic traffic, List<MeasuredRuns> kinds) {
    MeasuredRuns measured = kinds.getFirst();
    var settings = new LinkedHashMap<String, Object>();
    settings.put("OpenSearch", facts.version());
    settings.put("address", setting.address());
    settings.put("nodes", facts.nodes());
    settings.put("processors of all nodes", facts.processors());
    facts
        .modes()
        .forEach((mode, nodes) ->
            settings.put("curtail.mode " + mode, "on " + String.join(", ", nodes)));
    settings.put("index", setting.index());
    settings.put("queries", setting.queries());
    settings.put("searches", known.searches().count());
    settings.put(
        "searches left out, as OpenSearch does not answer them twice in the same way",
        bodies.size() - known.searches().count());
    setting.contenders().forEach(one -> settings.put(one.name(), one.settings().toString()));
    setting
        .mix()
        .ifPresentOrElse(
            rates -> {
              settings.put(Variant.OF_RUNS, traffic.kinds().getFirst());
              settings.put("short searches", known.shortCount());
              settings.put("seconds of a block", rates.seconds());
              settings.put("ratios", "medians over blocks");
              settings.put("CPU of a request", "mean of short and long searches");
            },
            () -> settings.put("requests per block", setting.requestsPerBlock()));
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
            of(kinds, traffic, circumstances(measured)));
    Results all =
        whole
            .with()
            .variants(
                IntStream.range(1, kinds.size())
                    .mapToObj(kind ->
                        new Variant(
                            traffic.kinds().get(kind),
                            "The %s beside the %s; ratios are medians over blocks."
                                .formatted(traffic.kinds().get(kind), traffic.kinds().getFirst()),
                            kinds.get(kind).runs(),
                            List.of()))
                    .toList())
            .results();
    return measured.stopped().map(all::interrupted).orElse(all);
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
   * @param kinds runs of each kind of searches
   * @param circumstances remarks on the trustworthiness of the figures, a sentence each
   */
  private static Verdict of(List<MeasuredRuns> kinds, Traffic traffic, List<String> circumstances) {
    MeasuredRuns measured = kinds.getFirst();
    var details = new ArrayList<String>();
    measured.stopped().map(Interruption::sentence).ifPresent(details::add);
    details.addAll(circumstances);
    for (MeasuredRuns kind : kinds) {
      Optional<Verdict> failed = kind.whyVoid(details);
      if (failed.isPresent()) {
        return failed.get();
      }
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
    if (compared(runs).isEmpty()) {
      return new Verdict(
          "No verdict: it needs two of --policies, one of them stock-, and two blocks.",
          details,
          Outcome.NOTHING_TO_COMPARE);
    }
    Optional<Verdict> open = measured.notJudged(details);
    return open.orElseGet(() -> judged(kinds, traffic, details));
  }

  /** Runs of the plugin; without it, of OpenSearch's own modes. */
  private static List<Run> compared(List<Run> runs) {
    List<Run> all = runs.stream().filter(run -> !run.against().isEmpty()).toList();
    List<Run> plugin =
        all.stream().filter(run -> !run.policy().startsWith(ClusterContender.STOCK)).toList();
    return plugin.isEmpty() ? all : plugin;
  }

  private static Verdict judged(List<MeasuredRuns> kinds, Traffic traffic, List<String> details) {
    var shown = new ArrayList<Shown>();
    int comparisons = 0;
    for (int kind = 0; kind < kinds.size(); kind++) {
      MeasuredRuns measured = kinds.get(kind);
      String name = traffic.kinds().get(kind);
      String of = name.isEmpty() ? "" : " of " + name;
      String tail = Numbers.percentile(measured.percentile());
      List<Run> compared = compared(measured.runs());
      for (Run run : measured.runs()) {
        boolean hasTail = run.carries(measured.percentile());
        for (Comparison with : run.against()) {
          boolean isSimulated = with.baseline().startsWith(ClusterContender.SIMULATED);
          boolean isCompared = !isSimulated && compared.contains(run);
          if (!isSimulated && !isCompared) {
            continue;
          }
          Ratio mean = with.mean();
          Ratio high = measured.tail(with);
          details.add(
              "At load %s, %s has of %s's latency%s: mean %s%s."
                  .formatted(
                      Numbers.significant(run.load()),
                      run.policy(),
                      with.baseline(),
                      of,
                      MeasuredRuns.withInterval(mean),
                      hasTail ? ", %s %s".formatted(tail, MeasuredRuns.withInterval(high)) : ""));
          if (isCompared) {
            comparisons += hasTail ? 2 : 1;
            shown(run, with, "mean" + of, mean).ifPresent(shown::add);
            if (hasTail) {
              shown(run, with, tail + of, high).ifPresent(shown::add);
            }
          }
        }
      }
    }
    details.add(Verdict.chance(comparisons));
    String tail = Numbers.percentile(kinds.getFirst().percentile());
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
