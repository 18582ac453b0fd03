package org.curtail.lab.replicas;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.DoubleStream;
import org.curtail.Percentile;
import org.curtail.measurement.results.Comparison;
import org.curtail.measurement.results.HedgeFigures;
import org.curtail.measurement.results.Interruption;
import org.curtail.measurement.results.Run;
import org.curtail.measurement.stats.PairedBootstrap;

/** Makes figures of all blocks at one load. */
final class ReplicaRuns {
  /** What all others are compared with. */
  static final String BASELINE = ReplicaPolicy.NONE.toString();

  private final double load;
  private final double perSecond;
  private final int cores;
  private final long seed;
  private final Map<ReplicaContender, List<ReplicaOutcome>> outcomes = new LinkedHashMap<>();

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
    setting.contenders().forEach(contender -> outcomes.put(contender, new ArrayList<>()));
  }

  /** Adds a block of each of these contenders, all on the same trace. */
  void add(Map<ReplicaContender, ReplicaOutcome> group) {
    group.forEach((contender, outcome) -> of(contender).add(outcome));
  }

  private List<ReplicaOutcome> of(ReplicaContender contender) {
    return requireNonNull(outcomes.get(contender), contender.name());
  }

  /** The contenders without any block. */
  List<Interruption.Missing> missing() {
    return outcomes.keySet().stream()
        .filter(contender -> of(contender).isEmpty())
        .map(contender -> new Interruption.Missing(contender.name(), load))
        .toList();
  }

  /** Why a request failed, if one did. */
  Optional<String> failure() {
    return outcomes.values().stream()
        .flatMap(List::stream)
        .flatMap(outcome -> outcome.failure().stream())
        .findFirst();
  }

  /** One run per contender that has a block, in order. */
  List<Run> runs() {
    int blocks = outcomes.values().stream().mapToInt(List::size).max().orElse(0);
    if (blocks == 0) {
      return List.of();
    }
    var figures = new BlockFigures(load, perSecond, cores, new PairedBootstrap(blocks, seed));
    return outcomes.keySet().stream()
        .filter(contender -> !of(contender).isEmpty())
        .map(contender -> run(contender, figures))
        .toList();
  }

  private Run run(ReplicaContender contender, BlockFigures figures) {
    List<ReplicaOutcome> own = of(contender);
    return figures.run(
        contender.name(),
        blocks(own),
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
        outcomes.keySet().stream().filter(other -> other.name().equals(BASELINE)).findFirst();
    if (baseline.isEmpty() || baseline.get().equals(contender) || of(contender).size() < 2) {
      return List.of();
    }
    return List.of(figures.against(BASELINE, blocks(of(contender)), blocks(of(baseline.get()))));
  }

  private static List<MeasuredBlock> blocks(List<ReplicaOutcome> outcomes) {
    return outcomes.stream().map(ReplicaOutcome::block).toList();
  }

  private static int sum(List<ReplicaOutcome> outcomes, ToIntFunction<ReplicaOutcome> count) {
    return outcomes.stream().mapToInt(count).sum();
  }

  private static double[] ascending(
      List<ReplicaOutcome> outcomes, Function<ReplicaOutcome, double[]> part) {
    return outcomes.stream().map(part).flatMapToDouble(DoubleStream::of).sorted().toArray();
  }
}
