package org.curtail.cli.serve.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class LoadClientTest {
  private static final int REQUESTS = 2000;

  @Test
  void intendedMomentsArePoissonArrivalsOfTheRateHoweverBusyTheMachineIs() throws Exception {
    double perSecond = 5000;
    List<Long> intended = Collections.synchronizedList(new ArrayList<>());
    var done = new CountDownLatch(REQUESTS);
    try (var client =
        new LoadClient(
            (query, intendedNanos) -> {
              assertThat(query).isBetween(0, 6);
              intended.add(intendedNanos);
              done.countDown();
            },
            7,
            1)) {
      client.rate(perSecond);
      done.await();
    }

    List<Long> moments = intended.subList(0, REQUESTS);
    assertThat(moments).isSorted();
    double[] gaps = new double[REQUESTS - 1];
    for (int i = 0; i < gaps.length; i++) {
      gaps[i] = moments.get(i + 1) - moments.get(i);
    }
    double mean = 0;
    for (double gap : gaps) {
      mean += gap / gaps.length;
    }
    double variance = 0;
    for (double gap : gaps) {
      variance += (gap - mean) * (gap - mean) / gaps.length;
    }
    assertThat(mean).isCloseTo(1e9 / perSecond, Percentage.withPercentage(15));
    // An exponential distribution has a standard deviation equal to its mean.
    assertThat(Math.sqrt(variance)).isCloseTo(mean, Percentage.withPercentage(25));
  }

  @Test
  void aClientWithoutARateSendsNothing() throws Exception {
    var sent = new CountDownLatch(1);
    try (var client = new LoadClient((query, nanos) -> sent.countDown(), 1, 1)) {
      assertThat(sent.getCount()).isEqualTo(1);
      client.rate(1000);
      sent.await();
    }
  }
}
