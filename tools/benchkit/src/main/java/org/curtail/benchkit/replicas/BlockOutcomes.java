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
import org.curtail.benchkit.results.Noise;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.stats.PairedBootstrap;

/**
 * Outcomes of all blocks, by load and contender. For one thread.
 *
 * @param <C> the contenders
 * @param <O> the outcome of one block
 */
public final class BlockOutcomes<C, O> {
  private final Map<Double, Map<C, List<O>>> all = new LinkedHashMap<>();
  private final Function<C, String> name;
  private final Function<O, MeasuredBlock> block;

  /** Creates it without blocks. */
  public BlockOutcomes(
      List<C> contenders,
      List<Double> loads,
      Function<C, String> name,
      Function<O, MeasuredBlock> block) {
    this.name = name;
    this.block = block;
    for (double load : loads) {
      var ofLoad = new LinkedHashMap<C, List<O>>();
      contenders.forEach(contender -> ofLoad.put(contender, new ArrayList<>()));
      all.put(load, ofLoad);
    }
  }

  /** Adds a block of each of these contenders, all on the same trace. */
  public void add(double load, Map<C, O> group) {
    Map<C, List<O>> ofLoad = requireNonNull(all.get(load));
    group.forEach((contender, outcome) -> requireNonNull(ofLoad.get(contender)).add(outcome));
  }

  /** All blocks at one load, and their figures. */
  public record AtLoad<C, O>(
      Map<C, List<O>> outcomes, Function<O, MeasuredBlock> block, BlockFigures figures) {
    /** All contenders, in order. */
    public Set<C> contenders() {
      return outcomes.keySet();
    }

    /** All outcomes of a contender. */
    public List<O> of(C contender) {
      return requireNonNull(outcomes.get(contender));
    }

    /** The latencies of a contender. */
    public List<MeasuredBlock> blocks(C contender) {
      return of(contender).stream().map(block).toList();
    }
  }

  /** Makes the run of one contender. */
  @FunctionalInterface
  public interface RunMaker<C, O> {
    Run of(C contender, AtLoad<C, O> outcomes);
  }

  /**
   * One run per load and contender that has a block, in order.
   *
   * @param capacityPerSecond requests of a load of 1
   * @param cores as {@link BlockFigures} has it
   * @param seed of intervals
   */
  public List<Run> runs(double capacityPerSecond, int cores, long seed, RunMaker<C, O> maker) {
    var runs = new ArrayList<Run>();
    all.forEach((load, ofLoad) -> {
      int blocks = ofLoad.values().stream().mapToInt(List::size).max().orElse(0);
      if (blocks > 0) {
        var figures =
            new BlockFigures(
                load, load * capacityPerSecond, cores, new PairedBootstrap(blocks, seed));
        var atLoad = new AtLoad<>(ofLoad, block, figures);
        ofLoad.forEach((contender, own) -> {
          if (!own.isEmpty()) {
            runs.add(maker.of(contender, atLoad));
          }
        });
      }
    });
    return runs;
  }

  /**
   * Runs with what limits their verdict.
   *
   * @param groups that were finished
   * @param wanted groups that were to be run
   */
  public MeasuredRuns measured(
      List<Run> runs, Noise noise, double ownShare, int groups, int wanted) {
    Optional<Interruption> stopped =
        groups == wanted
            ? Optional.empty()
            : Optional.of(new Interruption(groups, wanted, "blocks", missing()));
    return new MeasuredRuns(runs, noise, ownShare, groups, failure(), stopped);
  }

  /** The contenders without any block. */
  private List<Interruption.Missing> missing() {
    var missing = new ArrayList<Interruption.Missing>();
    all.forEach((load, ofLoad) ->
        ofLoad.forEach((contender, own) -> {
          if (own.isEmpty()) {
            missing.add(new Interruption.Missing(name.apply(contender), load));
          }
        }));
    return missing;
  }

  /** The reason of a failed request, if there is one. */
  private Optional<String> failure() {
    return all.values().stream()
        .flatMap(ofLoad -> ofLoad.values().stream())
        .flatMap(List::stream)
        .flatMap(outcome -> block.apply(outcome).failure().stream())
        .findFirst();
  }
}
