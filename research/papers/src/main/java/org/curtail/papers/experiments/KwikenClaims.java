package org.curtail.papers.experiments;

import static org.curtail.papers.experiments.KwikenPlans.at;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.curtail.benchkit.results.Answer;
import org.curtail.benchkit.results.Claim;
import org.curtail.benchkit.standin.KwikenWorkflow;
import org.curtail.benchkit.text.Numbers;

/** Claims of the Kwiken paper on its workflows and on reissue in them (sections 2.2 and 5.2). */
final class KwikenClaims {
  private static final String BUDGETS = "Figure 11a";
  private static final String PERCENTILES = "Figure 11b";
  private static final String OPPONENTS = "Other splits (section 5.2)";
  private static final String SUM_AND_TAIL = "Figure 9";
  private static final String BRUTE_FORCE = "Brute force (section 5.2)";
  private static final String STABLE = "Figure 15";
  private static final String LEFT_OUT = "What the paper leaves out";

  /** Least share of the best random split's reduction that SumVar has in the paper. */
  private static final double NEAR = 0.94;

  /** Largest lead of weighted forms that is not "much better", in points. */
  private static final double NOT_MUCH = 3;

  /** "As sum of variances decreases, so does the latency percentile". */
  private static final double CORRELATED = 0.5;

  /** "Within a few percentage points". */
  private static final double FEW_POINTS = 5;

  private static final double BUDGET = KwikenReissue.BUDGET;

  private final Claims claims;
  private final KwikenMeasured measured;
  private final KwikenBySeed<KwikenReissue> reissue;

  private KwikenClaims(KwikenMeasured measured, Claims claims) {
    this.measured = measured;
    this.claims = claims;
    reissue = measured.reissue();
  }

  static List<Claim> of(KwikenMeasured measured) {
    var claims = new Claims();
    var all = new KwikenClaims(measured, claims);
    KwikenFitClaims.add(claims, measured.characters());
    all.budgets();
    all.percentiles();
    all.opponents();
    all.bruteForce();
    KwikenMeasured.StandIns standIns = measured.standIns();
    if (standIns != null) {
      all.sumAndTail(standIns.sumAndTail());
      KwikenStageClaims.add(claims, standIns);
    }
    all.globalReissue();
    all.stable();
    all.leftOut();
    return claims.all();
  }

  private void budgets() {
    String policy = at(KwikenPlans.SUM_VAR, BUDGET);
    String tails =
        "the gain depends on how heavy the tails are. The paper gives only one point of their distribution, and all repeats agree with it";
    gain("mean over workflows with a budget of 5 %", 29, mean(policy), tails);
    gain("90th percentile over workflows (paper: top tenth)", 55, percentile(90, policy), tails);
    gain(
        "25th percentile over workflows (paper: three quarters gain at least)",
        10,
        percentile(25, policy),
        tails);
    Estimate share =
        reissue.of(repeat -> 100 * mean(repeat, policy) / mean(repeat, KwikenPlans.ALL_TWICE));
    claims.number(
        BUDGETS,
        "gain with 5 %, as a share of that of sending everything twice",
        "%",
        50,
        Optional.of(share),
        "the paper says both: over half (section 5), and almost half (section 5.2)");
    claims.answered(
        BUDGETS,
        "a budget of 5 % brings over half of what sending everything twice brings",
        share.above(50),
        "%s %% of the p99 with everything twice"
            .formatted(mean(KwikenPlans.ALL_TWICE).words(Numbers::tenths)),
        "");
    gain(
        "mean over workflows with time-outs set by hand, which cost 0.2 %",
        3,
        mean(KwikenPlans.HAND_SET),
        "Bing's time-outs are not public. Ours are the same multiple of the median at every stage, so most of their copies go to the stages with the heaviest tails");
    claims.number(
        BUDGETS,
        "cost of copies with time-outs set by hand",
        "%",
        0.2,
        Optional.of(reissue.mean(it -> 100 * it.run(KwikenPlans.HAND_SET).budgetUsed())),
        "the time-outs come from the training days. On another day the tail is different, and so is the cost");
  }

  private void gain(String what, double paper, Estimate ours, String reason) {
    claims.change(BUDGETS, "p99 falls: " + what, "%", paper, Optional.of(ours), reason);
  }

  private Estimate mean(String policy) {
    return reissue.of(repeat -> mean(repeat, policy));
  }

  private static double mean(List<KwikenReissue> repeat, String policy) {
    return mean(repeat, policy, 99);
  }

  private static double mean(List<KwikenReissue> repeat, String policy, double percentile) {
    return repeat.stream()
        .mapToDouble(it -> it.run(policy).lessPercent(percentile))
        .average()
        .orElseThrow();
  }

  private Estimate percentile(double percentile, String policy) {
    return reissue.percentile(percentile, it -> it.run(policy).lessPercent());
  }

