package org.curtail.cli.bench.opensearch;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.curtail.benchkit.terminal.Console;

/**
 * Warms up a cluster: before any measurement, contenders serve searches in turn until the nodes'
 * JVMs compile hardly any more code. Otherwise the first contender would be slowed by compilation,
 * and later ones would not. The warm-up ends when no contender is faster than in its turns before.
 * If nodes share cores, this takes minutes. For one thread.
 */
final class ClusterWarmUp {
  /** Searches of a turn; each processor has one at a time. */
  private static final int SEARCHES = 1_500;

  /** Longest duration of a turn; slow searches need fewer for their warm-up. */
  private static final long TURN_NANOS = 5_000_000_000L;

  private static final int FEWEST_ROUNDS = 2;

  /** Time limit of the warm-up, for a machine with constantly changing speed. */
  private static final long MOST_NANOS = 120_000_000_000L;

  /** Ratio of speeds that counts as faster; turns of equal speed differ by a few per cent. */
  private static final double FASTER = 1.05;

  /** Serves a turn and returns its searches per second. */
  interface Turn {
    /**
     * Serves searches of one contender, one after the other for each processor.
     *
     * @param most number of searches at most
     * @param mostNanos time after which no further search is sent
     */
    double perSecond(ClusterContender one, int most, long mostNanos) throws InterruptedException;
  }

  private final List<ClusterContender> contenders;
  private final Console console;
  private final LongSupplier clock;
  private final Map<ClusterContender, Double> fastest = new HashMap<>();

  /**
   * A warm-up of these contenders.
   *
   * @param clock nanoseconds since any moment
   */
  ClusterWarmUp(List<ClusterContender> contenders, Console console, LongSupplier clock) {
    this.contenders = contenders;
    this.console = console;
    this.clock = clock;
  }

  /**
   * Runs it.
   *
   * @throws org.curtail.benchkit.terminal.Interrupted if the user stops it
   */
  void run(Turn turn) throws InterruptedException {
    long beginNanos = clock.getAsLong();
    for (int round = 1; ; round++) {
      boolean goesOn = false;
      for (ClusterContender one : contenders) {
        console.progress("bench: warming up %s, turn %d".formatted(one.name(), round));
        goesOn |= beatsItsBest(one, turn.perSecond(one, SEARCHES, TURN_NANOS));
      }
      if (round < FEWEST_ROUNDS) {
        continue;
      }
      if (!goesOn) {
        return;
      }
      if (clock.getAsLong() - beginNanos > MOST_NANOS) {
        console.say(
            "bench: starts to measure, although the cluster was still getting faster after two minutes");
        return;
      }
    }
  }

  /** True if the contender was faster than in all its turns before. */
  private boolean beatsItsBest(ClusterContender one, double perSecond) {
    double before = fastest.getOrDefault(one, 0.0);
    fastest.put(one, Math.max(before, perSecond));
    return perSecond > FASTER * before;
  }
}
