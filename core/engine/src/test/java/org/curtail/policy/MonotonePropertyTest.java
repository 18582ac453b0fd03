package org.curtail.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Prediction;
import org.curtail.Profile;
import org.curtail.Progress;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

/** Policies that say that they are monotone: see {@link Traits#isMonotone}. */
class MonotonePropertyTest {
  private static final int MAX_DEGREE = 5;

  /** Any speedups, also those of which nothing can be said. */
  private static Profile profile(RandomGenerator random) {
    double[] factor = new double[MAX_DEGREE];
    factor[0] = 1;
    boolean ordinary = random.nextBoolean();
    for (int i = 1; i < MAX_DEGREE; i++) {
      double least = ordinary ? (double) i / (i + 1) : 0.3;
      factor[i] = factor[i - 1] * random.nextDouble(least, ordinary ? 1 : 1.2);
    }
    double[][] timesMs = new double[1 + random.nextInt(60)][];
    // From those that gain alike to those of which only the longest gain.
    double slope = random.nextBoolean() ? 0 : random.nextDouble(0, 2);
    double noise = random.nextBoolean() ? 0 : random.nextDouble(0, 0.05);
    for (int i = 0; i < timesMs.length; i++) {
      double demandMs = random.nextDouble(1, 100);
      double share = Math.pow(demandMs / 100, slope) * (1 + noise * random.nextDouble(-1, 1));
      timesMs[i] = Arrays.stream(factor).map(each -> Math.pow(each, share) * demandMs).toArray();
    }
    return Profile.of("", timesMs);
  }

  private static Progress progress(
      RandomGenerator random, Progress atMost, int maxDegree, int threads) {
    long executionNanos = random.nextLong(atMost.executionNanos() + 1);
    long ageNanos = random.nextLong(executionNanos, atMost.ageNanos() + 1);
    long most = Math.min(executionNanos * maxDegree, atMost.attainedNanos());
    long attainedNanos = most < executionNanos ? most : random.nextLong(executionNanos, most + 1);
    return new Progress(
        ageNanos,
        executionNanos,
        attainedNanos,
        1 + random.nextInt(maxDegree),
        threads,
        Prediction.NONE);
  }

  @Test
  void aRequestThatIsAheadInEverythingComesNoLater() {
    int[] monotone = new int[1];
    Cases.random(
        1,
        2_000,
        random -> {
          Profile profile = profile(random);
          List<Policy> policies =
              List.of(
                  TailIndex.queueing(profile),
                  TailIndex.patient(profile),
                  TailIndex.sharing(profile),
                  TailIndex.gittins(profile, 100),
                  new Boosted(TailIndex.queueing(profile)));
          for (Policy policy : policies) {
            if (!policy.traits().isMonotone()) {
              continue;
            }
            monotone[0]++;
            int requests = 1 + random.nextInt(20);
            var load = new Load(requests, random.nextInt(requests), 8, 1 + random.nextInt(16));
            int threads = 1 + random.nextInt(policy.maxDegree());
            long most = 300_000_000;
            Progress ahead =
                progress(
                    random,
                    new Progress(most, most, most * MAX_DEGREE, 1, threads, Prediction.NONE),
                    policy.maxDegree(),
                    threads);
            Progress behind = progress(random, ahead, policy.maxDegree(), threads);
            double lesser = policy.priority(behind, load);
            // Rounding may turn what is equal by less than this.
            double tolerance = Double.isInfinite(lesser) ? 0 : 1e-9 * (1 + Math.abs(lesser));
            assertThat(policy.priority(ahead, load))
                .as("%s: %s against %s under %s", policy, ahead, behind, load)
                .isGreaterThanOrEqualTo(lesser - tolerance);
          }
        });
    assertThat(monotone[0]).isGreaterThan(1_000);
  }

  private static Profile speedups(double two, double three) {
    return Profile.of("", new double[][] {{60, 60 / two, 60 / three}});
  }

  @Test
  void threadsThatHarmOrHelpMoreThanTheFirstMakeWorkDoneUncertain() {
    assertThat(TailIndex.queueing(speedups(1.5, 1.8)).traits().isMonotone()).isTrue();
    assertThat(TailIndex.queueing(speedups(1.5, 1.4)).traits().isMonotone())
        .as("third not used")
        .isTrue();
    assertThat(TailIndex.queueing(speedups(0.9, 1.4)).traits().isMonotone()).isFalse();
    assertThat(TailIndex.queueing(speedups(2.5, 2.6)).traits().isMonotone()).isFalse();
  }

  @Test
  void demotedOrPredictedRequestsMayFallBehind() {
    Profile profile = speedups(1.5, 1.8);
    assertThat(TailIndex.queueing(profile).demoting(100).traits().isMonotone()).isFalse();
    assertThat(TailIndex.predicted(profile).traits().isMonotone()).isFalse();
    assertThat(new Boosted(TailIndex.queueing(profile).demoting(100)).traits().isMonotone())
        .isFalse();
  }
}
