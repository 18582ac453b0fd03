package org.curtail.benchkit.replicas;

import java.io.IOException;
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

/**
 * Compares policies of hedging. Each policy keeps its client for all blocks: connections stay open,
 * and an adaptive policy keeps its samples.
 */
public final class ReplicaBench
    extends BlockBench<ReplicaContender, LiveReplicas, LiveTrace, ReplicaOutcome> {
  /** Name of the reference of all ratios. */
  static final String BASELINE = ReplicaPolicy.NONE.toString();

  /** Length of the warm-up: enough for connections, compiled code and first plans. */
  private static final double WARM_UP_SECONDS = 1;

  private static final int LEAST_WARM_UP = 400;

  /** Length of the warm-up of a policy that learns: enough for a first plan of a p99. */
  private static final double LEARNING_SECONDS = 4;

  private static final int LEAST_LEARNED = 2500;

  private final ReplicaSetting setting;
  private final HedgePlans plans;

  /** Creates the bench, and plans for all contenders. */
  public ReplicaBench(ReplicaSetting setting, Console console) {
    super(setting, console, ReplicaContender::name, ReplicaOutcome::block);
    this.setting = setting;
    plans = new HedgePlans(setting);
  }

  private record Work(LiveReplicas replicas, ReplicaClient client, Sender sender)
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
  protected LiveReplicas start() throws IOException {
    return LiveReplicas.start(setting.replicas(), setting.slots());
  }

  /** Starts a contender with open connections; an adaptive contender has learned. */
  @Override
  protected AtWork<LiveTrace, ReplicaOutcome> warm(
      ReplicaContender contender, double load, LiveReplicas replicas) throws InterruptedException {
    double perSecond = setting.perSecond(load);
    int requests = warmUpRequests(contender.policy(), perSecond);
    var client = new ReplicaClient(replicas.addresses());
    var begun = new Work(replicas, client, plans.start(contender, client));
    try {
      var _ = begun.serve(draw(requests, perSecond, setting.seed() - 1));
      StopSignal.check("stopped while warming up; no results were written");
    } catch (InterruptedException | RuntimeException e) {
      begun.close();
      throw e;
    }
    if (contender.policy() == ReplicaPolicy.SINGLE_R_ADAPTIVE) {
      return begun;
    }
    // Budgets begin anew: counted blocks must not spend the savings of the warm-up.
    begun.sender().close();
    return new Work(replicas, client, plans.start(contender, client));
  }

  private static int warmUpRequests(ReplicaPolicy policy, double perSecond) {
    return policy == ReplicaPolicy.SINGLE_R_ADAPTIVE
        ? Math.max(LEAST_LEARNED, (int) (LEARNING_SECONDS * perSecond))
        : Math.max(LEAST_WARM_UP, (int) (WARM_UP_SECONDS * perSecond));
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

  /** Returns the ratios to no hedging; empty for a single block, which gives no interval. */
  private static List<Comparison> against(
      ReplicaContender contender, AtLoad<ReplicaContender, ReplicaOutcome> outcomes) {
    return outcomes.contenders().stream()
        .filter(other -> other.name().equals(BASELINE))
        .filter(other -> !other.equals(contender) && outcomes.of(contender).size() > 1)
        .map(other ->
            outcomes
                .figures()
                .against(BASELINE, outcomes.blocks(contender), outcomes.blocks(other)))
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
    described.putAll(plans.inWords());
    return described;
  }

  @Override
  protected Verdict verdict(MeasuredRuns measured) {
    return ReplicaVerdict.of(measured);
  }

  @Override
  protected List<PaperFigure> figures(List<Run> runs) {
    return ReplicaFigures.of(runs);
  }
}
