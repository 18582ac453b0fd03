package org.curtail.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Prediction;
import org.curtail.Preemption;
import org.curtail.Profile;
import org.curtail.Progress;
import org.curtail.policy.demand.GittinsIndex;
import org.curtail.sim.SyntheticProfiles;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class GittinsTest {
  private static final Load BUSY = new Load(9, 5, 4, 4);

  /** 900 requests of 60 ms, 100 of 1,760 ms, twice as fast on two threads. */
  private static final Profile TWO_DEMANDS = twoDemands();

  private static Profile twoDemands() {
    double[][] timesMs = new double[1_000][];
    for (int r = 0; r < timesMs.length; r++) {
      double ms = r < 900 ? 60 : 1_760;
      timesMs[r] = new double[] {ms, ms / 2};
    }
    return Profile.of("", timesMs);
  }

  /** A request without a thread: preempted, or waiting if it has done no work. */
  private static Progress aside(double ageMs, double executionMs) {
    long executionNanos = Math.round(executionMs * 1e6);
    return new Progress(
        Math.round(ageMs * 1e6), executionNanos, executionNanos, 1, 0, Prediction.NONE);
  }

  @Test
  void aRequestThatIsLikelyToEndSoonIsServedAtAnyAge() {
    Policy policy = OneThreadEach.gittins(TWO_DEMANDS);
    double isNew = policy.priority(Progress.waiting(0, Prediction.NONE), BUSY);
    assertThat(policy.priority(aside(500, 30), BUSY)).isGreaterThan(isNew);
    assertThat(policy.priority(aside(90_000, 76), BUSY)).isLessThan(isNew);
    assertThat(policy.priority(aside(90_000, 1_750), BUSY)).isGreaterThan(isNew);
    assertThat(policy.decide(aside(50, 30), BUSY)).isEqualTo(Decision.keep(1));
    assertThat(policy.threads(6)).isEqualTo(6);
    assertThat(policy.maxDegree()).isEqualTo(1);
  }

  @Test
  void noRequestIsPreemptedForMoreThanTwentyOfTheLongestDemands() {
    for (Policy policy :
        List.of(OneThreadEach.gittins(TWO_DEMANDS), TailIndex.gittins(TWO_DEMANDS, 100))) {
      assertThat(policy.traits().ranks()).isTrue();
      assertThat(policy.traits().reordersQueue()).isFalse();
      assertThat(policy.traits().preemption())
          .isEqualTo(
              new Preemption(
                  Preemption.Order.PRIORITY,
                  OneThreadEach.LeastAttained.QUANTUM.toNanos(),
                  20 * 1_760 * 1_000_000L));
    }
  }

  @Test
  void theTailIndexWeighsItByAgeForRequestsWithoutAThread() {
    double mean = TWO_DEMANDS.meanMs(1);
    assertThat(mean).isCloseTo(230, within(1e-9));
    TailIndex policy = TailIndex.gittins(TWO_DEMANDS, 50);
    double isNew = policy.priority(aside(0, 0), BUSY);
    assertThat(policy.priority(aside(2 * mean, 0), BUSY) / isNew).isCloseTo(2, within(1e-9));
    assertThat(policy.priority(aside(8 * mean, 0), BUSY) / isNew).isCloseTo(5, within(1e-9));
    // A long request has about a 25th of the index of a new one. It must be older for its first
    // thread.
    assertThat(policy.priority(aside(30 * mean, 76), BUSY)).isLessThan(isNew);
    assertThat(policy.priority(aside(70 * mean, 76), BUSY)).isGreaterThan(isNew);
    assertThat(TailIndex.gittins(TWO_DEMANDS, 1).priority(aside(70 * mean, 76), BUSY))
        .isLessThan(isNew);
  }

  @Test
  void theTailIndexCountsWorkDoneOnSeveralThreads() {
    TailIndex policy = TailIndex.gittins(TWO_DEMANDS, 1);
    var twoThreads = new Progress(0, 0, 0);
    assertThat(policy.level(twoThreads)).isEqualTo(policy.level(aside(0, 0)));
    // 38 ms on two threads are 76 ms of work.
    var beyond = new Progress(38_000_000, 38_000_000, 76_000_000, 2, 0, Prediction.NONE);
    assertThat(policy.level(beyond)).isEqualTo(policy.level(aside(76, 76)));
    assertThat(policy.level(beyond)).isLessThan(policy.level(twoThreads));
  }

  @Test
  void aLittleMoreWorkThanAllShortRequestsIsNoSignOfALongOne() {
    for (Policy policy :
        List.of(OneThreadEach.gittins(TWO_DEMANDS), TailIndex.gittins(TWO_DEMANDS, 10))) {
      int isNew = policy.level(aside(0, 0));
      assertThat(policy.level(aside(59, 59))).isGreaterThan(isNew);
      assertThat(policy.level(aside(66, 66))).as("10 %% more: %s", policy).isGreaterThan(isNew);
      assertThat(policy.level(aside(80, 80))).as("a third more: %s", policy).isLessThan(isNew);
    }
  }

  @Test
  void furtherThreadsGoByTheIndexOfTheTail() {
    TailIndex policy = TailIndex.gittins(TWO_DEMANDS, 100);
    TailIndex sharing = TailIndex.sharing(TWO_DEMANDS);
    TailIndex malleable = TailIndex.queueing(TWO_DEMANDS).malleable();
    for (int executionMs : new int[] {1, 50, 200, 2_000}) {
      Progress running = new Progress(9_000_000_000L, executionMs * 1_000_000L, 1);
      assertThat(policy.priority(running, BUSY)).isEqualTo(malleable.priority(running, BUSY));
      assertThat(sharing.priority(running, BUSY)).isEqualTo(malleable.priority(running, BUSY));
      assertThat(policy.decide(running, BUSY)).isEqualTo(malleable.decide(running, BUSY));
    }
    assertThat(policy.traits().isMalleable()).isTrue();
    assertThat(policy.threads(6)).isEqualTo(6);
  }

  @Test
  void theSharingTailIndexUsesTurns() {
    TailIndex policy = TailIndex.sharing(TWO_DEMANDS);
    assertThat(policy.traits().preemption()).isEqualTo(Preemption.turns(Preemption.TURN));
    assertThat(policy.traits().isMalleable()).isTrue();
  }

  @Test
  void aWeightOfAgeIsNotNegative() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TailIndex.gittins(TWO_DEMANDS, -1))
        .withMessage("ageWeightPercent must be at least 0: -1");
  }

  /** See {@link Policy#level}. */
  @Test
  void withinALevelTheOlderIsNeverLessUrgent() {
    List<Profile> profiles =
        List.of(TWO_DEMANDS, SyntheticProfiles.bingLike(500), SyntheticProfiles.luceneLike(500, 4));
    List<Policy> policies =
        profiles.stream()
            .flatMap(profile ->
                List.of(
                    OneThreadEach.gittins(profile),
                    TailIndex.gittins(profile, 1),
                    TailIndex.gittins(profile, 100),
                    TailIndex.gittins(profile, 9_999))
                    .stream())
            .map(Policy.class::cast)
            .toList();
    int[] compared = new int[1];
    Cases.random(
        1,
        20_000,
        random -> {
          Policy policy = policies.get(random.nextInt(policies.size()));
          Progress older =
              anybody(
                  random.nextDouble(1, 5_000), random.nextDouble(), random.nextDouble(), policy);
          Progress younger =
              anybody(
                  older.ageNanos() / 1e6 * random.nextDouble(),
                  random.nextDouble(),
                  random.nextDouble(),
                  policy);
          if (policy.level(older) == policy.level(younger)) {
            compared[0]++;
            assertThat(policy.priority(older, BUSY))
                .as("%s: %s and %s", policy, older, younger)
                .isGreaterThanOrEqualTo(policy.priority(younger, BUSY));
          }
          assertThat(policy.level(older)).isBetween(0, GittinsIndex.LEVELS - 1);
        });
    assertThat(compared[0]).isGreaterThan(1_000);
  }

  private static Progress anybody(double ageMs, double served, double threads, Policy policy) {
    long ageNanos = Math.round(ageMs * 1e6);
    long executionNanos = Math.min(ageNanos, Math.round(ageNanos * served));
    double degree = 1 + threads * (policy.maxDegree() - 1);
    return new Progress(
        ageNanos, executionNanos, Math.round(executionNanos * degree), 1, 0, Prediction.NONE);
  }
}
