package org.curtail.benchkit.replicas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.curtail.benchkit.replicas.ReplicaSetting.Planning;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePlan;
import org.junit.jupiter.api.Test;

class QueuePlannerTest {
  private static final double LOAD = 0.5;

  /** Returns a setting whose copies take as long as their originals, with one slot a replica. */
  private static ReplicaSetting setting(double... millis) {
    double[] ones = new double[millis.length];
    Arrays.fill(ones, 1);
    RecordedTimes times = RecordedTimes.of(millis, millis, ones);
    return new ReplicaSetting(
        times,
        Planning.UNDER_LOAD,
        ReplicaSetting.capacityPerSecond(times, 3, 1),
        3,
        1,
        List.of(),
        FirstReplica.RANDOM,
        ReplicaContender.of(List.of(ReplicaPolicy.SINGLE_R), List.of(0.02)),
        List.of(LOAD),
        99,
        20,
        1,
        1);
  }

  /** In a queue with one server, a request waits with a probability of the load. */
  @Test
  void latenciesWithoutCopiesHaveTheWaitsOfTheQueue() {
    var planner = new QueuePlanner(setting(10), LOAD);
    assertThat(planner.percentileMillis(49)).isCloseTo(10, within(0.01));
    assertThat(planner.percentileMillis(52)).isGreaterThan(10);
  }

  @Test
  void copiesOvertakeLongRequestsWithinTheBudget() {
    double[] millis = new double[100];
    Arrays.fill(millis, 1);
    millis[0] = 50;
    ReissuePlan plan = new QueuePlanner(setting(millis), LOAD).singleR(new ReissueGoal(99, 0.02));
    assertThat(plan.reissueFraction()).isBetween(0.001, 0.022);
    assertThat(plan.predictedMillis()).isLessThan(plan.withoutMillis());
  }
}
