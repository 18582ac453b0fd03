package org.curtail.papers.experiments;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.curtail.benchkit.standin.KwikenFit;
import org.curtail.benchkit.standin.KwikenRandom;
import org.curtail.benchkit.standin.KwikenTimes;
import org.curtail.benchkit.text.Numbers;
import org.curtail.workflow.PartialAnswer;
import org.curtail.workflow.ResponderTraces;
import org.curtail.workflow.Responders;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StageTimes;
import org.curtail.workflow.StopRule;
import org.curtail.workflow.partial.PartialAnswers;
import org.curtail.workflow.partial.PartialCurve;
import org.curtail.workflow.partial.Visits;
import org.curtail.workflow.partial.Visits.StopOutcome;

/**
 * Partial answers in one stage of many servers of one fit. All rules have the same loss. The rules
 * are chosen on the training days, and tried on the same visits of the test days.
 *
 * @param stage its name
 * @param runs runs by the name of the rule
 */
record KwikenPartial(String stage, Map<String, Run> runs) {
  /** Losses of the figure, in percent. */
  static final List<Double> LOSSES = List.of(0.02, 0.05, 0.1, 0.2, 0.5, 1.0);

  /** Loss that Bing accepts, in percent. */
  static final double LOSS = 0.1;

  static final List<Double> TABLE_2_LOSSES = List.of(0.1, 1.0);

  static final String KWIKEN = "Kwiken";
  static final String WAIT_FOR_FRACTION = "wait for a fraction";
  static final String FIXED_TIME_OUT = "fixed time-out";
  static final String TIME_THEN_FRACTION = "time, then fraction";
  static final String CEDAR = "Cedar";

  /** All rules at the loss that Bing accepts. */
  static final List<String> RULES =
      List.of(KWIKEN, TIME_THEN_FRACTION, FIXED_TIME_OUT, WAIT_FOR_FRACTION, CEDAR);

  /** Single calls, from which Cedar knows the time of later stages. */
  private static final int UPSTREAM = 500;

  KwikenPartial {
    runs = Map.copyOf(runs);
  }

  /**
   * The effect of a rule.
   *
   * @param less fall of percentiles of the visits in percent, as in {@link KwikenTail#PERCENTILES}
   * @param lossPercent share of late answers
   */
  record Run(List<Double> less, double lossPercent) {
    Run {
      less = List.copyOf(less);
    }

    double lessPercent(double percentile) {
      return less.get(KwikenTail.PERCENTILES.indexOf(percentile));
    }
  }

  Run run(String rule, double lossPercent) {
    Run run = runs.get(at(rule, lossPercent));
    if (run == null) {
      throw new IllegalArgumentException("not measured: " + at(rule, lossPercent));
    }
    return run;
  }

  private static String at(String rule, double lossPercent) {
    return "%s, %s %%".formatted(rule, Numbers.plain(lossPercent));
  }

  /**
   * Measures all rules.
   *
   * @param visits visits on training and test days each
   */
  static KwikenPartial measure(KwikenResponders of, int visits, long seed) {
    Visits training = visits(of, visits, seed, 0);
    Visits test = visits(of, visits, seed, 1);
    var runs = new LinkedHashMap<String, Run>();
    PartialCurve curve = PartialCurve.of(training, LOSSES.getLast() / 100);
    for (double loss : LOSSES) {
      runs.put(at(KWIKEN, loss), run(test, curve.leastVariance(loss / 100)));
    }
    for (double loss : TABLE_2_LOSSES) {
      runs.put(
          at(WAIT_FOR_FRACTION, loss),
          run(test, PartialAnswers.waitForFraction(training, loss / 100)));
    }
    double loss = LOSS / 100;
    runs.put(at(FIXED_TIME_OUT, LOSS), run(test, PartialAnswers.fixedTimeOut(training, loss)));
    runs.put(
        at(TIME_THEN_FRACTION, LOSS), run(test, PartialAnswers.timeThenFraction(training, loss)));
    runs.put(at(CEDAR, LOSS), run(test, PartialAnswers.cedar(training, upstream(seed), loss)));
    return new KwikenPartial(of.name(), runs);
  }

  private static Visits visits(KwikenResponders of, int count, long seed, int day) {
    ResponderTraces traces = of.visits(count, seed, day);
    Stage stage =
        Stage.of(of.name(), List.of(), 1, traces.times(UPSTREAM))
            .asking(Responders.allOf(of.servers()))
            .traced(traces);
    return Visits.of(stage, count, seed);
  }

  /** Returns the times after the stage: snippets and the page, log-normal around 20 ms. */
  private static StageTimes upstream(long seed) {
    var times = KwikenTimes.of(KwikenFit.Tail.LOG_NORMAL, 20, 0.3, 0.001);
    var chance = KwikenRandom.of(seed, UPSTREAM, 0);
    double[] millis = new double[UPSTREAM];
    for (int i = 0; i < UPSTREAM; i++) {
      millis[i] = times.millis(chance.normal(), chance);
    }
    return StageTimes.independent(millis);
  }

  private static Run run(Visits visits, StopRule rule) {
    StopOutcome without = visits.under(PartialAnswer.NONE);
    StopOutcome with = visits.under(rule);
    return new Run(
        KwikenTail.PERCENTILES.stream()
            .map(percentile ->
                100
                    * (1
                        - with.percentileMillis(percentile) / without.percentileMillis(percentile)))
            .toList(),
        100 * with.loss());
  }
}
