package org.curtail.cli.bench.opensearch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.curtail.benchkit.replicas.BlockFigures;
import org.curtail.benchkit.replicas.BlockOutcomes;
import org.curtail.benchkit.results.Checks;
import org.curtail.benchkit.results.Comparison;
import org.curtail.benchkit.results.Interruption;
import org.curtail.benchkit.results.Run;

/** Makes figures of all blocks at all loads. */
final class ClusterRuns {
  private final Map<Double, BlockOutcomes<ClusterContender, ClusterOutcome>> outcomes =
      new LinkedHashMap<>();
  private final double capacityPerSecond;
  private final int processors;
  private final long seed;

  /**
   * Without blocks yet.
   *
   * @param loads as shares of the capacity
   * @param processors of all nodes
   * @param seed of intervals
   */
  ClusterRuns(
      List<ClusterContender> contenders,
      List<Double> loads,
      double capacityPerSecond,
      int processors,
      long seed) {
    this.capacityPerSecond = capacityPerSecond;
    this.processors = processors;
    this.seed = seed;
    for (double load : loads) {
      outcomes.put(
          load, new BlockOutcomes<>(contenders, ClusterContender::name, ClusterOutcome::block));
    }
  }

  /** Adds a block of each of these contenders, all on the same arrivals. */
  void add(double load, Map<ClusterContender, ClusterOutcome> group) {
    of(load).add(group);
  }

  private BlockOutcomes<ClusterContender, ClusterOutcome> of(double load) {
    return Objects.requireNonNull(outcomes.get(load));
  }

  /** The contenders without any block. */
  List<Interruption.Missing> missing() {
    return outcomes.entrySet().stream()
        .flatMap(entry -> entry.getValue().missing(entry.getKey()).stream())
        .toList();
  }

  /** Why a search failed, if one did. */
  Optional<String> failure() {
    return outcomes.values().stream().flatMap(of -> of.failure().stream()).findFirst();
  }

  /** One run for each contender and load that has a block, in order. */
  List<Run> runs() {
    return outcomes.keySet().stream()
        .flatMap(load ->
            of(load)
                .runs(
                    load,
                    load * capacityPerSecond,
                    processors,
                    seed,
                    (contender, figures) -> run(contender, of(load), figures))
                .stream())
        .toList();
  }

  private static Run run(
      ClusterContender contender,
      BlockOutcomes<ClusterContender, ClusterOutcome> all,
      BlockFigures figures) {
    List<ClusterOutcome> own = all.of(contender);
    Run run =
        figures.run(
            contender.name(), all.blocks(contender), against(contender, all, figures), null, null);
    return run.with(
        new Checks(
            run.checks().failed(),
            own.stream().mapToInt(ClusterOutcome::checked).sum(),
            own.stream().mapToInt(ClusterOutcome::mismatches).sum()));
  }

  /**
   * The plugin against each way of OpenSearch's own, and hedged against unhedged; of OpenSearch's
   * own, the others against the last, which is its default. One block shows no interval, so it has
   * none.
   */
  private static List<Comparison> against(
      ClusterContender contender,
      BlockOutcomes<ClusterContender, ClusterOutcome> all,
      BlockFigures figures) {
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
        against.add(figures.against(other.name(), all.blocks(contender), all.blocks(other)));
      }
    }
    return against;
  }
}
