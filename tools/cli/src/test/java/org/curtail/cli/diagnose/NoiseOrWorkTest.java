package org.curtail.cli.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.curtail.diagnose.Breakdown;
import org.curtail.diagnose.Cause;
import org.curtail.diagnose.CauseNanos;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NoiseOrWorkTest {
  private static Breakdown request(String group, long nanos) {
    return new Breakdown(
        1, group, nanos, CauseNanos.only(Cause.WORK, nanos), List.of(), -1, -1, 0, 0, 0, -1);
  }

  /** A twentieth of the requests is slow; of these, a share always is. */
  private static List<Breakdown> mixed(double workShare, long seed) {
    var random = new SplittableRandom(seed);
    var requests = new ArrayList<Breakdown>();
    int groups = 2_000;
    int slowGroups = (int) (workShare * groups / 20);
    for (int group = 0; group < groups; group++) {
      for (int repeat = 0; repeat < 10; repeat++) {
        boolean isSlow =
            group < slowGroups
                || random.nextDouble() < 0.05 * (1 - workShare) / (1 - 0.05 * workShare);
        requests.add(request("g" + group, (isSlow ? 1_000_000 : 1_000) + random.nextLong(1_000)));
      }
    }
    return requests;
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.25, 0.5, 0.75, 1})
  void theShareThatIsSlowEachTimeIsFoundAgain(double workShare) {
    List<Breakdown> requests = mixed(workShare, 5);
    long slow = requests.stream().filter(r -> r.latencyNanos() >= 1_000_000).count();
    NoiseOrWork found = NoiseOrWork.of(requests, (double) slow / requests.size());
    assertThat(found.repeats()).isEqualTo((int) slow);
    assertThat(found.workShare()).isBetween(workShare - 0.04, workShare + 0.04);
    NoiseOrWork.Verdict verdict =
        workShare >= 0.75
            ? NoiseOrWork.Verdict.WORK
            : workShare <= 0.25 ? NoiseOrWork.Verdict.NOISE : NoiseOrWork.Verdict.BOTH;
    assertThat(found.verdict()).isEqualTo(verdict);
  }

  @Test
  void fewSlowRequestsAreCountedByHand() {
    List<Breakdown> requests =
        List.of(
            request("a", 9),
            request("a", 8),
            request("a", 1),
            request("b", 7),
            request("b", 1),
            request("c", 9),
            request("d", 1),
            request("d", 1),
            request("d", 1),
            request("d", 1));
    NoiseOrWork found = NoiseOrWork.of(requests, 0.4);
    // Slow are a, a, b and c; c is alone. Others of a: one of two is slow, twice; of b: none.
    assertThat(found.repeats()).isEqualTo(3);
    assertThat(found.slowAgain()).isEqualTo((0.5 + 0.5 + 0) / 3);
    assertThat(found.expectedByChance()).isEqualTo(3.0 / 9);
    assertThat(found.verdict()).isEqualTo(NoiseOrWork.Verdict.UNKNOWN);
  }

  @Test
  void requestsThatAreNeverRepeatedTellNothing() {
    List<Breakdown> unknown = List.of(request("", 5), request("", 6), request("", 7));
    for (List<Breakdown> requests : List.of(unknown, List.<Breakdown>of())) {
      NoiseOrWork found = NoiseOrWork.of(requests, 0.5);
      assertThat(found.repeats()).isZero();
      assertThat(found.workShare()).isNaN();
      assertThat(found.verdict()).isEqualTo(NoiseOrWork.Verdict.UNKNOWN);
    }
  }
}
