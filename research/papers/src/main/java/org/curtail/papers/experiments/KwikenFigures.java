package org.curtail.papers.experiments;

import static org.curtail.papers.experiments.KwikenPlans.at;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.curtail.benchkit.results.PaperFigure;
import org.curtail.benchkit.results.PaperFigure.Curve;
import org.curtail.benchkit.results.PaperFigure.Panel;
import org.curtail.benchkit.results.PaperFigure.Point;
import org.curtail.benchkit.text.Numbers;

/** The Kwiken paper's Figures 11 to 15. */
final class KwikenFigures {
  private static final String BUDGET = "budget for copies, %";
  private static final String LESS = "p99 falls by, %";

  private final KwikenBySeed<KwikenReissue> reissue;

  private KwikenFigures(KwikenMeasured measured) {
    reissue = measured.reissue();
  }

  static List<PaperFigure> of(KwikenMeasured measured) {
    var of = new KwikenFigures(measured);
    var figures = new ArrayList<PaperFigure>();
    figures.add(of.reissue());
    figures.add(of.splits());
    KwikenMeasured.StandIns standIns = measured.standIns();
    if (standIns != null) {
      figures.addFirst(sumAndTail(standIns.sumAndTail()));
      figures.add(rules(standIns.partial()));
      figures.add(of.catchUp(standIns.catchUp()));
      figures.add(together(standIns.together()));
    }
    figures.add(of.stable());
    return figures;
  }

  private static Point point(double x, Estimate y) {
    return new Point(x, y.mean(), y.low(), y.high());
  }

  private static Curve curve(String name, List<Double> places, DoubleFunction<Estimate> number) {
    return new Curve(name, false, places.stream().map(x -> point(x, number.apply(x))).toList());
  }

  private PaperFigure reissue() {
    List<Double> budgets = KwikenReissue.BUDGETS;
    ToDoubleFunction<KwikenReissue> everythingTwice =
        it -> it.run(KwikenPlans.ALL_TWICE).lessPercent();
    List<Curve> spread =
        List.of(
            curve("mean", budgets, b -> reissue.mean(it -> sumVar(it, b, 99))),
            curve("best tenth from", budgets, b -> reissue.percentile(90, it -> sumVar(it, b, 99))),
            curve(
                "best quarter from", budgets, b -> reissue.percentile(75, it -> sumVar(it, b, 99))),
            curve(
                "worst quarter to", budgets, b -> reissue.percentile(25, it -> sumVar(it, b, 99))),
            curve("worst tenth to", budgets, b -> reissue.percentile(10, it -> sumVar(it, b, 99))),
            curve("mean, everything twice", budgets, b -> reissue.mean(everythingTwice)));
    List<Curve> percentiles =
        KwikenTail.PERCENTILES.stream()
            .map(p ->
                curve(Numbers.percentile(p), budgets, b -> reissue.mean(it -> sumVar(it, b, p))))
            .toList();
    return new PaperFigure(
        "Figure 11",
        "Copies only, split by SumVar: by how much the p99 of the workflows falls, and percentiles on average over them",
        List.of(
            Panel.of("99th percentile, over workflows", BUDGET, LESS, spread),
            Panel.of("Mean over workflows, by percentile", BUDGET, "falls by, %", percentiles)));
  }

  private static double sumVar(KwikenReissue of, double budget, double percentile) {
    return of.run(at(KwikenPlans.SUM_VAR, budget)).lessPercent(percentile);
  }

  private PaperFigure splits() {
    var curves = new ArrayList<Curve>();
    for (String policy : List.of(KwikenPlans.HULL_FILL, KwikenPlans.SUM_VAR)) {
      curves.add(ofPolicy(policy, KwikenReissue.BUDGETS));
    }
    for (String policy :
        List.of(KwikenPlans.EQUAL_FRACTION, KwikenPlans.EQUAL_BUDGET, KwikenPlans.SLOWEST)) {
      curves.add(ofPolicy(policy, KwikenReissue.FEW_BUDGETS));
    }
    return new PaperFigure(
        "Splits of the budget",
        "SumVar with time-outs, as in the paper, beside other splits, and beside the exact split with SingleR",
        List.of(
            Panel.of("Mean over workflows", BUDGET, LESS, curves),
            Panel.of(
                "What copies cost on the test days",
                BUDGET,
                "of the first visits, %",
                List.of(spent(KwikenPlans.HULL_FILL), spent(KwikenPlans.SUM_VAR)))));
  }

