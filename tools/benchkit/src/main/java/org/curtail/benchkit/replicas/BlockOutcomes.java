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
 * @param <C> type of contenders
 * @param <O> type of a block's outcome
 */
public final class BlockOutcomes<C, O> {
  private final Map<Double, Map<C, List<O>>> all = new LinkedHashMap<>();
  private final Function<C, String> name;
  private final Function<O, MeasuredBlock> block;

  /** Creates an empty collection of outcomes. */
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

  /** Adds a block of each contender, all on the same trace. */
  public void add(double load, Map<C, O> group) {
    Map<C, List<O>> ofLoad = requireNonNull(all.get(load));
    group.forEach((contender, outcome) -> requireNonNull(ofLoad.get(contender)).add(outcome));
  }

  /** All blocks at a load, with their figures. */
  public record AtLoad<C, O>(
      Map<C, List<O>> outcomes, Function<O, MeasuredBlock> block, BlockFigures figures) {
    /** Returns all contenders, in order. */
    public Set<C> contenders() {
      return outcomes.keySet();
    }

    /** Returns all outcomes of a contender. */
    public List<O> of(C contender) {
      return requireNonNull(outcomes.get(contender));
    }

    /** Returns the measured blocks of a contender. */
    public List<MeasuredBlock> blocks(C contender) {
      return of(contender).stream().map(block).toList();
    }
  }

  /** Function from a contender's outcomes to its run. */
  @FunctionalInterface
  public interface RunMaker<C, O> {
    Run of(C contender, AtLoad<C, O> outcomes);
  }

  /**
   * Returns one run per load and contender with a block, in order.
   *
   * @param capacityPerSecond requests per second at a load of 1
   * @param cores number of cores of this machine
   * @param seed seed of intervals
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
   * Returns the runs with the limits of their verdict.
   *
   * @param groups number of complete groups
   * @param wanted number of planned groups
   */
  public MeasuredRuns measured(
      List<Run> runs, Noise noise, double ownShare, int groups, int wanted) {
    Optional<Interruption> stopped =
        groups == wanted
            ? Optional.empty()
            : Optional.of(new Interruption(groups, wanted, "blocks", missing()));
    return new MeasuredRuns(runs, noise, ownShare, groups, failure(), stopped);
  }

  /** Returns the contenders without any block. */
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

  /** Returns the reason of the first failed request, if any failed. */
  private Optional<String> failure() {
    return all.values().stream()
        .flatMap(ofLoad -> ofLoad.values().stream())
        .flatMap(List::stream)
        .flatMap(outcome -> block.apply(outcome).failure().stream())
        .findFirst();
  }
}
