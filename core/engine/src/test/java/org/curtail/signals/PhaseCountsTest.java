package org.curtail.signals;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PhaseCountsTest {
  private static ThreadReading reading(long cycles, long instructions) {
    return new ThreadReading(0, 0, 0, 0, 0, 0, 0, cycles, instructions, false);
  }

  @Test
  void aPhaseThatComesAgainIsAddedToItself() {
    var counts = new Stint.PhaseCounts(reading(100, 10), 1);
    counts.next(reading(130, 20), 2);
    counts.next(reading(200, 40), 1);
    assertThat(counts.until(reading(205, 41)))
        .containsExactly(new Stint.PhaseCount(1, 35, 11), new Stint.PhaseCount(2, 70, 20));
    // It may go on: an end that was not one takes nothing.
    assertThat(counts.until(reading(206, 42)))
        .containsExactly(new Stint.PhaseCount(1, 36, 12), new Stint.PhaseCount(2, 70, 20));
  }

  @Test
  void phasesAddUpToTheStintOrNothingIsTold() {
    for (long seed = 0; seed < 1_000; seed++) {
      var random = new Random(seed);
      long bad = random.nextInt(4) == 0 ? random.nextInt(20) : -1;
      long cycles = 1_000;
      long instructions = 1_000;
      ThreadReading begin = reading(cycles, instructions);
      var counts = new Stint.PhaseCounts(begin, 0);
      ThreadReading last = begin;
      for (int i = 0; i < 20; i++) {
        cycles += random.nextInt(100);
        instructions += random.nextInt(100);
        // A counter that was multiplexed, or went backward.
        last =
            i == bad
                ? random.nextBoolean() ? reading(-1, instructions) : reading(999, instructions)
                : reading(cycles, instructions);
        counts.next(last, random.nextInt(5));
      }
      ThreadReading end = reading(cycles + 7, instructions + 7);
      List<Stint.PhaseCount> told = new ArrayList<>(counts.until(end));
      if (bad >= 0) {
        assertThat(told).as("seed %d", seed).isEmpty();
      } else {
        Stint stint = Stint.between(Thread.currentThread(), begin, end, 0, told);
        assertThat(told.stream().mapToLong(Stint.PhaseCount::cycles).sum())
            .as("seed %d", seed)
            .isEqualTo(stint.cycles());
        assertThat(told.stream().mapToLong(Stint.PhaseCount::instructions).sum())
            .as("seed %d", seed)
            .isEqualTo(stint.instructions());
      }
    }
  }

  @Test
  void withoutCountersNothingIsReadOrTold() {
    var counts = new Stint.PhaseCounts(ThreadReading.ofWall(1), 1);
    assertThat(counts.isWhole()).isFalse();
    assertThat(counts.until(reading(1, 1))).isEmpty();
  }

  @Test
  void ofMorePhasesThanThereIsRoomForNothingIsTold() {
    var counts = new Stint.PhaseCounts(reading(0, 0), 0);
    for (int i = 1; i < Stint.PhaseCounts.MOST_PHASES; i++) {
      counts.next(reading(i, i), i);
    }
    assertThat(counts.until(reading(1_000, 1_000))).hasSize(Stint.PhaseCounts.MOST_PHASES);
    counts.next(reading(1_000, 1_000), Stint.PhaseCounts.MOST_PHASES);
    assertThat(counts.until(reading(1_001, 1_001))).isEmpty();
  }
}
