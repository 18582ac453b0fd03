package org.curtail.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class CauseCdfTest {
  private static Breakdown request(long work, long blocked) {
    CauseNanos nanos =
        CauseNanos.only(Cause.WORK, work).plus(CauseNanos.only(Cause.BLOCKED, blocked));
    return new Breakdown(1, "", nanos.sum(), nanos, List.of(), -1, -1, 0, 0, 0, -1);
  }

  @Test
  void stepsCountEachRequestOnceAndAreNarrow() {
    Cases.random(
        1,
        40,
        random -> {
          var cdf = new CauseCdf();
          var requests = new ArrayList<Breakdown>();
          for (int i = 0; i < 300; i++) {
            Breakdown request =
                request(random.nextLong(1L << random.nextInt(1, 40)), random.nextLong(100));
            requests.add(request);
            cdf.add(request);
          }
          long before = -1;
          for (CauseCdf.Point point : cdf.points()) {
            long from = before;
            List<Breakdown> within =
                requests.stream()
                    .filter(
                        r -> r.latencyNanos() > from && r.latencyNanos() <= point.latencyNanos())
                    .toList();
            assertThat(point.requests()).isEqualTo(within.size());
            long fastest = within.stream().mapToLong(Breakdown::latencyNanos).min().orElseThrow();
            assertThat(point.latencyNanos() - fastest).isLessThanOrEqualTo(fastest / 16);
            assertThat(point.nanos()).isEqualTo(CauseNanos.mean(within));
            long until =
                requests.stream().filter(r -> r.latencyNanos() <= point.latencyNanos()).count();
            assertThat(point.percentile()).isEqualTo(100.0 * until / 300);
            before = point.latencyNanos();
          }
          assertThat(before)
              .isEqualTo(requests.stream().mapToLong(Breakdown::latencyNanos).max().orElseThrow());
        });
  }

  @Test
  void bucketsAscendWithTheLatency() {
    int before = -1;
    for (long nanos = 0; nanos < 5_000; nanos++) {
      int bucket = CauseCdf.bucket(nanos);
      assertThat(bucket - before).isBetween(0, 1);
      before = bucket;
    }
    assertThat(CauseCdf.bucket(Long.MAX_VALUE)).isPositive();
  }

  @Test
  void noRequestsGiveNoSteps() {
    assertThat(new CauseCdf().points()).isEmpty();
  }
}
