package org.curtail.demand.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class ReservoirPropertyTest {
  private static Reservoir<Integer> offered(int capacity, long seed, int offers) {
    var reservoir = new Reservoir<Integer>(capacity, seed);
    IntStream.range(0, offers).forEach(reservoir::offer);
    return reservoir;
  }

  @Test
  void keepsDifferentOffersAsManyAsThereIsRoomFor() {
    Cases.random(
        1,
        300,
        random -> {
          int capacity = random.nextInt(1, 50);
          int offers = random.nextInt(0, 200);
          Reservoir<Integer> reservoir = offered(capacity, random.nextLong(), offers);
          assertThat(reservoir.offers()).isEqualTo(offers);
          assertThat(reservoir.sample())
              .hasSize(Math.min(capacity, offers))
              .doesNotHaveDuplicates()
              .allMatch(value -> value >= 0 && value < offers);
        });
  }

  @Test
  void everyOfferIsKeptEquallyOften() {
    int capacity = 10;
    int offers = 40;
    int samples = 20_000;
    int[] kept = new int[offers];
    for (int seed = 0; seed < samples; seed++) {
      offered(capacity, seed, offers).sample().forEach(value -> kept[value]++);
    }
    // Binomial, n = 20,000 and p = 1/4: five standard deviations are 306.
    for (int value = 0; value < offers; value++) {
      assertThat(kept[value]).as("offer %d", value).isCloseTo(5_000, within(306));
    }
  }

  @Test
  void theSampleDependsOnTheSeedAndTheOrderAlone() {
    assertThat(offered(10, 7, 500).sample()).isEqualTo(offered(10, 7, 500).sample());
    assertThat(offered(10, 7, 500).sample()).isNotEqualTo(offered(10, 8, 500).sample());
  }

  @Test
  void offersOfManyThreadsAreAllCountedAndNoneIsKeptTwice() throws Exception {
    var reservoir = new Reservoir<Integer>(100, 3);
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      int first = t * 10_000;
      threads.add(
          new Thread(() -> IntStream.range(first, first + 10_000).forEach(reservoir::offer)));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(reservoir.offers()).isEqualTo(40_000);
    assertThat(reservoir.sample()).hasSize(100).doesNotHaveDuplicates();
  }
}
