package org.curtail.benchkit.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.curtail.benchkit.replicas.ReplicaNoise.Pauses;
import org.curtail.workflow.JointTraces;
import org.curtail.workflow.ResponderTraces;
import org.curtail.workflow.Responders;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StageTimes;
import org.curtail.workflow.Workflow;
import org.junit.jupiter.api.Test;

class WorkflowTraceTest {
  private static WorkflowTrace draw(Workflow workflow, int requests) {
    WorkflowSetting setting =
        SampleWorkflows.setting(workflow, 100, 1, 100, SampleWorkflows.none(workflow));
    return WorkflowTrace.draw(setting, requests, 100, 7);
  }

  private static double ms(
      WorkflowTrace trace, int request, int stage, int responder, int attempt) {
    Place visit = trace.place(request).at(stage);
    return trace.holdNanos(request, stage, visit, responder, attempt) / 1e6;
  }

  @Test
  void aPlaceHasTheSameTimesHoweverOftenItIsAskedAndAnotherSeedHasOthers() {
    Workflow workflow = SampleWorkflows.diamond();
    WorkflowTrace one = draw(workflow, 200);
    WorkflowTrace same = draw(workflow, 200);
    WorkflowSetting setting =
        SampleWorkflows.setting(workflow, 100, 1, 100, SampleWorkflows.none(workflow));
    WorkflowTrace other = WorkflowTrace.draw(setting, 200, 100, 8);

    int differing = 0;
    for (int request = 0; request < 200; request++) {
      assertThat(one.dueNanos(request)).isEqualTo(same.dueNanos(request));
      for (int attempt = 0; attempt < 2; attempt++) {
        assertThat(ms(one, request, 3, 2, attempt)).isEqualTo(ms(same, request, 3, 2, attempt));
        differing += ms(one, request, 3, 2, attempt) == ms(other, request, 3, 2, attempt) ? 0 : 1;
      }
    }
    assertThat(differing).isGreaterThan(200);
  }

  @Test
  void timesOfStagesRespondersAndAttemptsAreIndependentDrawsFromTheStagesTimes() {
    WorkflowTrace trace = draw(SampleWorkflows.diamond(), 4000);
    double mean = 3.95;
    for (int responder = 0; responder < 3; responder++) {
      for (int attempt = 0; attempt < 2; attempt++) {
        int which = responder;
        int number = attempt;
        double average =
            IntStream.range(0, 4000)
                .mapToDouble(request -> ms(trace, request, 3, which, number))
                .average()
                .orElseThrow();
        // The standard deviation is 6 ms: of the mean of 4,000 about 0.1 ms.
        assertThat(average).isCloseTo(mean, within(0.45));
      }
    }
    double together =
        IntStream.range(0, 4000)
            .mapToDouble(request ->
                (ms(trace, request, 3, 0, 0) - mean) * (ms(trace, request, 3, 0, 1) - mean))
            .average()
            .orElseThrow();
    assertThat(together).isCloseTo(0, within(3.0));
  }

  @Test
  void aPairStaysAPair() {
    StageTimes pairs = StageTimes.paired(new double[] {1, 2, 3, 4}, new double[] {10, 20, 30, 40});
    WorkflowTrace trace = draw(SampleWorkflows.single(pairs, Responders.ONE), 100);
    for (int request = 0; request < 100; request++) {
      assertThat(ms(trace, request, 0, 0, 1)).isEqualTo(10 * ms(trace, request, 0, 0, 0));
    }
  }

  @Test
  void stagesOfOneTraceStayTogetherAndAStageThatItDidNotVisitIsSkipped() {
    Workflow workflow =
        Workflow.of(
                "two",
                List.of(
                    Stage.of("x", List.of(), 1, SampleWorkflows.always(5)),
                    Stage.of(
                        "y",
                        List.of("x"),
                        1,
                        StageTimes.paired(new double[] {1, 100}, new double[] {7, 8}))))
            .with(
                JointTraces.of(
                    List.of("y", "x"), new double[][] {{10, 1}, {90, 2}, {Double.NaN, 3}, {2, 4}}));
    WorkflowTrace trace = draw(workflow, 200);
    Set<Double> seen = new TreeSet<>();
    for (int request = 0; request < 200; request++) {
      double x = ms(trace, request, 0, 0, 0);
      seen.add(x);
      assertThat(trace.skips(request, 1)).isEqualTo(x == 3);
      assertThat(trace.skips(request, 0)).isFalse();
      if (x != 3) {
        double y = ms(trace, request, 1, 0, 0);
        assertThat(y).isEqualTo(x == 1 ? 10 : x == 2 ? 90 : 2);
        // The pair whose first time is nearest.
        assertThat(ms(trace, request, 1, 0, 1)).isEqualTo(y == 90 ? 8 : 7);
      }
    }
    assertThat(seen).containsExactly(1.0, 2.0, 3.0, 4.0);
  }

  @Test
  void firstAttemptsOfAVisitAreThoseOfOneTracedVisit() {
    Workflow workflow =
        Workflow.of(
            "fan",
            List.of(
                Stage.of("f", List.of(), 1, SampleWorkflows.always(9))
                    .asking(Responders.allOf(2))
                    .traced(ResponderTraces.of(new double[][] {{1, 2}, {3, 4}}))));
    WorkflowTrace trace = draw(workflow, 100);
    for (int request = 0; request < 100; request++) {
      assertThat(ms(trace, request, 0, 1, 0)).isEqualTo(ms(trace, request, 0, 0, 0) + 1);
      assertThat(ms(trace, request, 0, 0, 1)).isEqualTo(9);
    }
  }

  @Test
  void aSecondAttemptGoesElsewhereAndEachStageIsDisturbedForItself() {
    Workflow workflow = SampleWorkflows.diamond();
    WorkflowSetting plain =
        SampleWorkflows.setting(workflow, 100, 1, 100, SampleWorkflows.none(workflow));
    var setting =
        new WorkflowSetting(
            workflow,
            plain.servers(),
            List.of(new Pauses(0.2, 50)),
            plain.contenders(),
            plain.loads(),
            100,
            1,
            1);
    WorkflowTrace trace = WorkflowTrace.draw(setting, 300, 100, 3);
    for (int request = 0; request < 300; request++) {
      Place visit = trace.place(request).at(0);
      int first = trace.server(0, visit, 0, 0, List.of());
      assertThat(first).isBetween(0, 2);
      assertThat(trace.server(0, visit, 0, 1, List.of(first))).isNotEqualTo(first).isBetween(0, 2);
      // The third responder of c has servers of its own.
      Place fan = trace.place(request).at(3);
      int third = trace.server(3, fan, 2, 0, List.of());
      assertThat(third).isBetween(6, 8);
      assertThat(trace.server(3, fan, 2, 1, List.of(third))).isNotEqualTo(third).isBetween(6, 8);
    }
    assertThat(trace.disturbances(0)).isNotEmpty().isNotEqualTo(trace.disturbances(1));
  }
}
