package org.curtail.workflow.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.curtail.Percentile;
import org.curtail.testkit.Cases;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StageTimes;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.simulate.WorkflowGenerator.WorkflowGraph;
import org.junit.jupiter.api.Test;

class WorkflowGeneratorTest {
  private static WorkflowGenerator of(int stages, WorkflowGraph graph) {
    return new WorkflowGenerator(stages, graph, 10, 0.3, 1.5, 0, 0.3, 0);
  }

  private static List<List<String>> after(Workflow workflow) {
    return workflow.stages().stream().map(Stage::after).toList();
  }

  private static double[] sorted(Stage stage) {
    double[] millis = stage.times().firstMillis();
    Arrays.sort(millis);
    return millis;
  }

  @Test
  void theSameSeedMakesTheSameWorkflowAndAnotherOneAnother() {
    Workflow one = WorkflowGenerator.TEN.withSamples(20).generate(7);
    Workflow same = WorkflowGenerator.TEN.withSamples(20).generate(7);
    Workflow other = WorkflowGenerator.TEN.withSamples(20).generate(8);
    for (int s = 0; s < 10; s++) {
      double[] millis = one.stages().get(s).times().firstMillis();
      assertThat(same.stages().get(s).times().firstMillis()).containsExactly(millis);
      assertThat(other.stages().get(s).times().firstMillis()).doesNotContain(millis);
      assertThat(same.stages().get(s).cost()).isEqualTo(one.stages().get(s).cost());
    }
  }

  @Test
  void otherSamplesAreOfTheSameServices() {
    WorkflowGenerator generator =
        new WorkflowGenerator(10, WorkflowGraph.LAYERED, 20_000, 0.3, 1, 0.3, 0.3, 0);
    Workflow one = generator.generate(7);
    Workflow later = generator.generate(7, 1007);
    assertThat(later.name()).isEqualTo(one.name());
    assertThat(after(later)).isEqualTo(after(one));
    for (int s = 0; s < 10; s++) {
      Stage first = one.stages().get(s);
      Stage second = later.stages().get(s);
      assertThat(second.name()).isEqualTo(first.name());
      assertThat(second.cost()).isEqualTo(first.cost());
      double median = Percentile.of(sorted(first), 50);
      assertThat(second.times().firstMillis(0)).isNotEqualTo(first.times().firstMillis(0));
      assertThat(Percentile.of(sorted(second), 50)).isCloseTo(median, within(0.05 * median));
    }
  }

  @Test
  void stagesHaveTheSigmasMediansAndCostsAskedFor() {
    Workflow workflow =
        new WorkflowGenerator(40, WorkflowGraph.SERIAL, 20_000, 0.3, 0.9, 0, 0.3, 0).generate(3);
    double leastSigma = 9;
    double mostSigma = 0;
    for (Stage stage : workflow.stages()) {
      double[] millis = sorted(stage);
      double median = Percentile.of(millis, 50);
      assertThat(median).isBetween(0.97, 20.6);
      // Quartiles of a normal number are at 0.6745.
      double sigma =
          Math.log(Percentile.of(millis, 75) / Percentile.of(millis, 25)) / (2 * 0.67449);
      leastSigma = Math.min(leastSigma, sigma);
      mostSigma = Math.max(mostSigma, sigma);
      assertThat(millis[millis.length - 1]).isLessThanOrEqualTo(51 * median);
    }
    assertThat(leastSigma).isBetween(0.28, 0.4);
    assertThat(mostSigma).isBetween(0.8, 0.93);
    long costly = workflow.stages().stream().filter(stage -> stage.cost() > 1).count();
    assertThat(costly).isEqualTo(12);
    assertThat(workflow.stages()).allMatch(stage -> stage.cost() >= 1 && stage.cost() <= 100);
    assertThat(workflow.stages()).noneMatch(stage -> stage.cost() > 1 && stage.cost() < 10);
  }

