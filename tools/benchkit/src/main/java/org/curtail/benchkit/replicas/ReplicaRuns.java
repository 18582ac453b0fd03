package org.curtail.benchkit.replicas;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.DoubleStream;
import org.curtail.Percentile;
import org.curtail.benchkit.results.Comparison;
import org.curtail.benchkit.results.HedgeFigures;
import org.curtail.benchkit.results.Interruption;
import org.curtail.benchkit.results.Run;

/** Makes figures of all blocks at one load. */
final class ReplicaRuns {
  /** What all others are compared with. */
  static final String BASELINE = ReplicaPolicy.NONE.toString();

  private final double load;
  private final double perSecond;
  private final int cores;
  private final long seed;
  private final BlockOutcomes<ReplicaContender, ReplicaOutcome> outcomes;

  /**
   * Without blocks yet.
   *
   * @param load a share of all slots
   * @param cores of this machine
   */
  ReplicaRuns(ReplicaSetting setting, double load, int cores) {
    this.load = load;
    this.cores = cores;
    perSecond = setting.perSecond(load);
    seed = setting.seed();
    outcomes =
        new BlockOutcomes<>(setting.contenders(), ReplicaContender::name, ReplicaOutcome::block);
  }

  /** Adds a block of each of these contenders, all on the same trace. */
  void add(Map<ReplicaContender, ReplicaOutcome> group) {
    outcomes.add(group);
  }

  /** The contenders without any block. */
  List<Interruption.Missing> missing() {
    return outcomes.missing(load);
  }

  /** Why a request failed, if one did. */
  Optional<String> failure() {
    return outcomes.failure();
  }

  /** One run per contender that has a block, in order. */
  List<Run> runs() {
    return outcomes.runs(load, perSecond, cores, seed, this::run);
  }

  private Run run(ReplicaContender contender, BlockFigures figures) {
    List<ReplicaOutcome> own = outcomes.of(contender);
    return figures.run(
        contender.name(),
        outcomes.blocks(contender),
        against(contender, figures),
        hedges(contender, own, sum(own, ReplicaOutcome::requests)),
        null);
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
        2 * standardError(own, fraction, requests),
        Percentile.of(ascending(own, ReplicaOutcome::beyondMs), 50));
  }

  private static double standardError(List<ReplicaOutcome> own, double fraction, int requests) {
    return BlockFigures.standardError(
        own.stream().mapToDouble(ReplicaOutcome::reissueFraction).toArray(), fraction, requests);
  }

  /** Against no hedging; one block shows no interval, so it has none. */
  private List<Comparison> against(ReplicaContender contender, BlockFigures figures) {
    Optional<ReplicaContender> baseline =
        outcomes.contenders().stream().filter(other -> other.name().equals(BASELINE)).findFirst();
    if (baseline.isEmpty()
        || baseline.get().equals(contender)
        || outcomes.of(contender).size() < 2) {
      return List.of();
    }
    return List.of(
        figures.against(BASELINE, outcomes.blocks(contender), outcomes.blocks(baseline.get())));
  }

  private static int sum(List<ReplicaOutcome> outcomes, ToIntFunction<ReplicaOutcome> count) {
    return outcomes.stream().mapToInt(count).sum();
  }

  private static double[] ascending(
      List<ReplicaOutcome> outcomes, Function<ReplicaOutcome, double[]> part) {
    return outcomes.stream().map(part).flatMapToDouble(DoubleStream::of).sorted().toArray();
  }
}
