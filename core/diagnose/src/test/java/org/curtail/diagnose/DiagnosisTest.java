package org.curtail.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.curtail.diagnose.SyntheticRequests.Setting;
import org.curtail.diagnose.SyntheticRequests.Truth;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class DiagnosisTest {
  private static List<RequestEvidence> requests(long seed, int count) {
    var setting = new Setting(seed, count, 0.15, 0.03, 1, 10, false);
    return SyntheticRequests.draw(setting).stream().map(Truth::evidence).toList();
  }

  private static final Diagnosis DIAGNOSIS = Diagnosis.of(requests(1, 2_000));

  @Test
  void requestsAscendAndSlowestRequestsDescend() {
    assertThat(DIAGNOSIS.requests())
        .hasSize(2_000)
        .isSortedAccordingTo(Comparator.comparingLong(Breakdown::latencyNanos));
    assertThat(DIAGNOSIS.slowest(10))
        .containsExactlyElementsOf(DIAGNOSIS.requests().subList(1_990, 2_000).reversed());
    assertThat(DIAGNOSIS.slowest(5_000)).hasSize(2_000);
  }

  @Test
  void groupsHaveEachRequestOnceAndMeanParts() {
    for (int count : new int[] {1, 3, 20, 1_999, 2_000, 9_999}) {
      List<LatencyGroup> groups = DIAGNOSIS.groups(count);
      assertThat(groups).hasSize(Math.min(count, 2_000));
      assertThat(groups.stream().mapToInt(LatencyGroup::requests).sum()).isEqualTo(2_000);
      int from = 0;
      for (LatencyGroup group : groups) {
        List<Breakdown> members = DIAGNOSIS.requests().subList(from, from + group.requests());
        from += group.requests();
        assertThat(group.fromNanos()).isEqualTo(members.getFirst().latencyNanos());
        assertThat(group.toNanos()).isEqualTo(members.getLast().latencyNanos());
        long sum = members.stream().mapToLong(Breakdown::latencyNanos).sum();
        assertThat(group.meanNanos()).isEqualTo(sum / members.size());
        for (Cause cause : Cause.values()) {
          double mean = members.stream().mapToLong(m -> m.nanos(cause)).average().orElseThrow();
          assertThat((double) group.nanos().of(cause)).isBetween(mean - 1, mean + 1);
        }
      }
    }
  }

  @Test
  void percentileIsTheMeanOfTheRequestsAroundIt() {
    LatencyGroup around = DIAGNOSIS.at(50);
    assertThat(around.requests()).isEqualTo(21);
    assertThat(around.fromNanos()).isEqualTo(DIAGNOSIS.requests().get(989).latencyNanos());
    assertThat(around.toNanos()).isEqualTo(DIAGNOSIS.requests().get(1_009).latencyNanos());
    assertThat(DIAGNOSIS.at(100).toNanos())
        .isEqualTo(DIAGNOSIS.slowest(1).getFirst().latencyNanos());
    assertThat(DIAGNOSIS.at(0).fromNanos())
        .isEqualTo(DIAGNOSIS.requests().getFirst().latencyNanos());
  }

  @Test
  void mainCausesOfTheSlowestAreCounted() {
    int named = 0;
    for (Breakdown request : DIAGNOSIS.slowest(60)) {
      named += DIAGNOSIS.mainCause(request).isPresent() ? 1 : 0;
    }
    assertThat(DIAGNOSIS.mainCauses(0.03).values().stream().mapToInt(n -> n).sum())
        .isEqualTo(named)
        .isGreaterThan(30);
    assertThatThrownBy(() -> DIAGNOSIS.mainCauses(0)).hasMessageContaining("slowestShare");
  }

  @Test
  void groupsOfTheSameKindAreOrderedFromSlowToFast() {
    List<Diagnosis.RequestGroup> groups = DIAGNOSIS.byGroup(10);
    assertThat(groups)
        .hasSize(200)
        .isSortedAccordingTo(
            Comparator.comparingLong(Diagnosis.RequestGroup::meanNanos).reversed());
    assertThat(DIAGNOSIS.byGroup(11)).isEmpty();
  }

  @Test
  void meanPartsAddUpToTheMeanLatency() {
    Cases.random(
        1,
        400,
        random -> {
          var requests = new ArrayList<Breakdown>();
          for (int i = random.nextInt(1, 9); i > 0; i--) {
            CauseNanos nanos = CauseNanos.of(cause -> random.nextLong(20));
            requests.add(new Breakdown(i, "", nanos.sum(), nanos, List.of(), -1, -1, 0, 0, 0, -1));
          }
          CauseNanos mean = CauseNanos.mean(requests);
          long sum = requests.stream().mapToLong(Breakdown::latencyNanos).sum();
          assertThat(mean.sum()).isEqualTo(sum / requests.size());
          for (Cause cause : Cause.values()) {
            double exact = requests.stream().mapToLong(r -> r.nanos(cause)).average().orElseThrow();
            assertThat((double) mean.of(cause)).isBetween(exact - 1, exact + 1);
          }
        });
  }

  @Test
  void diagnosisWithoutRequestsIsRejected() {
    assertThatThrownBy(() -> Diagnosis.of(List.of())).hasMessageContaining("at least one request");
  }

  @Test
  void runningDiagnosisAgreesAndNamesSlowRequestsAtOnce() {
    List<RequestEvidence> requests = requests(2, 1_200);
    var running = new RunningDiagnosis(512);
    running.learn();
    assertThat(running.latest()).isEmpty();
    int named = 0;
    for (int i = 0; i < requests.size(); i++) {
      boolean isNamed = running.ended(requests.get(i)).isPresent();
      assertThat(isNamed && i < 300).isFalse();
      if (i % 300 == 299) {
        running.learn();
      }
      named += isNamed ? 1 : 0;
    }
    assertThat(named).isBetween(15, 150);
    Diagnosis latest = running.latest().orElseThrow();
    assertThat(latest.requests())
        .isEqualTo(Diagnosis.of(requests.subList(1_200 - 512, 1_200)).requests());
    assertThat(running.cdf().points().getLast().percentile()).isEqualTo(100);
  }
}
