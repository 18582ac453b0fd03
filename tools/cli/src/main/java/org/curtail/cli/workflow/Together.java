package org.curtail.cli.workflow;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.curtail.benchkit.stats.RankCorrelation;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.text.Output;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePlanner;
import org.curtail.workflow.JointTraces;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StageTimes;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.simulate.WorkflowSimulation;
import org.jspecify.annotations.Nullable;

/**
 * Times that go together in the same request: those of two stages, and those of both attempts at a
 * stage.
 *
 * @param percentile percentile of the tails
 * @param stages pairs of stages, the most correlated first; empty without traced requests
 * @param shuffled tails if stages were independent of each other, one for each shuffle of the
 *     traced requests; null without traced requests
 * @param attempts stages with times of both attempts
 */
record Together(
    double percentile,
    List<StagePair> stages,
    @Nullable DoubleSummaryStatistics shuffled,
    List<StageAttempts> attempts) {
  private static final int SHOWN = 5;
  private static final int SHUFFLES = 9;

  /** Budget of a plan for one stage alone. */
  private static final double BUDGET = 0.05;

  Together {
    stages = List.copyOf(stages);
    attempts = List.copyOf(attempts);
  }

  /** Two stages with their times in the same requests. */
  record StagePair(String stage, String other, RankCorrelation correlation) {}

  /**
   * Both attempts at a stage.
   *
   * @param tailMillis tail of the stage with the best plan for {@link #BUDGET}
   * @param independentMillis the same if both attempts were independent
   */
  record StageAttempts(
      String stage, RankCorrelation correlation, double tailMillis, double independentMillis) {
    static Optional<StageAttempts> of(Stage stage, ReissueGoal goal) {
      if (!stage.times().arePairs()) {
        return Optional.empty();
      }
      StageTimes times = stage.times();
      double[] second = IntStream.range(0, times.size()).mapToDouble(times::secondMillis).toArray();
      return RankCorrelation.of(times.attemptTimes())
          .map(correlation ->
              new StageAttempts(
                  stage.name(),
                  correlation,
                  tail(times.attemptTimes(), goal),
                  tail(AttemptTimes.independent(times.firstMillis(), second), goal)));
    }

    private static double tail(AttemptTimes times, ReissueGoal goal) {
      return ReissuePlanner.singleR(times, goal).predictedMillis();
    }
  }

  static Together of(WorkflowSimulation simulation, double percentile) {
    Workflow workflow = simulation.workflow();
    JointTraces joint = workflow.joint();
    var goal = new ReissueGoal(percentile, BUDGET);
    return new Together(
        percentile,
        joint == null ? List.of() : pairs(joint),
        joint == null ? null : shuffled(simulation, joint, percentile),
        workflow.stages().stream()
            .flatMap(stage -> StageAttempts.of(stage, goal).stream())
            .toList());
  }

  private static List<StagePair> pairs(JointTraces joint) {
    var pairs = new ArrayList<StagePair>();
    for (int a = 0; a < joint.stages().size(); a++) {
      for (int b = a + 1; b < joint.stages().size(); b++) {
        String stage = joint.stages().get(a);
        String other = joint.stages().get(b);
        of(joint, a, b)
            .ifPresent(correlation -> pairs.add(new StagePair(stage, other, correlation)));
      }
    }
    pairs.sort(Comparator.comparingDouble((StagePair pair) -> -Math.abs(pair.correlation.value())));
    return pairs;
  }

  /** Returns the correlation in the requests that visit both stages. */
  private static Optional<RankCorrelation> of(JointTraces joint, int stage, int other) {
    int[] both =
        IntStream.range(0, joint.size())
            .filter(
                i -> !Double.isNaN(joint.millis(i, stage)) && !Double.isNaN(joint.millis(i, other)))
            .toArray();
    return both.length == 0
        ? Optional.empty()
        : RankCorrelation.of(
            AttemptTimes.paired(
                IntStream.of(both).mapToDouble(i -> joint.millis(i, stage)).toArray(),
                IntStream.of(both).mapToDouble(i -> joint.millis(i, other)).toArray()));
  }

  private static DoubleSummaryStatistics shuffled(
      WorkflowSimulation simulation, JointTraces joint, double percentile) {
    Workflow workflow = simulation.workflow();
    return LongStream.range(simulation.seed(), simulation.seed() + SHUFFLES)
        .parallel()
        .mapToDouble(seed ->
            WorkflowSimulation.of(
                    workflow.with(shuffled(joint, seed)), simulation.requests(), simulation.seed())
                .run(WorkflowPlan.none(workflow))
                .percentileMillis(percentile))
        .summaryStatistics();
  }

  /** Returns the times of each stage in a random order of requests, so that visits stay as many. */
  private static JointTraces shuffled(JointTraces joint, long seed) {
    var random = new SplittableRandom(seed);
    double[][] millis = new double[joint.size()][joint.stages().size()];
    for (int stage = 0; stage < joint.stages().size(); stage++) {
      for (int i = 0; i < joint.size(); i++) {
        int other = random.nextInt(i + 1);
        millis[i][stage] = millis[other][stage];
        millis[other][stage] = joint.millis(i, stage);
      }
    }
    return JointTraces.of(joint.stages(), millis);
  }

  /**
   * Adds the findings to the output.
   *
   * @param tailMillis tail of the workflow as it is
   */
  void addTo(Output output, double tailMillis) {
    Table<StagePair> ofStages =
        Table.of(stages)
            .add("stage", "stage", Unit.NAME, StagePair::stage)
            .add("with", "with", Unit.NAME, StagePair::other)
            .field("correlation", pair -> pair.correlation.value())
            .field("low", pair -> pair.correlation.low())
            .field("high", pair -> pair.correlation.high())
            .show("rank correlation", Unit.TEXT, pair -> pair.correlation.words())
            .add("requests", "requests", Unit.COUNT, pair -> pair.correlation.pairs());
    Table<StageAttempts> ofAttempts =
        Table.of(attempts)
            .add("stage", "stage", Unit.NAME, StageAttempts::stage)
            .field("correlation", each -> each.correlation.value())
            .field("low", each -> each.correlation.low())
            .field("high", each -> each.correlation.high())
            .show("attempts' rank correlation", Unit.TEXT, each -> each.correlation.words())
            .add("pairs", "pairs", Unit.COUNT, each -> each.correlation.pairs())
            .add(
                "%s ms with 5 %% copies".formatted(Numbers.percentile(percentile)),
                "tailMs",
                Unit.NUMBER,
                StageAttempts::tailMillis)
            .add("if independent", "independentMs", Unit.NUMBER, StageAttempts::independentMillis);
    output
        .field("together.stages", ofStages.records())
        .field("together.attempts", ofAttempts.records());
    if (!stages.isEmpty() && shuffled != null) {
      output
          .field("together.independentTailMs", shuffled.getAverage())
          .field("together.independentTailLowMs", shuffled.getMin())
          .field("together.independentTailHighMs", shuffled.getMax())
          .gap()
          .table(ofStages.first(SHOWN))
          .line(
              stages.size() <= SHOWN
                  ? Optional.empty()
                  : Optional.of("and %d more pairs".formatted(stages.size() - SHOWN)))
          .line(
              "If the stages were independent of each other, %s would be %s (%s to %s ms in %d shuffles) instead of %s."
                  .formatted(
                      Numbers.percentile(percentile),
                      Numbers.time(shuffled.getAverage()),
                      Numbers.significant(shuffled.getMin()),
                      Numbers.significant(shuffled.getMax()),
                      SHUFFLES,
                      Numbers.time(tailMillis)));
    }
    if (!attempts.isEmpty()) {
      output.gap().table(ofAttempts);
    }
  }
}
