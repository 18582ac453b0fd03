package org.curtail.benchkit.replicas;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.curtail.benchkit.results.Interruption;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.stats.PairedBootstrap;

/**
 * What came of all blocks at one load, by who served them. For one thread.
 *
 * @param <C> the contenders
 * @param <O> what came of one block
 */
public final class BlockOutcomes<C, O> {
  private final Map<C, List<O>> all = new LinkedHashMap<>();
  private final Function<C, String> name;
  private final Function<O, MeasuredBlock> block;

  /** Without blocks yet. */
  public BlockOutcomes(
      List<C> contenders, Function<C, String> name, Function<O, MeasuredBlock> block) {
    this.name = name;
    this.block = block;
    contenders.forEach(contender -> all.put(contender, new ArrayList<>()));
  }

  /** Adds a block of each of these contenders, all on the same trace. */
  public void add(Map<C, O> group) {
    group.forEach((contender, outcome) -> of(contender).add(outcome));
  }

  /** All contenders, in order. */
  public Set<C> contenders() {
    return all.keySet();
  }

  /** All of a contender. */
  public List<O> of(C contender) {
    return requireNonNull(all.get(contender), () -> name.apply(contender));
  }

  /** The latencies of a contender. */
  public List<MeasuredBlock> blocks(C contender) {
    return of(contender).stream().map(block).toList();
  }

  /** The contenders without any block. */
  public List<Interruption.Missing> missing(double load) {
    return contenders().stream()
        .filter(contender -> of(contender).isEmpty())
        .map(contender -> new Interruption.Missing(name.apply(contender), load))
        .toList();
  }

  /** Why a request failed, if one did. */
  public Optional<String> failure() {
    return all.values().stream()
        .flatMap(List::stream)
        .flatMap(outcome -> block.apply(outcome).failure().stream())
        .findFirst();
  }

  /** Makes the run of one contender. */
  @FunctionalInterface
  public interface RunMaker<C> {
    Run of(C contender, BlockFigures figures);
  }

  /**
   * One run per contender that has a block, in order.
   *
   * @param load as {@link BlockFigures} has it, and so are the next two
   * @param seed of intervals
   */
  public List<Run> runs(double load, double perSecond, int cores, long seed, RunMaker<C> maker) {
    int blocks = all.values().stream().mapToInt(List::size).max().orElse(0);
    if (blocks == 0) {
      return List.of();
    }
    var figures = new BlockFigures(load, perSecond, cores, new PairedBootstrap(blocks, seed));
    return contenders().stream()
        .filter(contender -> !of(contender).isEmpty())
        .map(contender -> maker.of(contender, figures))
        .toList();
  }
}