  @Test
  void aTenthOfTheTimesOfABimodalStageIsSlow() {
    Workflow workflow =
        new WorkflowGenerator(9, WorkflowGraph.SERIAL, 20_000, 0.3, 0.9, 1, 0, 0).generate(3);
    for (Stage stage : workflow.stages()) {
      double[] millis = sorted(stage);
      double median = Percentile.of(millis, 50);
      double slow = Arrays.stream(millis).filter(time -> time > 2.5 * median).count();
      assertThat(slow / millis.length).isCloseTo(0.1, within(0.01));
      assertThat(Percentile.of(millis, 95) / median).isBetween(4.5, 22.0);
    }
  }

  @Test
  void coupledAttemptsAreAsAlikeAsAsked() {
    Workflow workflow =
        new WorkflowGenerator(1, WorkflowGraph.SERIAL, 20_000, 0.5, 0.5, 0, 0, 0.6).generate(3);
    StageTimes times = workflow.stages().getFirst().times();
    double sumX = 0;
    double sumY = 0;
    double sumXy = 0;
    double sumXx = 0;
    double sumYy = 0;
    for (int i = 0; i < times.size(); i++) {
      double x = Math.log(times.firstMillis(i));
      double y = Math.log(times.secondMillis(i));
      sumX += x;
      sumY += y;
      sumXy += x * y;
      sumXx += x * x;
      sumYy += y * y;
    }
    double n = times.size();
    double correlation =
        (n * sumXy - sumX * sumY)
            / Math.sqrt((n * sumXx - sumX * sumX) * (n * sumYy - sumY * sumY));
    assertThat(correlation).isCloseTo(0.6, within(0.02));
  }

  @Test
  void theTenStagesStandAsTheNotesDrawThem() {
    assertThat(after(of(12, WorkflowGraph.TEN).generate(1)))
        .containsExactlyInAnyOrder(
            List.of(),
            List.of("s0"),
            List.of("s1"),
            List.of("s0"),
            List.of("s0"),
            List.of("s4"),
            List.of("s2", "s3", "s5"),
            List.of("s6"),
            List.of("s6"),
            List.of("s7", "s8"),
            List.of("s9"),
            List.of("s10"));
  }

  @Test
  void serialAndParallelStagesStandAsTheirNamesSay() {
    assertThat(after(of(3, WorkflowGraph.SERIAL).generate(1)))
        .containsExactly(List.of(), List.of("s0"), List.of("s1"));
    assertThat(after(of(4, WorkflowGraph.PARALLEL).generate(1)))
        .containsExactly(List.of(), List.of("s0"), List.of("s0"), List.of("s1", "s2"));
    assertThat(after(of(2, WorkflowGraph.PARALLEL).generate(1)))
        .containsExactly(List.of(), List.of("s0"));
    assertThat(after(of(1, WorkflowGraph.PARALLEL).generate(1))).containsExactly(List.of());
  }

  @Test
  void layersAreConnected() {
    Cases.random(
        1,
        200,
        random -> {
          int count = random.nextInt(1, 40);
          Workflow workflow = of(count, WorkflowGraph.LAYERED).generate(random.nextLong());
          assertThat(workflow.stages()).hasSize(count);
          Set<String> followed = new HashSet<>();
          workflow.stages().forEach(stage -> followed.addAll(stage.after()));
          long first = workflow.stages().stream().filter(stage -> stage.after().isEmpty()).count();
          long last =
              workflow.stages().stream().filter(stage -> !followed.contains(stage.name())).count();
          assertThat(first).isBetween(1L, 4L);
          assertThat(last).isBetween(1L, 4L);
          assertThat(workflow.stages().stream().map(Stage::name).filter(Objects::nonNull))
              .doesNotHaveDuplicates();
        });
  }

  @Test
  void valuesThatCannotBeAreRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> of(0, WorkflowGraph.SERIAL))
        .withMessage("stages must be at least 1: 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WorkflowGenerator.TEN.withSamples(0))
        .withMessage("samples must be at least 1: 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WorkflowGenerator.TEN.withSigma(1, 0.5))
        .withMessage("sigma must go from at least 0 to a finite number: 1.0 to 0.5");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WorkflowGenerator.TEN.withBimodal(1.5))
        .withMessage("bimodalShare must be from 0 to 1: 1.5");
  }
}