  private void percentiles() {
    String policy = at(KwikenPlans.SUM_VAR, BUDGET);
    var answers = new ArrayList<Answer>();
    var words = new ArrayList<String>();
    List<Double> shown = KwikenTail.PERCENTILES;
    for (int i = 0; i < shown.size(); i++) {
      double percentile = shown.get(i);
      words.add(
          "%s %s %%"
              .formatted(
                  Numbers.percentile(percentile),
                  Numbers.tenths(reissue.of(repeat -> mean(repeat, policy, percentile)).mean())));
      if (i > 0 && percentile <= 99) {
        double lower = shown.get(i - 1);
        answers.add(
            reissue
                .of(repeat -> mean(repeat, policy, percentile) - mean(repeat, policy, lower))
                .above(0));
      }
    }
    claims.answered(
        PERCENTILES,
        "higher percentiles fall more, up to the p99, with a budget of 5 %",
        answers.stream().reduce(Answer.YES, Answer::and),
        String.join(", ", words),
        "beyond the p99, time-outs end the tail, and a copy does not help a call that is slow twice");
    Estimate median = reissue.of(repeat -> mean(repeat, at(KwikenPlans.SUM_VAR, 3), 50));
    claims.answered(
        PERCENTILES,
        "a budget of 3 % lowers the median too",
        median.above(0),
        "by %s %%".formatted(median.words(Numbers::tenths)),
        "");
  }

  private void opponents() {
    for (String opponent :
        List.of(KwikenPlans.EQUAL_FRACTION, KwikenPlans.EQUAL_BUDGET, KwikenPlans.SLOWEST)) {
      better(OPPONENTS, KwikenPlans.SUM_VAR, opponent, KwikenReissue.FEW_BUDGETS);
    }
    better(OPPONENTS, KwikenPlans.HULL_FILL, KwikenPlans.SUM_VAR, KwikenReissue.BUDGETS);
    for (String weighted : List.of(KwikenPlans.BY_MEAN, KwikenPlans.BY_CRITICALITY)) {
      String than =
          at(
              weighted.equals(KwikenPlans.BY_MEAN) ? KwikenPlans.SUM_VAR : KwikenPlans.HULL_FILL,
              BUDGET);
      Estimate more = reissue.of(repeat -> mean(repeat, weighted) - mean(repeat, than));
      claims.answered(
          OPPONENTS,
          "%s is not much better (3 points) than without weights".formatted(weighted),
          more.below(NOT_MUCH),
          "%s points with a budget of 5 %%".formatted(more.words(Numbers::tenths)),
          "");
    }
  }

  /** Adds the claim that a split lowers the p99 by more than another at each of some budgets. */
  private void better(String figure, String policy, String other, List<Double> budgets) {
    var answers = new ArrayList<Answer>();
    String evidence =
        budgets.stream()
            .map(budget -> {
              String ours = at(policy, budget);
              String theirs = at(other, budget);
              Estimate more = reissue.of(repeat -> mean(repeat, ours) - mean(repeat, theirs));
              answers.add(more.above(0));
              return "%s %%: %s against %s %%"
                  .formatted(
                      Numbers.plain(budget),
                      Numbers.tenths(mean(ours).mean()),
                      Numbers.tenths(mean(theirs).mean()));
            })
            .collect(Collectors.joining(", "));
    claims.answered(
        figure,
        "%s lowers the mean p99 by more than %s".formatted(policy, other),
        answers.stream().reduce(Answer.YES, Answer::and),
        evidence,
        "the sum of variances is a bound for the tail, not the tail itself. If one stage has nearly all of the latency, other splits are as good");
  }

  private void sumAndTail(KwikenBySeed<KwikenSumAndTail> of) {
    Estimate correlation = of.mean(KwikenSumAndTail::rankCorrelation);
    claims.answered(
        SUM_AND_TAIL,
        "as the sum of variances of random splits falls, so does the p99 (rank correlation above 0.5)",
        correlation.above(CORRELATED),
        "rank correlation %s".formatted(correlation.words(Numbers::hundredths)),
        "if the p99 is that of one stage, the variances of the other stages do not matter");
    Estimate below = of.mean(KwikenSumAndTail::belowRandomPercent);
    claims.answered(
        SUM_AND_TAIL,
        "SumVar reaches a lower p99 than each of the random splits",
        below.above(0),
        "%s %% below the best of them".formatted(below.words(Numbers::tenths)),
        "the best of so many splits is partly best by chance, because all are tried on the same requests");
  }

