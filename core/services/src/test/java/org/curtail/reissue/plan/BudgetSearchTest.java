package org.curtail.reissue.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.Arrays;
import java.util.List;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.reissue.plan.LoadFeedback.FeedbackStep;
import org.curtail.reissue.plan.LoadFeedback.ReissueTrial;
import org.junit.jupiter.api.Test;

class BudgetSearchTest {
  private static List<Double> budgets(LoadFeedback feedback) {
    return feedback.trials().stream().map(ReissueTrial::budget).distinct().toList();
  }

  @Test
  void budgetsDoubleWhileTheTailFallsAndAreThenBisected() {
    var service = new LoadedService(LoadedService.lognormal(5, 3_000), 0.5);
    LoadFeedback settled = service.settle(BudgetSearch.of(99, 1, 0.3), 99);
    ReissueTrial best = ((FeedbackStep.Accepted) settled.step()).best();
    List<Double> budgets = budgets(settled);
    // First no copies; then each budget is twice the one before, up to one that was too much.
    assertThat(budgets).startsWith(0.0, 0.005, 0.01, 0.02);
    double tooMuch = budgets.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    assertThat(best.budget()).isLessThan(tooMuch).isGreaterThanOrEqualTo(tooMuch / 2);
    List<Double> between =
        budgets.stream().filter(budget -> budget > tooMuch / 2 && budget < tooMuch).toList();
    assertThat(between).hasSizeBetween(1, 3).startsWith(tooMuch * 0.75);
    assertThat(best.observedMillis())
        .isLessThan(settled.trials().getFirst().observedMillis())
        .isLessThanOrEqualTo(
            1.02 * leastOf(service, 0.005, 0.01, 0.03, 0.06, 0.1, 0.15, 0.2, 0.3, 0.5, 0.9));
  }

  private static double leastOf(LoadedService service, double... budgets) {
    return Arrays.stream(budgets)
        .map(budget ->
            service.settle(ReissueIteration.of(new ReissueGoal(99, budget)), 99).step()
                    instanceof FeedbackStep.Accepted accepted
                ? accepted.best().observedMillis()
                : Double.POSITIVE_INFINITY)
        .min()
        .orElseThrow();
  }

  @Test
  void tooSmallBudgetIsDoubledWithoutARun() {
    double[] times = new double[100];
    Arrays.fill(times, 0, 85, 1);
    Arrays.fill(times, 85, 100, 20);
    var service = new LoadedService(times, 0);
    LoadFeedback settled = service.settle(BudgetSearch.of(90, 1, 0.3), 90);
    // p90 takes copies for 5.9 % of the requests: 1 in 20 must be rescued.
    assertThat(budgets(settled)).startsWith(0.0, 0.08, 0.16);
    ReissueTrial best = ((FeedbackStep.Accepted) settled.step()).best();
    assertThat(best.budget()).isEqualTo(0.08);
    assertThat(best.observedMillis()).isEqualTo(2);
    assertThat(((FeedbackStep.Accepted) settled.step()).reason())
        .startsWith("The best budget is 8 %. ");
  }

  @Test
  void largestBudgetIsTheLimit() {
    double[] times = new double[100];
    Arrays.fill(times, 0, 85, 1);
    Arrays.fill(times, 85, 100, 20);
    var service = new LoadedService(times, 0);
    LoadFeedback small = service.settle(BudgetSearch.of(90, 0.03, 0.3), 90);
    assertThat(small.trials()).hasSize(1);
    assertThat(((FeedbackStep.Refused) small.step()).reason())
        .isEqualTo(
            "No tried budget is better than no reissue. For these times no reissue within a"
                + " budget of 3 % lowers the p90 of 20 ms.");
    LoadFeedback large = service.settle(BudgetSearch.of(90, 0.06, 0.3), 90);
    assertThat(((FeedbackStep.Accepted) large.step()).best().budget()).isEqualTo(0.06);
  }

  @Test
  void serviceWithoutRoomForCopiesIsRefused() {
    var service = new LoadedService(LoadedService.lognormal(6, 2_000), 0.9995);
    LoadFeedback settled = service.settle(BudgetSearch.of(99, 0.5, 0.3), 99);
    assertThat(((FeedbackStep.Refused) settled.step()).reason())
        .startsWith("No tried budget is better than no reissue. With reissue the load is too");
    assertThat(budgets(settled)).containsExactly(0.0, 0.005, 0.0025, 0.00125);
    assertThatIllegalStateException()
        .isThrownBy(() -> settled.observe(service.run(ReissuePolicy.NONE, 99)));
  }
}
