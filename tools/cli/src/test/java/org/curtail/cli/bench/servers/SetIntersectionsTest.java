package org.curtail.cli.bench.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SetIntersectionsTest {
  private static final SetIntersections USUAL = SetIntersections.USUAL;

  /** In the paper: mean 2.37 ms, standard deviation 8.64 ms. */
  @Test
  void workDiffersAsMuchAsInThePaper() {
    int[] sizes = USUAL.sizes();
    double[] work = USUAL.queries().stream().mapToDouble(query -> sizes[query.smaller()]).toArray();
    double mean = Arrays.stream(work).average().orElseThrow();
    double squares = Arrays.stream(work).map(size -> size * size).average().orElseThrow();

    assertThat(mean).isCloseTo(USUAL.meanSmaller(), within(1.0));
    assertThat(Math.sqrt(squares - mean * mean) / mean).isCloseTo(8.64 / 2.37, within(0.1));
  }

  @Test
  void queriesAreAllPairsWithTheSmallerSetFirst() {
    int[] sizes = USUAL.sizes();
    assertThat(USUAL.queries()).hasSize(60 * 59 / 2).doesNotHaveDuplicates();
    assertThat(USUAL.queries()).allMatch(query -> sizes[query.smaller()] <= sizes[query.larger()]);
  }

  @Test
  void everySetHasItsOwnMembers() {
    assertThat(IntStream.range(0, USUAL.sets()).mapToObj(SetIntersections::firstMember))
        .doesNotHaveDuplicates()
        .allMatch(member -> member > 0 && member < SetIntersections.PRIME);
  }
}
