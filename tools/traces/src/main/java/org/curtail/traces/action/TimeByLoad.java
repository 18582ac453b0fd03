package org.curtail.traces.action;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How long visits take on average by how many others they found. More others never make it less:
 * means that would fall are pooled (isotonic regression by pooling adjacent violators).
 */
final class TimeByLoad {
  /** Fewer visits make no mean. */
  private static final int FEWEST = 30;

  private TimeByLoad() {}

  private static final class Level {
    private double sum;
    private int visits;
    private int others = 1;

    private double mean() {
      return sum / visits;
    }

    private void take(Level next) {
      sum += next.sum;
      visits += next.visits;
      others += next.others;
    }
  }

  /**
   * The means of visits that found 0, 1, 2 others and so on; empty if they are all the same.
   *
   * @param others whole numbers, by visit
   */
  static Optional<List<Double>> of(double[] millis, double[] others) {
    List<Level> levels = new ArrayList<>();
    for (int i = 0; i < millis.length; i++) {
      while (levels.size() <= others[i]) {
        levels.add(new Level());
      }
      Level level = levels.get((int) others[i]);
      level.sum += millis[i];
      level.visits++;
    }
    List<Level> pooled = new ArrayList<>();
    for (Level level : levels) {
      pooled.add(level);
      while (pooled.size() > 1 && isToPool(pooled)) {
        Level last = pooled.removeLast();
        pooled.getLast().take(last);
      }
    }
    List<Double> means = new ArrayList<>();
    for (Level level : pooled) {
      for (int i = 0; i < level.others; i++) {
        means.add(level.mean());
      }
    }
    return pooled.size() < 2 || !(pooled.getFirst().mean() > 0)
        ? Optional.empty()
        : Optional.of(means);
  }

  private static boolean isToPool(List<Level> pooled) {
    Level last = pooled.getLast();
    Level before = pooled.get(pooled.size() - 2);
    return before.visits < FEWEST || last.visits < FEWEST || !(last.mean() > before.mean());
  }
}
