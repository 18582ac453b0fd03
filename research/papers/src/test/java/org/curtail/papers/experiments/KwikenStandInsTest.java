package org.curtail.papers.experiments;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.curtail.Percentile;
import org.curtail.benchkit.standin.KwikenFit;
import org.curtail.benchkit.standin.KwikenRandom;
import org.curtail.benchkit.standin.KwikenShape;
import org.curtail.benchkit.standin.KwikenTimes;
import org.curtail.benchkit.standin.KwikenWorkflow;
import org.curtail.workflow.Stage;
import org.curtail.workflow.Workflow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the stand-ins are fitted to. */
class KwikenStandInsTest {
  private static double[] sample(KwikenTimes times, int count, long seed) {
    var chance = new KwikenRandom(seed);
    double[] millis = new double[count];
    for (int i = 0; i < count; i++) {
      millis[i] = times.millis(chance.normal(), chance);
    }
    Arrays.sort(millis);
    return millis;
  }

  @ParameterizedTest
  @EnumSource
  void theP99IsTheSameWithEveryFormOfTail(KwikenFit.Tail tail) {
    double sigma = 0.8;
    double[] millis = sample(KwikenTimes.of(tail, 10, sigma, 0.001), 200_000, 1);
    // A fifth of the calls meet a slow server, which makes the median a little longer, too.
    boolean mixed = tail == KwikenFit.Tail.SLOW_SERVERS;
    assertThat(Percentile.of(millis, 50)).isCloseTo(10, within(mixed ? 2 : 0.3));
    double times = Percentile.of(millis, 99) / Percentile.of(millis, 50);
    assertThat(times).isCloseTo(Math.exp(2.3263 * sigma), within((mixed ? 0.12 : 0.06) * times));
  }

  @ParameterizedTest
  @EnumSource
  void timeOutsEndTheShareOfCallsThatTheyShould(KwikenFit.Tail tail) {
    KwikenTimes times = KwikenTimes.of(tail, 10, 0.8, 0.01);
    double[] millis = sample(times, 100_000, 2);
    double timedOut =
        Arrays.stream(millis).filter(it -> it == times.timeOutMillis()).count() / 100_000.0;
    // On top of the body, a slow server's delay exceeds the time-out a little more often.
    assertThat(timedOut).isBetween(0.009, tail == KwikenFit.Tail.SLOW_SERVERS ? 0.016 : 0.011);
  }

  @Test
  void halfOfTheWorkflowsHaveFourteenStagesAndATenthHasEightyOne() {
    double[] stages =
        IntStream.range(0, KwikenWorkflow.COUNT)
            .mapToDouble(i -> KwikenShape.stages(i, KwikenWorkflow.COUNT))
            .toArray();
    assertThat(stages).isSorted();
    assertThat(Percentile.of(stages, 50)).isEqualTo(14);
    assertThat(Percentile.of(stages, 90)).isCloseTo(81, within(6.0));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void aTenthOfTheStagesHasAP99OfMoreThanTenMedians(long seed) {
    KwikenFit fit = KwikenFit.of(seed);
    long heavy =
        IntStream.range(0, 4_000)
            .mapToObj(i -> KwikenTimes.draw(fit, KwikenRandom.of(seed, 1, i)))
            .filter(times -> times.sigma() > Math.log(10) / 2.3263)
            .count();
    assertThat(heavy).as("seed %d", seed).isBetween(330L, 470L);
  }

  @Test
  void aFifthOfTheWorkflowsHaveSequencesOfTenStages() {
    int longSequences = 0;
    int workflows = 0;
    for (long seed = 1; seed <= 10; seed++) {
      for (int i = 0; i < KwikenWorkflow.COUNT; i++) {
        var shape =
            KwikenShape.draw(
                KwikenShape.stages(i, KwikenWorkflow.COUNT), KwikenRandom.of(seed, 2, i));
        int[] length = new int[shape.size()];
        for (int stage = 0; stage < shape.size(); stage++) {
          for (int earlier : shape.before().get(stage)) {
            assertThat(earlier).isLessThan(stage);
            length[stage] = Math.max(length[stage], length[earlier]);
          }
          length[stage]++;
        }
        longSequences += Arrays.stream(length).max().orElseThrow() >= 10 ? 1 : 0;
        workflows++;
      }
    }
    assertThat((double) longSequences / workflows).isBetween(0.14, 0.27);
  }

  @Test
  void theGreatestInDegreeGrowsWithTheNumberOfStages() {
    assertThat(meanGreatestInDegree(200)).isGreaterThan(2.5 * meanGreatestInDegree(20));
  }

  private static double meanGreatestInDegree(int stages) {
    return IntStream.range(0, 50)
        .map(i ->
            KwikenShape.draw(stages, KwikenRandom.of(3, stages, i)).before().stream()
                .mapToInt(List::size)
                .max()
                .orElseThrow())
        .average()
        .orElseThrow();
  }

  private static KwikenWorkflow twentyStages(long seed) {
    return KwikenWorkflow.ofStages("twenty", 20, KwikenFit.of(seed), seed, 2_000);
  }

  @Test
  void theSameSeedGivesTheSameWorkflowAndAnotherOneAnother() {
    assertThat(first(twentyStages(5).training()))
        .containsExactly(first(twentyStages(5).training()));
    assertThat(first(twentyStages(5).training())).isNotEqualTo(first(twentyStages(6).training()));
  }

  private static double[] first(Workflow workflow) {
    return workflow.stages().getFirst().times().firstMillis();
  }

  @Test
  void theTestDaysHaveOtherTimesButTheSameGraphAndCosts() {
    KwikenWorkflow of = twentyStages(7);
    Workflow training = of.training();
    Workflow test = of.test();
    assertThat(first(test)).isNotEqualTo(first(training));
    assertThat(test.stages())
        .extracting(Stage::name, Stage::after, Stage::cost)
        .containsExactlyElementsOf(
            training.stages().stream().map(it -> tuple(it.name(), it.after(), it.cost())).toList());
  }

  @Test
  void someNinePercentOfThePairsOfStagesAreSlowTogether() {
    int pairs = 0;
    int related = 0;
    for (long seed = 1; seed <= 6; seed++) {
      Workflow workflow =
          requireNonNull(twentyStages(seed).variants().get(KwikenWorkflow.RELATED_STAGES));
      var joint = requireNonNull(workflow.joint());
      for (int a = 0; a < 20; a++) {
        for (int b = 0; b < a; b++) {
          double[] x = new double[joint.size()];
          double[] y = new double[joint.size()];
          for (int i = 0; i < x.length; i++) {
            x[i] = joint.millis(i, a);
            y[i] = joint.millis(i, b);
          }
          pairs++;
          related += correlation(x, y) > 0.5 ? 1 : 0;
        }
      }
    }
    assertThat((double) related / pairs).isBetween(0.05, 0.12);
  }

  private static double correlation(double[] x, double[] y) {
    double meanX = Arrays.stream(x).average().orElseThrow();
    double meanY = Arrays.stream(y).average().orElseThrow();
    double xy = 0;
    double xx = 0;
    double yy = 0;
    for (int i = 0; i < x.length; i++) {
      xy += (x[i] - meanX) * (y[i] - meanY);
      xx += (x[i] - meanX) * (x[i] - meanX);
      yy += (y[i] - meanY) * (y[i] - meanY);
    }
    return xy / Math.sqrt(xx * yy);
  }
}
