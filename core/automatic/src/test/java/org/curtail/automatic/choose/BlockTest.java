package org.curtail.automatic.choose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.curtail.Profile;
import org.curtail.sim.SyntheticProfiles;
import org.curtail.sim.Trace;
import org.junit.jupiter.api.Test;

class BlockTest {
  private static final Profile PROFILE = SyntheticProfiles.luceneLike(500, 2);
  private static final Level HALF = new Level(0.5, 1);
  private static final Level HIGH = new Level(0.9, 2);

  private static Block draw(long seed, Level level, int number) {
    return Block.draw(JudgeSetting.of(PROFILE, 4, Goal.byDefault(), seed), level, number);
  }

  private static int[] requests(Trace trace) {
    return IntStream.range(0, trace.size()).map(trace::request).toArray();
  }

  @Test
  void theSameSeedAndNumberGiveTheSameBlockAndOthersAnother() {
    assertThat(draw(1, HALF, 3)).isEqualTo(draw(1, HALF, 3));
    assertThat(draw(1, HALF, 3).trace()).isNotEqualTo(draw(1, HALF, 4).trace());
    assertThat(draw(1, HALF, 3).trace()).isNotEqualTo(draw(2, HALF, 3).trace());
    // Neighbouring seeds share no block. Otherwise successive plans would depend on each other.
    assertThat(requests(draw(1, HALF, 4).trace())).isNotEqualTo(requests(draw(2, HALF, 4).trace()));
  }

  @Test
  void theSameRequestsComeInTheSameOrderAtEveryLoad() {
    Trace low = draw(1, HALF, 0).trace();
    Trace high = draw(1, HIGH, 0).trace();
    assertThat(high.size()).isEqualTo(2 * low.size());
    assertThat(Arrays.copyOf(requests(high), low.size())).isEqualTo(requests(low));
    assertThat(low.arrivalMs(1000) / high.arrivalMs(1000)).isCloseTo(0.9 / 0.5, within(1e-9));
  }

  @Test
  void theLoadIsTheUtilisation() {
    double demandMs = 0;
    double spanMs = 0;
    for (int number = 0; number < 40; number++) {
      Trace trace = draw(7, HALF, number).trace();
      demandMs += IntStream.of(requests(trace)).mapToDouble(r -> PROFILE.timeMs(r, 1)).sum();
      spanMs += trace.arrivalMs(trace.size() - 1);
    }
    assertThat(demandMs / (4 * spanMs)).isCloseTo(0.5, within(0.01));
  }

  /** Of n requests, n draws with repetition leave out a share of 1 / e on average. */
  @Test
  void eachBlockHasASampleOfTheProfileOfItsOwn() {
    int[] first = IntStream.of(requests(draw(3, HALF, 0).trace())).distinct().toArray();
    int[] second = IntStream.of(requests(draw(3, HALF, 1).trace())).distinct().toArray();
    double expected = PROFILE.requests() * (1 - StrictMath.exp(-1));
    assertThat((double) first.length).isCloseTo(expected, within(40.0));
    assertThat((double) second.length).isCloseTo(expected, within(40.0));
    Arrays.sort(first);
    Arrays.sort(second);
    assertThat(first).isNotEqualTo(second);
  }

  @Test
  void aFartherPercentileNeedsMoreRequests() {
    assertThat(Block.requests(50)).isEqualTo(4_000);
    assertThat(Block.requests(99)).isCloseTo(4_000, within(1));
    assertThat(Block.requests(99.9)).isEqualTo(12_000);
    assertThat(Block.requests(100)).isEqualTo(12_000);
  }
}
