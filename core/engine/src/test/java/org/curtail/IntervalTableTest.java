package org.curtail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class IntervalTableTest {
  private static IntervalTable.Row row(int load, Double... startsMs) {
    return new IntervalTable.Row(load, List.of(startsMs), 10, 5, 1);
  }

  private static IntervalTable table(
      int maxDegree, List<Integer> degrees, IntervalTable.Row... rows) {
    return new IntervalTable(6, 6, maxDegree, 99, 5, degrees, List.of(rows), 6);
  }

  @Test
  void aLoadUsesItsRowElseTheNextElseTheLast() {
    var two = row(2, 0.0, 5.0);
    var four = row(4, 0.0, 10.0);
    var table = table(2, List.of(1, 2), two, four);
    assertThat(table.row(1)).isSameAs(two);
    assertThat(table.row(2)).isSameAs(two);
    assertThat(table.row(3)).isSameAs(four);
    assertThat(table.row(4)).isSameAs(four);
    assertThat(table.row(5)).isSameAs(four);
    assertThat(four.startMs(2)).isEqualTo(10);
  }

  @Test
  void laterChangesOfTheListsChangeNothing() {
    var startsMs = new ArrayList<>(List.of(0.0));
    var row = new IntervalTable.Row(1, startsMs, 1, 1, 1);
    startsMs.add(1.0);
    assertThat(row.startsMs()).containsExactly(0.0);
  }

  @Test
  void decreasingStartsAreRejectedByLoadAndIndex() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> row(3, 0.0, 20.0, 10.0))
        .withMessageContaining("load 3")
        .withMessageContaining("startsMs[2] is 10.0 after 20.0");
  }

  @Test
  void startsThatAreNoTimesAreRejected() {
    for (double start : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> row(1, start))
          .withMessageContaining("" + start);
    }
    assertThatIllegalArgumentException().isThrownBy(() -> row(1)).withMessageContaining("empty");
  }

  @Test
  void predictionsThatAreNoNumbersAreRejectedByName() {
    List<Double> starts = List.of(0.0);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new IntervalTable.Row(1, starts, Double.NaN, 1, 1))
        .withMessageContaining("tailMs");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new IntervalTable.Row(1, starts, 1, -1, 1))
        .withMessageContaining("meanMs");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new IntervalTable.Row(1, starts, 1, 1, Double.POSITIVE_INFINITY))
        .withMessageContaining("averageParallelism");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> row(0, 0.0))
        .withMessageContaining("load must be at least 1: 0");
  }

  @Test
  void rowsMustAscendByLoadAndHaveAStartPerDegree() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> table(1, List.of(1), row(2, 0.0), row(2, 0.0)))
        .withMessageContaining("2 after 2");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> table(2, List.of(1, 2), row(7, 0.0)))
        .withMessageContaining("load 7")
        .withMessageContaining("expected maxDegree 2");
    assertThatIllegalArgumentException().isThrownBy(() -> table(1, List.of(1)));
  }

  @Test
  void degreesMustAscendFromOneToTheGreatest() {
    for (List<Integer> degrees :
        List.of(List.<Integer>of(), List.of(2), List.of(1, 1), List.of(1, 3), List.of(0, 1))) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> table(2, degrees, row(1, 0.0, 0.0)))
          .withMessageContaining("" + degrees);
    }
  }

  @Test
  void countsBelowOneAreRejectedByName() {
    List<IntervalTable.Row> rows = List.of(row(1, 0.0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new IntervalTable(0, 1, 1, 99, 1, List.of(1), rows, 1))
        .withMessageContaining("cores");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new IntervalTable(1, 0, 1, 99, 1, List.of(1), rows, 1))
        .withMessageContaining("targetParallelism");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new IntervalTable(1, 1, 0, 99, 1, List.of(1), rows, 1))
        .withMessageContaining("maxDegree");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new IntervalTable(1, 1, 1, 99, 1, List.of(1), rows, 0))
        .withMessageContaining("waitForExitAbove");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new IntervalTable(1, 1, 1, 101, 1, List.of(1), rows, 1))
        .withMessageContaining("101");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new IntervalTable(1, 1, 1, 99, 0, List.of(1), rows, 1))
        .withMessageContaining("stepMs");
  }

  @Test
  void aProvedBoundSaysHowFarTheTailIsFromTheBest() {
    assertThat(new IntervalTable.Row(1, List.of(0.0), 102, 50, 1, 100, false).aboveBound())
        .hasValueCloseTo(0.02, within(1e-12));
    assertThat(new IntervalTable.Row(1, List.of(0.0), 102, 50, 1).aboveBound()).isEmpty();
  }
}
