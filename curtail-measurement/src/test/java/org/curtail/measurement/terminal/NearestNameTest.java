package org.curtail.measurement.terminal;

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
  void the_distance_counts_letters_and_swaps_and_is_the_same_both_ways(
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
    "dds-10-20, dds-10-20-E",
    "adapitve, adaptive",
  })
  void a_name_a_few_mistakes_away_is_found_with_the_users_numbers(String name, String meant) {
    assertThat(NearestName.of(name, POLICIES)).contains(meant);
    assertThat(NearestName.hint(name, POLICIES)).isEqualTo("; did you mean " + meant + "?");
  }

  @ParameterizedTest
  @CsvSource({"fifo", "''", "x", "abcdefghijkl"})
  void nothing_is_suggested_for_a_name_that_is_like_none(String name) {
    assertThat(NearestName.hint(name, POLICIES)).isEmpty();
  }

  @Test
  void of_several_the_nearest_is_found() {
    assertThat(NearestName.of("bing-b", List.of("bong-a", "bing-a", "ring-z"))).contains("bing-a");
  }
}
