package org.curtail.benchkit.replicas;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.BiConsumer;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.benchkit.text.Numbers;

/**
 * The order of blocks. A group has one trace for each load. All contenders serve the trace in turn,
 * in shuffled order, so that other activity of the machine affects all alike.
 *
 * @param <C> type of contenders
 * @param <O> type of a block's outcome
 */
public final class BlockGroups<C, O> {
  /** One trace at one load. */
  @FunctionalInterface
  public interface Round<C, O> {
    /** Serves the trace with a contender; empty if the user stopped the work. */
    Optional<O> serve(C contender) throws InterruptedException;
  }

  /** Draws traces. */
  @FunctionalInterface
  public interface Rounds<C, O> {
    /**
     * Returns the trace of a load in a group.
     *
     * @param group number of the group, from 0
     */
    Round<C, O> draw(double load, int group);
  }

  private final Map<Double, List<C>> contenders;
  private final Random order;
  private final Console console;

  /**
   * Creates the order of blocks.
   *
   * @param contenders contenders by load; must not change
   * @param seed seed of the order
   */
  public BlockGroups(Map<Double, List<C>> contenders, long seed, Console console) {
    this.contenders = contenders;
    order = new Random(seed);
    this.console = console;
  }

  /**
   * Runs groups until the user stops the work.
   *
   * @param keep receives the outcomes of a complete group at a load; also those of an incomplete
   *     first group
   * @return number of complete groups
   */
  public int run(int groups, Rounds<C, O> rounds, BiConsumer<Double, Map<C, O>> keep)
      throws InterruptedException {
    long fromNanos = System.nanoTime();
    int total = groups * contenders.values().stream().mapToInt(List::size).sum();
    int done = 0;
    for (int group = 0; group < groups; group++) {
      var finished = new LinkedHashMap<Double, Map<C, O>>();
      var loads = new ArrayList<>(contenders.keySet());
      Collections.shuffle(loads, order);
      for (double load : loads) {
        Round<C, O> round = rounds.draw(load, group);
        var ofLoad = new LinkedHashMap<C, O>();
        finished.put(load, ofLoad);
        var shuffled = new ArrayList<>(requireNonNull(contenders.get(load)));
        Collections.shuffle(shuffled, order);
        for (C one : shuffled) {
          Optional<O> outcome = round.serve(one);
          if (outcome.isEmpty()) {
            keepFirst(group, finished, keep);
            return group;
          }
          ofLoad.put(one, outcome.get());
          done++;
          double seconds = (System.nanoTime() - fromNanos) / 1e9;
          console.progress(
              "bench: group %d of %d, about %s left"
                  .formatted(group + 1, groups, Numbers.duration(seconds / done * (total - done))));
        }
      }
      finished.forEach(keep);
    }
    return groups;
  }

  /** Keeps the finished blocks of an incomplete first group: no other blocks exist. */
  private void keepFirst(
      int group, Map<Double, Map<C, O>> finished, BiConsumer<Double, Map<C, O>> keep) {
    if (group > 0) {
      return;
    }
    if (finished.values().stream().allMatch(Map::isEmpty)) {
      StopSignal.check("stopped in the first block; no results were written");
    }
    finished.forEach(keep);
  }
}