  private void bruteForce() {
    KwikenBySeed<KwikenBruteForce> of = measured.bruteForce();
    if (of.isEmpty()) {
      return;
    }
    String trained =
        "splits are chosen on 4,000 requests of the training days. With so many tries, the best is partly best by chance";
    claims.number(
        BRUTE_FORCE,
        "cases in which SumVar gains at least 94 % of the best random split",
        "%",
        95,
        Optional.of(of.percentOf(it -> it.sumVar() >= NEAR * it.random())),
        trained + "; time-outs do not reach the hull on which SumVar relies");
    claims.number(
        BRUTE_FORCE,
        "points by which SumVar is better on average",
        "",
        2,
        Optional.of(of.mean(it -> it.sumVar() - it.random())),
        trained);
    claims.number(
        BRUTE_FORCE,
        "cases in which the exact split with SingleR gains at least 94 %",
        "%",
        95,
        Optional.of(of.percentOf(it -> it.exact() >= NEAR * it.random())),
        trained);
    Estimate polish = of.mean(it -> it.polished() - it.exact());
    claims.answered(
        BRUTE_FORCE,
        "descent on the simulated p99 is no better (1 point) than the split of variances",
        polish.below(1),
        "%s points more on the test days".formatted(polish.words(Numbers::tenths)),
        "our descent begins at the split of variances. The paper's begins at no split");
  }

  private void globalReissue() {
    KwikenBySeed<KwikenReissue> tried = reissue.only(it -> it.has(KwikenGlobal.ALL_LOCAL));
    if (tried.isEmpty()) {
      return;
    }
    for (String policy : List.of(KwikenGlobal.THIRTIETH, KwikenGlobal.SIXTH)) {
      claims.change(
          "Figure 13b",
          "p99 falls by more than with local reissue only, budget 3 %%, %s".formatted(policy),
          "%",
          3,
          Optional.of(tried.mean(it -> moreThanLocal(it, policy))),
          "with these stand-ins, a copy for a late request shortens the tail about as much as a copy for a late call. The paper does not say how it finds T_z");
    }
    claims.number(
        "Figure 13b",
        "workflows that gain by global reissue",
        "%",
        100 * 37.0 / 45,
        Optional.of(
            tried.percentOf(it ->
                Math.max(
                        moreThanLocal(it, KwikenGlobal.THIRTIETH),
                        moreThanLocal(it, KwikenGlobal.SIXTH))
                    > 0)),
        "as above");
  }

  /** Returns the distance of the p99 below that of the same budget, all local, in percent. */
  private static double moreThanLocal(KwikenReissue of, String policy) {
    double local = of.run(KwikenGlobal.ALL_LOCAL).with().millis(99);
    return 100 * (1 - of.run(policy).with().millis(99) / local);
  }

  private void stable() {
    String policy = at(KwikenPlans.SUM_VAR, BUDGET);
    Estimate off =
        reissue.mean(it ->
            Math.abs(
                it.run(KwikenReissue.ON_TRAINING).lessPercent() - it.run(policy).lessPercent()));
    claims.answered(
        STABLE,
        "the gain on the test days is within a few (5) points of that on the training days",
        off.below(FEW_POINTS),
        "%s points off on average over the workflows".formatted(off.words(Numbers::tenths)),
        "the paper does not say how much services change from day to day. The p99 of so few requests differs in any case");
    Estimate spent = reissue.mean(it -> 100 * it.run(policy).budgetUsed());
    claims.number(
        STABLE,
        "cost of copies on the test days, budget 5 %",
        "%",
        5,
        Optional.of(spent),
        "on a slower day, more calls exceed their time-outs. Cheap stages may already send all calls twice, and need no more copies");
  }

  private void leftOut() {
    queues();
    if (!reissue.repeats().getFirst().getFirst().has(KwikenWorkflow.RELATED_COPIES)) {
      return;
    }
    left(
        "copies slow with first attempts, as measured in section 2.2.1",
        KwikenWorkflow.RELATED_COPIES);
    left(
        "9 % of the pairs of stages slow together, as measured there",
        KwikenWorkflow.RELATED_STAGES);
  }

  private void queues() {
    KwikenBySeed<KwikenQueues> of = measured.queues();
    if (of.isEmpty()) {
      return;
    }
    String load =
        " with a budget of 5 %%, at %.0f %% of the capacity, up to %d workflows"
            .formatted(100 * KwikenQueues.UTILISATION, KwikenQueues.WORKFLOWS);
    claims.ours(
        LEFT_OUT,
        "p99 falls, as predicted without queues," + load,
        "%",
        Optional.of(of.mean(KwikenQueues::predicted)));
    claims.ours(
        LEFT_OUT,
        "workflows in which calls pile up if queues are not left out," + load,
        "%",
        Optional.of(of.percentOf(it -> !it.held())));
    claims.ours(
        LEFT_OUT,
        "p99 falls by plans that were tried under load," + load,
        "%",
        Optional.of(of.mean(KwikenQueues::afterFeedback)));
  }

  private void left(String what, String variant) {
    claims.ours(
        LEFT_OUT,
        "p99 falls: mean over workflows with a budget of 5 %, " + what,
        "%",
        Optional.of(mean(variant)));
  }
}
