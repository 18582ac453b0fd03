package org.curtail.benchkit.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PlaceTest {
  @Test
  void everyIndexIsAsLikelyAsTheOthers() {
    int[] counts = new int[7];
    int places = 70_000;
    for (int request = 0; request < places; request++) {
      counts[Place.ofRequest(5, request).at(3).index(counts.length)]++;
    }
    double chiSquare = 0;
    for (int count : counts) {
      chiSquare += Math.pow(count - 10_000.0, 2) / 10_000;
    }
    // 6 degrees of freedom: above 22.5 once in a thousand.
    assertThat(chiSquare).isLessThan(22.5);
  }

  @Test
  void placesDifferWhereverOneTurnsOff() {
    Set<Long> keys = new HashSet<>();
    for (int request = 0; request < 50; request++) {
      Place place = Place.ofRequest(1, request);
      for (int stage = 0; stage < 10; stage++) {
        for (int attempt = 0; attempt < 2; attempt++) {
          keys.add(place.at(stage).within(attempt).at(0).key());
        }
      }
    }
    assertThat(keys).hasSize(50 * 10 * 2);
  }

  @Test
  void whatAFurtherAttemptCallsLiesWithinACopyHoweverDeep() {
    Place place = Place.ofRequest(1, 1);
    assertThat(place.at(1).within(0).inCopy()).isFalse();
    assertThat(place.at(1).within(1).inCopy()).isTrue();
    assertThat(place.at(1).within(1).at(2).within(0).inCopy()).isTrue();
  }
}
