package org.curtail.lucene.ranked;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ChunkSharingTest {
  @ParameterizedTest
  @EnumSource
  void lanesHoldEveryChunkOnceInAscendingOrder(ChunkSharing sharing) {
    for (int chunks = 0; chunks <= 40; chunks++) {
      for (int degree = 1; degree <= 12; degree++) {
        int lanes = sharing.lanes(chunks, degree);
        assertThat(lanes).isBetween(0, chunks);
        var times = new int[chunks];
        for (int lane = 0; lane < lanes; lane++) {
          int before = -1;
          int[] chunksOfLane = sharing.chunks(lane, lanes, chunks).toArray();
          assertThat(chunksOfLane).as("%s, lane %d of %d", sharing, lane, lanes).isNotEmpty();
          for (int chunk : chunksOfLane) {
            assertThat(chunk).isGreaterThan(before);
            before = chunk;
            times[chunk]++;
          }
        }
        assertThat(Arrays.stream(times).allMatch(count -> count == 1))
            .as("%s, %d chunks, degree %d: %s", sharing, chunks, degree, Arrays.toString(times))
            .isTrue();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void oneThreadGoesThroughAllChunksInOrder(ChunkSharing sharing) {
    int lanes = sharing.lanes(17, 1);
    assertThat(IntStream.range(0, lanes).flatMap(lane -> sharing.chunks(lane, lanes, 17)).toArray())
        .isEqualTo(IntStream.range(0, 17).toArray());
  }

  /** Adaptive parallelism paper, Figure 5: two threads, two halves. */
  @Test
  void coarseSharingCutsTheIndexIntoOnePiecePerThread() {
    assertThat(ChunkSharing.COARSE.lanes(10, 2)).isEqualTo(2);
    assertThat(ChunkSharing.COARSE.chunks(0, 2, 10)).containsExactly(0, 1, 2, 3, 4);
    assertThat(ChunkSharing.COARSE.chunks(1, 2, 10)).containsExactly(5, 6, 7, 8, 9);
    // Uneven parts differ by one chunk, also where chunk numbers times threads exceed an int.
    int chunks = 1_000_000_001;
    for (int lane = 0; lane < 8; lane++) {
      IntStream part = ChunkSharing.COARSE.chunks(lane, 8, chunks);
      assertThat(part.spliterator().getExactSizeIfKnown()).isBetween(125_000_000L, 125_000_001L);
    }
  }

  /** Section 3.2: "when we use two threads, one thread processes odd chunks, the other even". */
  @Test
  void alternatingSharingGivesEveryPthChunkToAThread() {
    assertThat(ChunkSharing.ALTERNATING.lanes(10, 2)).isEqualTo(2);
    assertThat(ChunkSharing.ALTERNATING.chunks(0, 2, 10)).containsExactly(0, 2, 4, 6, 8);
    assertThat(ChunkSharing.ALTERNATING.chunks(1, 2, 10)).containsExactly(1, 3, 5, 7, 9);
    assertThat(ChunkSharing.ALTERNATING.chunks(2, 3, 7)).containsExactly(2, 5);
  }

  @Test
  void dynamicSharingHandsOutOneChunkAtATime() {
    assertThat(ChunkSharing.DYNAMIC.lanes(200, 6)).isEqualTo(200);
    assertThat(ChunkSharing.DYNAMIC.chunks(123, 200, 200)).containsExactly(123);
  }
}