  private Curve ofPolicy(String policy, List<Double> budgets) {
    return curve(policy, budgets, b -> reissue.mean(it -> it.run(at(policy, b)).lessPercent()));
  }

  private Curve spent(String policy) {
    return curve(
        policy,
        KwikenReissue.BUDGETS,
        b -> reissue.mean(it -> 100 * it.run(at(policy, b)).budgetUsed()));
  }

  private static PaperFigure sumAndTail(KwikenBySeed<KwikenSumAndTail> of) {
    List<Curve> curves =
        List.of(
            tried(
                "random splits, means of tenths",
                of,
                KwikenSumAndTail.PARTS,
                KwikenSumAndTail::meanOfRandom),
            tried(
                "SumVar, up to the whole budget",
                of,
                KwikenSumAndTail.PARTS + 1,
                (it, i) -> it.greedy().get(KwikenSumAndTail.PARTS - i)));
    return new PaperFigure(
        "Figure 9",
        "Whether the sum of variances says how long the tail is: random splits of 5 %, and SumVar on its way there, in a workflow of 28 stages",
        List.of(
            Panel.of(
                "28 stages",
                "sum of variances, % of that without copies",
                "p99, % of that without copies",
                curves)));
  }

  /** Returns the points in order of their sums of variances. */
  private static Curve tried(
      String name,
      KwikenBySeed<KwikenSumAndTail> of,
      int count,
      BiFunction<KwikenSumAndTail, Integer, KwikenRandomSplits.Tried> place) {
    return new Curve(
        name,
        false,
        IntStream.range(0, count)
            .mapToObj(i ->
                point(
                    of.mean(it -> 100 * place.apply(it, i).sum()).mean(),
                    of.mean(it -> 100 * place.apply(it, i).p99())))
            .toList());
  }

  private static PaperFigure rules(KwikenBySeed<KwikenPartial> partial) {
    List<Curve> losses =
        List.of(50.0, 95.0, 99.0).stream()
            .map(p ->
                curve(
                    Numbers.percentile(p),
                    KwikenPartial.LOSSES,
                    loss -> partial.mean(it -> it.run(KwikenPartial.KWIKEN, loss).lessPercent(p))))
            .toList();
    List<Curve> rules =
        KwikenPartial.RULES.stream()
            .map(rule ->
                curve(
                    rule,
                    KwikenTail.PERCENTILES,
                    p -> partial.mean(it -> it.run(rule, KwikenPartial.LOSS).lessPercent(p))))
            .toList();
    return new PaperFigure(
        "Figure 12",
        "Partial answers, on average over web, images and videos: Kwiken's rule by loss, and rules at a loss of 0.1 %",
        List.of(
            Panel.of("Kwiken's rule", "loss of utility, %", "falls by, %", losses),
            Panel.of("Rules at a loss of 0.1 %", "percentile", "falls by, %", rules)));
  }

  private PaperFigure catchUp(KwikenBySeed<KwikenCatchUp> catchUp) {
    List<Curve> kinds =
        List.of(
            curve(
                "lookup: more threads",
                KwikenCatchUp.THREADS,
                x -> catchUp.mean(it -> it.threads().get(KwikenCatchUp.THREADS.indexOf(x)))),
            curve(
                "and network: 1.5 % goes first",
                KwikenCatchUp.THREADS,
                x -> catchUp.mean(it -> it.both().get(KwikenCatchUp.THREADS.indexOf(x)))),
            curve(
                "queues: work that goes first",
                KwikenCatchUp.PRIORITIES,
                x -> catchUp.mean(it -> it.priority().get(KwikenCatchUp.PRIORITIES.indexOf(x)))));
    return new PaperFigure(
        "Figure 13",
        "Catching up: in web search, by what it takes; and by global reissue in each workflow, beside the same budget of 3 %, all local",
        List.of(
            Panel.of("Web search", "more threads, or work that goes first, %", LESS, kinds),
            Panel.of(
                "Global reissue",
                "workflow, by what it gains, %",
                "p99 below local only, %",
                List.of(global(KwikenGlobal.THIRTIETH), global(KwikenGlobal.SIXTH)))));
  }

