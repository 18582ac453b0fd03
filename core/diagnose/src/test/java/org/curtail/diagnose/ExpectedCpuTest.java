package org.curtail.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import org.curtail.signals.Stint;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class ExpectedCpuTest {
  private static RequestEvidence request(String group, long cpu, long instructions) {
    var stint =
        new Stint(1, "worker", 0, Math.max(1, cpu), cpu, 0, 0, 0, 0, 0, 1, false, -1, instructions);
    return RequestEvidence.ofServer(1, group, 0, 0, Math.max(1, cpu), List.of(stint), List.of());
  }

  private static List<Long> expectations(List<RequestEvidence> requests) {
    var expected = ExpectedCpu.learn(requests);
    return requests.stream().map(r -> expected.withExpectation(r).expectedCpuNanos()).toList();
  }

  private static long lowerMedianOfOthers(List<Long> cpu, int own) {
    var others = new ArrayList<>(cpu);
    others.remove(own);
    Collections.sort(others);
    return others.get((others.size() - 1) / 2);
  }

  @Test
  void expectationIsTheMedianOfTheOthersOfTheGroup() {
    Cases.random(
        1,
        400,
        random -> {
          List<Long> cpu = draw(random, random.nextInt(3, 12));
          List<Long> found =
              expectations(cpu.stream().map(nanos -> request("a", nanos, -1)).toList());
          for (int i = 0; i < cpu.size(); i++) {
            assertThat(found.get(i)).isEqualTo(lowerMedianOfOthers(cpu, i));
          }
        });
  }

  private static List<Long> draw(RandomGenerator random, int count) {
    var cpu = new ArrayList<Long>();
    for (int i = 0; i < count; i++) {
      cpu.add(random.nextLong(1, 20));
    }
    return cpu;
  }

  @Test
  void twoRequestsAndUnknownGroupsHaveNoExpectation() {
    assertThat(expectations(List.of(request("a", 5, -1), request("a", 9, -1)))).containsOnly(-1L);
    assertThat(expectations(List.of(request("", 5, -1), request("", 9, -1), request("", 9, -1))))
        .containsOnly(-1L);
  }

  @Test
  void instructionsDistinguishMoreWorkFromSlowerWork() {
    var requests = new ArrayList<RequestEvidence>();
    for (int i = 1; i <= 20; i++) {
      requests.add(request("", 1_000L * i, 4_000L * i));
    }
    // Four times the time for the same work.
    requests.add(request("", 12_000, 12_000));
    List<Long> found = expectations(requests);
    for (int i = 1; i <= 20; i++) {
      assertThat(found.get(i - 1)).isEqualTo(1_000L * i);
    }
    assertThat(found.getLast()).isEqualTo(3_000);
  }

  @Test
  void existingExpectationIsKept() {
    RequestEvidence known = request("a", 5, -1).expecting(77);
    assertThat(expectations(List.of(known, request("a", 5, -1), request("a", 5, -1))))
        .containsExactly(77L, 5L, 5L);
  }
}
