package org.curtail.benchkit.replicas;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.DoubleStream;
import org.curtail.Percentile;
import org.curtail.benchkit.replicas.BlockOutcomes.AtLoad;
import org.curtail.benchkit.results.Comparison;
import org.curtail.benchkit.results.HedgeFigures;
import org.curtail.benchkit.results.PaperFigure;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.results.Verdict;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.benchkit.text.Numbers;
import org.jspecify.annotations.Nullable;

/**
 * Compares policies of hedging. Each policy keeps its client for all blocks: connections stay open,
 * and an adaptive policy keeps its samples.
 */
public final class ReplicaBench
    extends BlockBench<ReplicaContender, ServedReplicas, LiveTrace, ReplicaOutcome> {
  /** Name of the reference of all ratios. */
  static final String BASELINE = ReplicaPolicy.NONE.toString();

  /**
   * Length of the warm-up: enough for connections, compiled code and first plans. It is no longer
   * than the measured part of a contender and load.
   */
  private static final double WARM_UP_SECONDS = 1;

  private static final int LEAST_WARM_UP = 400;

  /** Length of the warm-up of a policy that learns: enough for a first plan of a p99. */
  private static final double LEARNING_SECONDS = 4;

  private static final int LEAST_LEARNED = 2500;

  private final ReplicaSetting setting;
  private final @Nullable ServedReplicas running;
  private final Map<Double, HedgePlans> plans;

  /** Creates the bench on HTTP servers that hold requests, and plans for all contenders. */
  public ReplicaBench(ReplicaSetting setting, Console console) {
    this(setting, null, console);
  }

  /**
   * Creates the bench on other servers, and plans for all contenders.
   *
   * @param running the servers, which this bench closes; null for HTTP servers of its own
   */
  public ReplicaBench(ReplicaSetting setting, @Nullable ServedReplicas running, Console console) {
    super(setting, console, ReplicaContender::name, ReplicaOutcome::block);
    this.setting = setting;
    this.running = running;
    plans = HedgePlans.byLoad(setting);
  }

  private record Work(ServedReplicas replicas, AttemptClient client, Sender sender)
      implements AtWork<LiveTrace, ReplicaOutcome> {
    @Override
    public Optional<ReplicaOutcome> serve(LiveTrace trace) throws InterruptedException {
      return new ReplicaBlock(replicas, sender, trace).run();
    }

    @Override
    public void close() {
      sender.close();
      client.close();
    }
  }

  @Override
  protected String servers() {
    return "%d replicas on loopback".formatted(setting.replicas());
  }

  @Override
  protected ServedReplicas start() throws IOException {
    return running == null ? LiveReplicas.start(setting.replicas(), setting.slots()) : running;
  }

  @Override
  protected double processMillis(ServedReplicas servers) {
    return servers.processMillis();
  }

  /** Starts a contender with open connections; an adaptive contender has learned. */
  @Override
  protected AtWork<LiveTrace, ReplicaOutcome> warm(
      ReplicaContender contender, double load, ServedReplicas replicas)
      throws IOException, InterruptedException {
    double perSecond = setting.perSecond(load);
    int requests = warmUpRequests(contender.policy(), perSecond);
    HedgePlans planned = requireNonNull(plans.get(load));
    AttemptClient client = replicas.client();
    var begun = new Work(replicas, client, planned.start(contender, client, perSecond));
    try {
      var _ = begun.serve(draw(requests, perSecond, setting.seed() - 1));
      StopSignal.check("stopped while warming up; no results were written");
    } catch (InterruptedException | RuntimeException e) {
      begun.close();
      throw e;
    }
    if (learns(contender.policy())) {
      return begun;
    }
    // Budgets begin anew: counted blocks must not spend the savings of the warm-up.
    begun.sender().close();
    return new Work(replicas, client, planned.start(contender, client, perSecond));
  }

  private static boolean learns(ReplicaPolicy policy) {
    return policy == ReplicaPolicy.SINGLE_R_ADAPTIVE || policy == ReplicaPolicy.LEARNED_P90;
  }

  private int warmUpRequests(ReplicaPolicy policy, double perSecond) {
    return learns(policy)
        ? Math.max(LEAST_LEARNED, (int) (LEARNING_SECONDS * perSecond))
        : Math.min(
            Math.max(LEAST_WARM_UP, (int) (WARM_UP_SECONDS * perSecond)),
            setting.blocks() * setting.requestsPerBlock());
  }

  @Override
  protected LiveTrace draw(int requests, double perSecond, long seed) {
    return LiveTrace.draw(setting, requests, perSecond, seed);
  }

  @Override
  protected Run run(ReplicaContender contender, AtLoad<ReplicaContender, ReplicaOutcome> outcomes) {
    List<ReplicaOutcome> own = outcomes.of(contender);
    return outcomes
        .figures()
        .run(
            contender.name(),
            outcomes.blocks(contender),
            against(contender, outcomes),
            hedges(contender, own, sum(own, ReplicaOutcome::requests)),
            null);
  }

  /**
   * Returns the ratios to another learning policy and to no hedging, which is the last; empty for a
   * single block, which gives no interval.
   */
  private static List<Comparison> against(
      ReplicaContender contender, AtLoad<ReplicaContender, ReplicaOutcome> outcomes) {
    return outcomes.contenders().stream()
        .filter(other ->
            other.name().equals(BASELINE)
                || (other.policy() == ReplicaPolicy.LEARNED_P90
                    && contender.policy() == ReplicaPolicy.SINGLE_R_ADAPTIVE))
        .sorted(Comparator.comparing(other -> other.name().equals(BASELINE)))
        .filter(other -> !other.equals(contender) && outcomes.of(contender).size() > 1)
        .map(other ->
            outcomes
                .figures()
                .against(other.name(), outcomes.blocks(contender), outcomes.blocks(other)))
        .toList();
  }

  private static HedgeFigures hedges(
      ReplicaContender contender, List<ReplicaOutcome> own, int requests) {
    SentCopies copies =
        own.stream().map(ReplicaOutcome::copies).reduce(SentCopies.NONE, SentCopies::plus);
    double fraction = (double) copies.sent() / requests;
    return new HedgeFigures(
        contender.budget().isPresent() ? contender.budget().getAsDouble() : null,
        Math.toIntExact(copies.sent()),
        sum(own, ReplicaOutcome::won),
        Math.toIntExact(copies.overBudget()),
        Math.toIntExact(copies.overLoad()),
        Math.toIntExact(copies.tooEarly()),
        fraction,
        2
            * BlockFigures.standardError(
                own.stream().mapToDouble(ReplicaOutcome::reissueFraction).toArray(),
                fraction,
                requests),
        Percentile.of(ascending(own, ReplicaOutcome::beyondMs), 50));
  }

  private static int sum(List<ReplicaOutcome> outcomes, ToIntFunction<ReplicaOutcome> count) {
    return outcomes.stream().mapToInt(count).sum();
  }

  private static double[] ascending(
      List<ReplicaOutcome> outcomes, Function<ReplicaOutcome, double[]> part) {
    return outcomes.stream().map(part).flatMapToDouble(DoubleStream::of).sorted().toArray();
  }

  @Override
  protected Map<String, Object> described() {
    var described = new LinkedHashMap<String, Object>();
    described.put("replicas", setting.replicas());
    described.put("slots of each", setting.slots());
    described.put("requests/s that all slots carry", setting.capacityPerSecond());
    switch (setting.planning()) {
      case FROM_TIMES ->
          plans.values().stream().findFirst().map(HedgePlans::inWords).ifPresent(described::putAll);
      case UNDER_LOAD ->
          plans.forEach((load, planned) ->
              planned
                  .inWords()
                  .forEach((plan, words) -> described.put(plan + atLoad(load), words)));
    }
    return described;
  }

  private static String atLoad(double load) {
    return " at %s load".formatted(Numbers.percent(load));
  }

  @Override
  protected Verdict verdict(MeasuredRuns measured) {
    Verdict verdict = ReplicaVerdict.of(measured);
    return switch (setting.planning()) {
      case FROM_TIMES -> verdict;
      case UNDER_LOAD -> verdict.with(plannedAndSeen(measured.runs()));
    };
  }

  /** Returns a sentence on each planned run. */
  private List<String> plannedAndSeen(List<Run> runs) {
    if (setting.percentile() != 99) {
      return List.of(); // A run has only some percentiles.
    }
    var sentences = new ArrayList<String>();
    for (Run run : runs) {
      Optional<Run> without =
          runs.stream()
              .filter(it -> it.load() == run.load() && it.policy().equals(BASELINE))
              .findFirst();
      requireNonNull(plans.get(run.load()))
          .planOf(run.policy())
          .ifPresent(plan ->
              sentences.add(
                  "%s%s: planned p99 %s, seen %s%s."
                      .formatted(
                          run.policy(),
                          atLoad(run.load()),
                          Numbers.time(plan.predictedMillis()),
                          Numbers.time(run.latency().p99Ms()),
                          without
                              .map(none ->
                                  "; without copies planned %s, seen %s"
                                      .formatted(
                                          Numbers.time(plan.withoutMillis()),
                                          Numbers.time(none.latency().p99Ms())))
                              .orElse(""))));
    }
    return sentences;
  }

  @Override
  protected List<PaperFigure> figures(List<Run> runs) {
    return ReplicaFigures.of(runs);
  }
}