  private Curve global(String policy) {
    return sorted(
        policy,
        it ->
            100
                * (1
                    - it.run(policy).with().millis(99)
                        / it.run(KwikenGlobal.ALL_LOCAL).with().millis(99)));
  }

  /**
   * Returns a number of all workflows, ascending, against the share of workflows, for each repeat.
   */
  private Curve sorted(String name, ToDoubleFunction<KwikenReissue> number) {
    int count = reissue.repeats().getFirst().size();
    return new Curve(
        name,
        false,
        IntStream.range(0, count)
            .mapToObj(i -> {
              double percent = 100 * (i + 0.5) / count;
              return point(percent, reissue.percentile(percent, number));
            })
            .toList());
  }

  private static PaperFigure together(KwikenBySeed<KwikenTogether> together) {
    List<Double> budgets = KwikenTogether.BUDGETS;
    List<Curve> byBudget =
        List.of(
            curve(
                KwikenTogether.BOTH,
                budgets,
                b -> gain(together, KwikenTogether.BOTH, b, KwikenTogether.LOSS)),
            curve(
                KwikenTogether.COPIES_AND_FRACTION,
                budgets,
                b -> gain(together, KwikenTogether.COPIES_AND_FRACTION, b, KwikenTogether.LOSS)),
            curve(
                KwikenTogether.PARTIAL,
                budgets,
                b -> gain(together, KwikenTogether.PARTIAL, 0, KwikenTogether.LOSS)),
            curve(
                KwikenTogether.COPIES, budgets, b -> gain(together, KwikenTogether.COPIES, b, 0)));
    List<Curve> byLoss =
        List.of(
            curve(
                KwikenTogether.BOTH,
                KwikenTogether.LOSSES,
                loss -> gain(together, KwikenTogether.BOTH, KwikenTogether.BUDGET, loss)),
            curve(
                KwikenTogether.PARTIAL,
                KwikenTogether.LOSSES,
                loss -> gain(together, KwikenTogether.PARTIAL, 0, loss)),
            curve(
                KwikenTogether.COPIES,
                KwikenTogether.LOSSES,
                loss -> gain(together, KwikenTogether.COPIES, KwikenTogether.BUDGET, 0)));
    return new PaperFigure(
        "Figure 14",
        "All together in a workflow of 150 stages, three of which may answer in part: by budget at a loss of 0.1 %, by loss at a budget of 3 %, and the ten stages of the greatest variance",
        List.of(
            Panel.of("Loss of 0.1 %", BUDGET, LESS, byBudget),
            Panel.of("Budget of 3 %", "loss of utility, %", LESS, byLoss),
            Panel.of(
                "Ten stages",
                "stage, by variance",
                "of the whole, %",
                List.of(
                    parts(together, "variance", KwikenTogether.Part::variancePercent),
                    parts(together, "budget", KwikenTogether.Part::budgetPercent)))));
  }

  private static Estimate gain(
      KwikenBySeed<KwikenTogether> together, String plan, double budget, double loss) {
    return together.mean(it -> it.run(plan, budget, loss).lessPercent());
  }

  private static Curve parts(
      KwikenBySeed<KwikenTogether> together,
      String name,
      ToDoubleFunction<KwikenTogether.Part> number) {
    return new Curve(
        name,
        false,
        IntStream.range(0, KwikenTogether.SHOWN)
            .mapToObj(
                i -> point(i + 1, together.mean(it -> number.applyAsDouble(it.stages().get(i)))))
            .toList());
  }

  private PaperFigure stable() {
    String policy = at(KwikenPlans.SUM_VAR, KwikenReissue.BUDGET);
    return new PaperFigure(
        "Figure 15",
        "Training and test days of all workflows, budget 5 %",
        List.of(
            Panel.of(
                "Gain",
                "workflow, by what it gains, %",
                LESS,
                List.of(
                    sorted("training days", it -> it.run(KwikenReissue.ON_TRAINING).lessPercent()),
                    sorted("test days", it -> it.run(policy).lessPercent()))),
            Panel.of(
                "Budget",
                "workflow, by what copies cost, %",
                "of the first visits, %",
                List.of(
                    sorted(
                        "training days",
                        it -> 100 * it.run(KwikenReissue.ON_TRAINING).budgetUsed()),
                    sorted("test days", it -> 100 * it.run(policy).budgetUsed())))));
  }
}
