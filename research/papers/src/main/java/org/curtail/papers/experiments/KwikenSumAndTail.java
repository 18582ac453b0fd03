package org.curtail.papers.experiments;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.curtail.benchkit.standin.KwikenFit;
import org.curtail.benchkit.standin.KwikenRandom;
import org.curtail.benchkit.standin.KwikenWorkflow;
import org.curtail.papers.experiments.KwikenRandomSplits.Tried;
import org.curtail.workflow.plan.BudgetSplit;
import org.curtail.workflow.plan.WorkflowCurves;

/**
 * The Kwiken paper's Figure 9, of one fit: the tail against the sum of variances. The figure has
 * random splits of a budget, and SumVar from no budget to all of it, in a workflow of 28 stages.
 * The paper does not name the budget.
 *
 * @param random random splits by rising sum of variances
 * @param greedy SumVar, from no budget on
 */
record KwikenSumAndTail(List<Tried> random, List<Tried> greedy) {
  static final int STAGES = 28;

  static final int PARTS = 10;

  private static final int REQUESTS = 4_000;
  private static final int FEWEST_SPLITS = 100;
  private static final int MOST_SPLITS = 1_000;

  KwikenSumAndTail {
    random = random.stream().sorted(Comparator.comparingDouble(Tried::sum)).toList();
    greedy = List.copyOf(greedy);
  }

  static KwikenSumAndTail measure(KwikenMeasured.Sizes sizes, long seed) {
    KwikenWorkflow of =
        KwikenWorkflow.ofStages("28", STAGES, KwikenFit.of(seed), seed, sizes.samples());
    WorkflowCurves curves = WorkflowCurves.of(of.training());
    var splits = new KwikenRandomSplits(curves, REQUESTS, seed + 1);
    Tried without = splits.tried(new double[STAGES]);
    var chance = KwikenRandom.of(seed, 2, 0);
    var random = new ArrayList<Tried>();
    for (int i = 0; i < Math.clamp(sizes.splits() / PARTS, FEWEST_SPLITS, MOST_SPLITS); i++) {
      double[] shares = splits.randomShares(KwikenReissue.BUDGET, chance);
      random.add(splits.tried(shares).asShareOf(without));
    }
    List<Tried> greedy =
        IntStream.rangeClosed(0, PARTS)
            .mapToObj(part -> {
              double budget = KwikenReissue.BUDGET / 100 * part / PARTS;
              return splits
                  .tried(BudgetSplit.sumVar().fractions(curves, budget))
                  .asShareOf(without);
            })
            .toList();
    return new KwikenSumAndTail(random, greedy);
  }

  /**
   * Returns the mean of each of this many parts of the random splits, ordered by sum of variances.
   */
  Tried meanOfRandom(int part) {
    List<Tried> of =
        random.subList(part * random.size() / PARTS, (part + 1) * random.size() / PARTS);
    return new Tried(
        of.stream().mapToDouble(Tried::sum).average().orElseThrow(),
        of.stream().mapToDouble(Tried::p99).average().orElseThrow());
  }

  /** Returns Spearman's rank correlation of the sum of variances and the p99 of random splits. */
  double rankCorrelation() {
    int count = random.size();
    List<Integer> byTail =
        IntStream.range(0, count)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> random.get(i).p99()))
            .toList();
    double squares = 0;
    for (int rank = 0; rank < count; rank++) {
      // The splits are in order of their sums.
      double off = byTail.get(rank) - rank;
      squares += off * off;
    }
    return 1 - 6 * squares / (count * ((double) count * count - 1));
  }

  /** Returns the distance of SumVar's p99 below that of the best random split, in percent. */
  double belowRandomPercent() {
    double best = random.stream().mapToDouble(Tried::p99).min().orElseThrow();
    return 100 * (1 - greedy.getLast().p99() / best);
  }
}
