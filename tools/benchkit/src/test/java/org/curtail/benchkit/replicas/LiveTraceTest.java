package org.curtail.benchkit.replicas;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LiveTraceTest {
  private static final ReplicaSetting SETTING =
      ReplicaSettings.of(2, 0.5, 200, 1, ReplicaPolicy.NONE);

  @Test
  void theSameSeedGivesTheSameRequestsForAllPolicies() {
    assertThat(requests(LiveTrace.draw(SETTING, 200, 100, 5)))
        .isEqualTo(requests(LiveTrace.draw(SETTING, 200, 100, 5)))
        .isNotEqualTo(requests(LiveTrace.draw(SETTING, 200, 100, 6)));
  }

  private static List<List<Object>> requests(LiveTrace trace) {
    return IntStream.range(0, trace.size())
        .mapToObj(i ->
            List.<Object>of(
                trace.dueNanos(i),
                trace.request(i, 0),
                trace.request(i, 1),
                trace.replica(i, 0, List.of())))
        .toList();
  }

  @Test
  void aSecondCopyGoesToAnyOtherReplica() {
    var trace = LiveTrace.draw(SETTING, 300, 100, 5);
    boolean[][] went = new boolean[3][3];
    for (int i = 0; i < trace.size(); i++) {
      int first = trace.replica(i, 0, List.of());
      int second = trace.replica(i, 1, List.of(first));
      assertThat(second).isNotEqualTo(first).isBetween(0, 2);
      went[first][second] = true;
    }
    for (int first = 0; first < 3; first++) {
      for (int second = 0; second < 3; second++) {
        assertThat(went[first][second]).isEqualTo(first != second);
      }
    }
  }

  @Test
  void whereEveryReplicaIsToBeAvoidedOneIsTakenAllTheSame() {
    var trace = LiveTrace.draw(SETTING, 20, 100, 5);
    assertThat(trace.replica(0, 1, List.of(0, 1, 2))).isBetween(0, 2);
  }

  @Test
  void inTurnReplicasFollowEachOther() {
    var inTurn =
        new ReplicaSetting(
            SETTING.times(),
            SETTING.planning(),
            SETTING.capacityPerSecond(),
            3,
            2,
            List.of(),
            FirstReplica.ROUND_ROBIN,
            SETTING.contenders(),
            List.of(0.5),
            99,
            20,
            1,
            1);
    var trace = LiveTrace.draw(inTurn, 20, 100, 5);
    for (int i = 0; i < 20; i++) {
      assertThat(trace.replica(i, 0, List.of())).isEqualTo(i % 3);
    }
  }
}
