package org.curtail.benchkit.standin;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Graph of a stand-in workflow: a sequence of levels of stages. The first stage of a level waits
 * for all stages of the previous level, as an aggregator does; the others wait for some of them.
 *
 * <p>Fitted to section 2.2.2 of the Kwiken paper: stages per workflow have median 14 and 90th
 * percentile 81 (log-normal); 20 % of the workflows have sequences of 10 stages or more; the
 * greatest in-degree grows with the number of stages.
 *
 * @param before predecessors of each stage; they have lower numbers
 */
public record KwikenShape(List<List<Integer>> before) {
  public static final double MEDIAN_STAGES = 14;
  public static final double P90_STAGES = 81;

  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  /** 90th percentile of the standard normal distribution. */
  public static final double Z_90 = NORMAL.inverseCumulativeProbability(0.9);

  /**
   * Exponent of the number of levels as a power of the number of stages: 10 levels at the 80th
   * percentile.
   */
  private static final double LEVELS_POWER = 0.6;

  private static final double LEVELS_SPREAD = 0.3;

  public KwikenShape {
    before = before.stream().map(List::copyOf).toList();
  }

  /**
   * Returns the number of stages of a workflow.
   *
   * @param workflow index, from the smallest to the greatest workflow
   */
  public static int stages(int workflow, int workflows) {
    double z = NORMAL.inverseCumulativeProbability((workflow + 0.5) / workflows);
    double sigma = StrictMath.log(P90_STAGES / MEDIAN_STAGES) / Z_90;
    return Math.max(1, (int) Math.round(MEDIAN_STAGES * StrictMath.exp(sigma * z)));
  }

  public static KwikenShape draw(int stages, KwikenRandom chance) {
    double noise = StrictMath.exp(LEVELS_SPREAD * chance.normal());
    int levels = Math.clamp(Math.round(StrictMath.pow(stages, LEVELS_POWER) * noise), 1, stages);
    int[] widths = widths(stages, levels, chance);
    var before = new ArrayList<List<Integer>>();
    int levelBefore = 0;
    for (int level = 0; level < levels; level++) {
      int begin = before.size();
      for (int i = 0; i < widths[level]; i++) {
        before.add(
            level == 0
                ? List.of()
                : i == 0 ? range(levelBefore, begin) : some(levelBefore, begin, chance));
      }
      levelBefore = begin;
    }
    return new KwikenShape(before);
  }

  /**
   * Returns the number of stages of each level. Each further stage joins the level of a random
   * stage, so wide levels become wider.
   */
  private static int[] widths(int stages, int levels, KwikenRandom chance) {
    int[] widths = new int[levels];
    var levelOf = new ArrayList<Integer>();
    for (int stage = 0; stage < stages; stage++) {
      int level = stage < levels ? stage : levelOf.get(chance.below(stage));
      widths[level]++;
      levelOf.add(level);
    }
    return widths;
  }

  private static ArrayList<Integer> range(int from, int to) {
    var all = new ArrayList<Integer>();
    for (int i = from; i < to; i++) {
      all.add(i);
    }
    return all;
  }

  /** Returns some stages of a level: from one to all, with a uniform logarithm of their number. */
  private static List<Integer> some(int from, int to, KwikenRandom chance) {
    ArrayList<Integer> left = range(from, to);
    int count = (int) Math.floor(chance.logUniform(1, to - from + 1));
    var chosen = new ArrayList<Integer>();
    while (chosen.size() < count) {
      int at = chance.below(left.size());
      chosen.add(left.get(at));
      left.subList(at, at + 1).clear();
    }
    return chosen;
  }

  public int size() {
    return before.size();
  }
}
