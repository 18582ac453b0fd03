package org.curtail.benchkit.inject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InjectionPlanTest {
  private static final int REQUESTS = 1000;
  private static final int RAMP = 50;
  private static final int LONGEST = 77;
  private static final int BURST = 8;
  private static final long GAP_NANOS = 1_000_000;
  private static final long LENGTH_NANOS = 10_500_000;

  private static InjectionPlan plan(long seed, InjectionKind... kinds) {
    return InjectionPlan.draw(
        new InjectionSetting(List.of(kinds), 0.02, LENGTH_NANOS, 1),
        due(),
        queries(),
        RAMP,
        LONGEST,
        new int[] {81, 82},
        BURST,
        seed);
  }

  private static long[] due() {
    return IntStream.range(0, REQUESTS).mapToLong(i -> i * GAP_NANOS).toArray();
  }

  private static int[] queries() {
    return IntStream.range(0, REQUESTS).map(i -> i % 70).toArray();
  }

  private static int[] chosen(InjectionPlan plan) {
    return IntStream.range(0, plan.requests()).filter(plan::isChosen).toArray();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 2, 3, 4})
  void theShareThatIsAskedForIsChosenAndNoneOfTheRamps(long seed) {
    int[] chosen = chosen(plan(seed, InjectionKind.LOCK));

    assertThat(chosen).as("seed %d", seed).hasSize(20);
    assertThat(chosen[0]).isGreaterThanOrEqualTo(RAMP);
    assertThat(chosen[19]).isLessThan(REQUESTS - RAMP);
  }

  @Test
  void whatStopsEverythingIsDoneSoSeldomThatTheShareOfRequestsIsHit() {
    // With a request per millisecond, a stop of 10.5 ms affects 11.5 requests.
    assertThat(chosen(plan(1, InjectionKind.STOP))).hasSize(1);
    assertThat(chosen(plan(1, InjectionKind.COLLECTOR))).hasSize(1);
  }

  @Test
  void aSeedChoosesAlwaysTheSameAndAnotherSeedOthers() {
    assertThat(chosen(plan(3, InjectionKind.LOCK))).isEqualTo(chosen(plan(3, InjectionKind.LOCK)));
    assertThat(chosen(plan(3, InjectionKind.LOCK)))
        .isNotEqualTo(chosen(plan(4, InjectionKind.LOCK)));
  }

  @Test
  void whatIsDoneWhileARequestRunsChangesNeitherArrivalsNorQueries() {
    InjectionPlan plan = plan(1, InjectionKind.CPU_HOG);

    for (int i = 0; i < REQUESTS; i++) {
      assertThat(plan.intendedNanos(i)).isEqualTo(i * GAP_NANOS);
      assertThat(plan.sentNanos(i)).isEqualTo(i * GAP_NANOS);
      assertThat(plan.query(i)).isEqualTo(i % 70);
    }
    assertThat(plan.records(0, 0, plan::sentNanos, Map.of())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 2, 3, 4})
  void requestsHeldBetweenClientAndServerComeLaterInTheOrderOfSending(long seed) {
    InjectionPlan plan = plan(seed, InjectionKind.NETWORK);

    long[] intended = IntStream.range(0, REQUESTS).mapToLong(plan::intendedNanos).toArray();
    long[] sent = IntStream.range(0, REQUESTS).mapToLong(plan::sentNanos).toArray();
    assertThat(sent).as("seed %d", seed).isSorted();
    assertThat(Arrays.stream(intended).sorted().toArray()).isEqualTo(due());
    for (int i = 0; i < REQUESTS; i++) {
      assertThat(sent[i] - intended[i]).isEqualTo(plan.isChosen(i) ? LENGTH_NANOS : 0);
      // The query keeps its request.
      assertThat(plan.query(i)).isEqualTo((int) (intended[i] / GAP_NANOS % 70));
    }
    // The client's thread woke up 7 ns late.
    assertThat(plan.records(0, 5_000, i -> 5_000 + sent[i] + 7, Map.of()))
        .hasSize(20)
        .allSatisfy(record -> {
          assertThat(record.nanos()).isEqualTo(LENGTH_NANOS + 7);
          assertThat(record.fromNanos()).isEqualTo(5_000 + intended[record.request()]);
        });
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 2, 3, 4})
  void aBurstHasItsRequestsAtOneMoment(long seed) {
    InjectionPlan plan = plan(seed, InjectionKind.BURST);

    int[] chosen = chosen(plan);
    int size = BURST;
    assertThat(chosen.length % size).as("seed %d", seed).isZero();
    assertThat(chosen).hasSize(REQUESTS / 50 - REQUESTS / 50 % size);
    for (int i = 0; i < chosen.length; i++) {
      assertThat(plan.sentNanos(chosen[i])).isEqualTo(plan.sentNanos(chosen[i - i % size]));
    }
    assertThat(IntStream.range(0, REQUESTS).mapToLong(plan::sentNanos).toArray()).isSorted();
  }

  @Test
  void whatABurstCostIsTheWaitForAThreadAndWithItForACore() {
    InjectionPlan plan = plan(1, InjectionKind.BURST);
    Map<Integer, Served> served = new HashMap<>();
    for (int i = 0; i < REQUESTS; i++) {
      // A request begins 10 ns times its number after its sending, and is off the core for 5 ns.
      long fromNanos = plan.sentNanos(i) + 10L * i;
      served.put(4_000 + i, new Served(fromNanos, fromNanos + 25, 20));
    }

    assertThat(plan.records(4_000, 0, plan::sentNanos, served))
        .hasSize(chosen(plan).length)
        .allSatisfy(
            record -> assertThat(record.nanos()).isEqualTo(10L * (record.request() - 4_000) + 5));
    // The wait for the server begins at the hand-over, 3 ns late.
    assertThat(plan.records(4_000, 0, i -> plan.sentNanos(i) + 3, served))
        .allSatisfy(record -> {
          int number = record.request() - 4_000;
          assertThat(record.nanos()).isEqualTo(Math.max(0, 10L * number - 3) + 5);
          assertThat(record.fromNanos()).isEqualTo(plan.sentNanos(number) + 3);
        });
    // Failed requests have no record.
    assertThat(plan.records(4_000, 0, plan::sentNanos, Map.of())).isEmpty();
  }

  @Test
  void chosenRequestsAskTheLongestQueryAndOthersWhatTheyAsked() {
    InjectionPlan plan = plan(1, InjectionKind.LONG_QUERY);
    Map<Integer, Served> served = new HashMap<>();
    for (int i = 0; i < REQUESTS; i++) {
      assertThat(plan.query(i)).isEqualTo(plan.isChosen(i) ? LONGEST : i % 70);
      served.put(i, new Served(0, 200_000, 123_456));
    }
    assertThat(plan.records(0, 0, plan::sentNanos, served))
        .hasSize(20)
        .allSatisfy(record -> assertThat(record.nanos()).isEqualTo(123_456));
  }

  @Test
  void aHogOfMemoryIsPutIntoRequestsThatComputeRatherLongIntoEachAsOften() {
    InjectionPlan plan = plan(1, InjectionKind.MEMORY_HOG);

    int[] counts = new int[2];
    for (int i = 0; i < REQUESTS; i++) {
      assertThat(plan.query(i)).isIn(plan.isChosen(i) ? List.of(81, 82) : List.of(i % 70));
      if (plan.isChosen(i)) {
        counts[plan.query(i) - 81]++;
      }
    }
    assertThat(counts).containsExactly(10, 10);
  }

  @Test
  void theSecondOfTwoCausesIsHalfAsLong() {
    InjectionPlan plan = plan(1, InjectionKind.LOCK, InjectionKind.NETWORK);

    assertThat(plan.records(0, 0, plan::sentNanos, Map.of()))
        .hasSize(20)
        .allSatisfy(record -> assertThat(record.nanos()).isEqualTo(LENGTH_NANOS / 2));
  }

  @Test
  void tooFewRequestsForTheShareAreRejected() {
    var setting = new InjectionSetting(List.of(InjectionKind.BURST), 0.02, LENGTH_NANOS, 1);

    assertThatThrownBy(
            () -> InjectionPlan.draw(setting, new long[20], new int[20], 9, 0, new int[1], 8, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("20 requests are too few for 1 times 8");
  }
}
