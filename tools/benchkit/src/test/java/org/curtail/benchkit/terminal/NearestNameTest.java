package org.curtail.benchkit.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestNameTest {
  private static final List<String> POLICIES =
      List.of("sequential", "fixed-N", "clairvoyant-T", "dds-D-T-E", "tail-index", "adaptive");

  @ParameterizedTest
  @CsvSource({
    "'', '', 0",
    "abc, abc, 0",
    "abc, '', 3",
    "abc, abd, 1",
    "abc, ac, 1",
    "abc, abbc, 1",
    "abc, acb, 1",
    "kitten, sitting, 3",
    "abcdef, badcfe, 3",
  })
  void theDistanceCountsLettersAndSwapsAndIsTheSameBothWays(
      String one, String other, int distance) {
    assertThat(NearestName.distance(one, other)).isEqualTo(distance);
    assertThat(NearestName.distance(other, one)).isEqualTo(distance);
  }

  @ParameterizedTest
  @CsvSource({
    "tail-indx, tail-index",
    "Tail-Index, tail-index",
    "sequental, sequential",
    "fxied-4, fixed-4",
    "clairvoiant-230, clairvoyant-230",
    "ddss-10-20-30, dds-10-20-30",
    "adapitve, adaptive",
  })
  void aNameAFewMistakesAwayIsFoundWithTheUsersNumbers(String name, String meant) {
    assertThat(NearestName.of(name, POLICIES)).contains(meant);
    assertThat(NearestName.hint(name, POLICIES)).isEqualTo("; did you mean " + meant + "?");
  }

  @Test
  void aNumberThatIsMissingIsAskedFor() {
    assertThat(NearestName.hint("dds-10-20", POLICIES))
        .isEqualTo("; did you mean dds-10-20-E, with whole numbers for the capital letters?");
  }

  @ParameterizedTest
  @CsvSource({"fifo", "''", "x", "abcdefghijkl"})
  void nothingIsSuggestedForANameThatIsLikeNone(String name) {
    assertThat(NearestName.hint(name, POLICIES)).isEmpty();
  }

  @Test
  void ofSeveralTheNearestIsFound() {
    assertThat(NearestName.of("bing-b", List.of("bong-a", "bing-a", "ring-z"))).contains("bing-a");
  }
}
