package org.curtail.traces.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.curtail.testkit.Cases;
import org.curtail.traces.KnownShop;
import org.curtail.traces.KnownShop.Times;
import org.curtail.traces.workflow.CallTarget;
import org.curtail.traces.workflow.Forecast;
import org.curtail.traces.workflow.Intervention;
import org.curtail.traces.workflow.Repeatable;
import org.curtail.traces.workflow.StageName;
import org.curtail.traces.workflow.TracedWorkflow;
import org.junit.jupiter.api.Test;

/** Tests the advice for a shop in which search is work, the till queues and stock is noise. */
class AdviceTest {
  private static final int REQUESTS = 8_000;
  private static final StageName SEARCH = new StageName("search", "Find");
  private static final StageName TILL = new StageName("till", "GetTotal");
  private static final StageName STOCK = new StageName("stock", "GetStock");

  private static Advice advice(KnownShop shop) {
    TracedWorkflow workflow = TracedWorkflow.of(shop.traces()).getFirst();
    var repeatable = Repeatable.of(workflow.traces(), Set.of(), Set.of());
    return Advice.of(workflow, workflow.traces(), new Advice.Limits(repeatable, 0.08, 2), 1);
  }

  private static StageCause of(List<StageCause> causes, StageName stage) {
    return causes.stream().filter(cause -> cause.stage().equals(stage)).findFirst().orElseThrow();
  }

  private static double p99(KnownShop shop, ToDoubleFunction<Times> latency) {
    double[] later =
        shop.times().subList(REQUESTS / 2, REQUESTS).stream()
            .mapToDouble(latency)
            .sorted()
            .toArray();
    return later[(int) Math.ceil(0.99 * later.length) - 1];
  }

  @Test
  void adviceFitsTheCauseOfEachStage() {
    for (long seed = 1; seed <= Cases.count(1, 3); seed++) {
      KnownShop shop = new KnownShop(seed, REQUESTS);
      Advice advice = advice(shop);
      List<StageCause> causes = advice.causes();
      assertThat(of(causes, SEARCH).alike().isWork()).as("seed %d: %s", seed, causes).isTrue();
      assertThat(of(causes, STOCK).alike().isNoise()).as("seed %d: %s", seed, causes).isTrue();
      assertThat(of(causes, TILL).queueing().isShown()).as("seed %d: %s", seed, causes).isTrue();
      assertThat(of(causes, SEARCH).queueing().isShown()).as("seed %d: %s", seed, causes).isFalse();
      assertThat(of(causes, STOCK).queueing().isShown()).as("seed %d: %s", seed, causes).isFalse();
      assertThat(advice.hedges()).as("seed %d", seed).isPresent();
      assertThat(advice.hedges().orElseThrow().each())
          .as("seed %d", seed)
          .extracting(forecast -> forecast.intervention().stage())
          .containsExactly(STOCK);
      assertThat(advice.refused())
          .containsEntry(new CallTarget("front", SEARCH), Advice.Refusal.WORK)
          .containsEntry(new CallTarget("front", TILL), Advice.Refusal.QUEUE);
    }
  }

  @Test
  void gainOfParallelWorkEqualsTheReducedTimes() {
    KnownShop shop = new KnownShop(4, REQUESTS);
    Forecast shared =
        advice(shop).actions().stream()
            .map(Action::forecast)
            .filter(forecast -> forecast.intervention() instanceof Intervention.Parallel)
            .findFirst()
            .orElseThrow();
    double truth =
        p99(shop, Times::latency) - p99(shop, times -> times.latency() - times.searches() / 2);
    assertThat(shared.p99().gainMillis()).isCloseTo(truth, within(1e-3));
  }

  @Test
  void gainWithoutTheQueueIsAboutTheWaiting() {
    KnownShop shop = new KnownShop(5, REQUESTS);
    Forecast unqueued =
        advice(shop).actions().stream()
            .map(Action::forecast)
            .filter(forecast -> forecast.intervention() instanceof Intervention.Unqueued)
            .findFirst()
            .orElseThrow();
    double mean =
        shop.times().subList(REQUESTS / 2, REQUESTS).stream()
            .mapToDouble(Times::waiting)
            .average()
            .orElseThrow();
    assertThat(unqueued.mean().gainMillis()).isBetween(0.8 * mean, 1.2 * mean);
  }

  @Test
  void callsInALoopAreFoundAndMadeConcurrent() {
    KnownShop shop = new KnownShop(6, REQUESTS);
    Forecast loop =
        advice(shop).actions().stream()
            .filter(action -> action.why() == Action.Reason.LOOP)
            .map(Action::forecast)
            .filter(forecast -> forecast.intervention().stage().equals(SEARCH))
            .findFirst()
            .orElseThrow();
    double truth =
        p99(shop, Times::latency)
            - p99(
                shop,
                times ->
                    times.latency()
                        - times.searches()
                        + Math.max(times.search(), times.searchAgain()));
    assertThat(loop.p99().gainMillis()).isCloseTo(truth, within(1e-3));
  }

  @Test
  void sameSeedGivesTheSameAdvice() {
    KnownShop shop = new KnownShop(7, 1_000);
    List<Action> first = advice(shop).actions();
    List<Action> second = advice(shop).actions();
    assertThat(first).hasSameSizeAs(second);
    for (int i = 0; i < first.size(); i++) {
      assertThat(first.get(i).forecast().p99()).isEqualTo(second.get(i).forecast().p99());
    }
  }
}
