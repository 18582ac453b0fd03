package org.curtail.replicas;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.sim.PoissonArrivals;
import org.curtail.sim.RecordedArrivals;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The budget with the load guard of the live client. */
class GuardedBudgetTest {
  private static final double DELAY_MILLIS = 40;
  private static final CopyBudget.TokenBucket BUCKET = new CopyBudget.TokenBucket(0.02, 100);

  private static ReplicaSimulation hedged(Replicas replicas, CopyBudget budget) {
    return ReplicaSimulation.of(replicas, ReplicaChoice.RANDOM)
        .reissuing(ReissuePolicy.singleD(DELAY_MILLIS))
        .cancelling(Cancellation.AT_ONCE)
        .within(budget);
  }

  /**
   * Exponential times with a mean of 5 ms. At 40 % load, about 1 % of the requests exceed the
   * delay.
   */
  private static ServiceTimes serviceTimes(long seed) {
    var random = new SplittableRandom(seed);
    double[] millis = new double[5_000];
    for (int i = 0; i < millis.length; i++) {
      millis[i] = -5 * StrictMath.log1p(-random.nextDouble());
    }
    return ServiceTimes.independent(millis);
  }

  private static int copies(ReplicaResult result, int from, int to) {
    return IntStream.range(from, to).map(call -> result.attempts(call) - 1).sum();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void savedTokensAreKeptInASurge(long seed) {
    int calm = 15_000;
    int surge = 8_000;
    var random = new SplittableRandom(seed);
    List<Double> arrivals = new ArrayList<>();
    double nowMillis = 0;
    for (int i = 0; i < calm + surge; i++) {
      double perMilli = (i < calm ? 0.4 : 1.6) * 3 / 5;
      nowMillis += -StrictMath.log1p(-random.nextDouble()) / perMilli;
      arrivals.add(nowMillis);
    }
    ReplicaTrace trace =
        ReplicaTrace.draw(new RecordedArrivals(arrivals), serviceTimes(seed), calm + surge, seed);
    Replicas replicas = Replicas.of(3, 1);
    ReplicaResult plain = hedged(replicas, BUCKET).run(trace);
    ReplicaResult guarded = hedged(replicas, new CopyBudget.Guarded(BUCKET, 0.01)).run(trace);
    assertThat(copies(plain, calm, calm + surge)).as("without a guard").isGreaterThan(200);
    assertThat(copies(guarded, calm, calm + surge))
        .as("copies of %d requests in the surge, seed %d", surge, seed)
        .isLessThanOrEqualTo(surge / 100);
    assertThat((double) copies(guarded, 0, calm))
        .as("copies before, seed %d", seed)
        .isGreaterThan(0.95 * copies(plain, 0, calm));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void savedTokensAreSpentWhenOneReplicaPauses(long seed) {
    Replicas pausing = Replicas.of(3, 4).pausing(new ReplicaPauses(0.01, 200, false, true));
    ServiceTimes serviceTimes = serviceTimes(seed);
    double perSecond = hedged(pausing, BUCKET).perSecond(0.3, serviceTimes);
    ReplicaTrace trace =
        ReplicaTrace.draw(new PoissonArrivals(perSecond), serviceTimes, 40_000, seed);
    ReplicaResult plain = hedged(pausing, BUCKET).run(trace);
    ReplicaResult guarded = hedged(pausing, new CopyBudget.Guarded(BUCKET, 0.01)).run(trace);
    assertThat((double) copies(guarded, 0, 40_000))
        .as("copies, seed %d", seed)
        .isGreaterThan(0.95 * copies(plain, 0, 40_000));
    assertThat(guarded.percentileMillis(99))
        .as("p99, seed %d", seed)
        .isLessThan(1.05 * plain.percentileMillis(99));
  }
}
