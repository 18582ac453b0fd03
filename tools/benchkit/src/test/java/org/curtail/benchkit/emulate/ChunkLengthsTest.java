package org.curtail.benchkit.emulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ChunkLengthsTest {
  @Test
  void thereAreAsManyAsFitAndTheLastAreCutInFour() {
    assertThat(ChunkLengths.of(0, 40, 1, 1)).isEqualTo(new ChunkLengths(0, 39, 1, 4));
    assertThat(ChunkLengths.of(0, 40, 1, 4)).isEqualTo(new ChunkLengths(0, 38, 1, 8));
    assertThat(ChunkLengths.of(0, 40, 30, 6)).isEqualTo(new ChunkLengths(0, 0, 40, 4));
    assertThat(ChunkLengths.of(10, 50, 1, 4)).isEqualTo(new ChunkLengths(10, 38, 1, 8));
  }

  @Test
  void togetherTheyAreTheRequestAndEachIsAboutAsLongAsAsked() {
    var random = new SplittableRandom(1);
    for (int i = 0; i < 10_000; i++) {
      double timeMs = random.nextDouble(0.01, 1000);
      double chunkMs = random.nextDouble(0.5, 20);
      double serialMs = i % 2 == 0 ? 0 : random.nextDouble(timeMs);
      int threads = random.nextInt(1, 25);
      ChunkLengths lengths = ChunkLengths.of(serialMs, timeMs, chunkMs, threads);
      double sum = IntStream.range(0, lengths.chunks()).mapToDouble(lengths::ms).sum();
      assertThat(sum).isCloseTo(timeMs, within(1e-9 * timeMs));
      assertThat(lengths.plainMs()).isLessThanOrEqualTo(1.5 * chunkMs);
    }
  }
}
