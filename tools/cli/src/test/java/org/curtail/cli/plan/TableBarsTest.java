package org.curtail.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.curtail.IntervalTable;
import org.curtail.plan.PlanGoal;
import org.junit.jupiter.api.Test;

class TableBarsTest {
  private static IntervalTable table(int maxDegree, IntervalTable.Row... rows) {
    return new IntervalTable(
        2, 2, maxDegree, 99, 1, PlanGoal.degreesTo(maxDegree), List.of(rows), rows.length);
  }

  @Test
  void aDigitIsTheDegreeAndADotIsWaiting() {
    IntervalTable table =
        table(
            2,
            new IntervalTable.Row(1, List.of(0.0, 0.0), 1, 1, 1),
            new IntervalTable.Row(2, List.of(25.0, 100.0), 1, 1, 1));
    assertThat(TableBars.lines(table, 62, false))
        .containsExactly(
            "load  degree by time since arrival, ms; . waits",
            "   1  " + "2".repeat(56),
            "   2  " + ".".repeat(12) + "1".repeat(38) + "2".repeat(6),
            ">= 3  " + ".".repeat(11) + " waits until a request completes " + ".".repeat(12),
            "      |0                       |50                      |100");
  }

  @Test
  void noLineIsWiderThanTheTerminalOrAHundredColumns() {
    for (int width : new int[] {50, 80, 100, 300}) {
      List<String> lines =
          TableBars.lines(IntervalTable.published("few-to-many-lucene"), width, false);
      assertThat(lines).hasSize(1 + 19 + 1 + 1);
      assertThat(lines.subList(1, lines.size()))
          .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(Math.min(width, 100)));
    }
  }

  @Test
  void aTableWithoutAnyLaterStartStillHasATimeAxis() {
    var row = new IntervalTable.Row(1, List.of(0.0), 0, 0, 0);
    assertThat(TableBars.lines(table(1, row), 80, false)).last().asString().contains("|0", "|0.4");
  }

  @Test
  void degreesAboveNineAreLetters() {
    List<Double> startsMs = Collections.nCopies(12, 0.0);
    var row = new IntervalTable.Row(1, startsMs, 10, 10, 10);
    List<String> lines = TableBars.lines(table(12, row), 80, false);
    assertThat(lines.getFirst()).contains("a is 10");
    assertThat(lines.get(1)).contains("cccc");
  }

  @Test
  void coloursBeginWithADegreeAndEndWithTheLine() {
    var row = new IntervalTable.Row(1, List.of(10.0, 20.0), 1, 1, 1);
    String bar = TableBars.lines(table(2, row), 80, true).get(1);
    assertThat(bar).startsWith("   1  ...").contains("m1", "m2").endsWith("2\u001b[0m");
  }

  @Test
  void loadsThatWaitForAnExitShareALine() {
    var row = new IntervalTable.Row(1, List.of(10.0), 1, 1, 1);
    var second = new IntervalTable.Row(2, List.of(20.0), 1, 1, 1);
    var third = new IntervalTable.Row(3, List.of(30.0), 1, 1, 1);
    var table = new IntervalTable(1, 1, 1, 99, 1, List.of(1), List.of(row, second, third), 1);
    List<String> lines = TableBars.lines(table, 80, false);
    assertThat(lines).hasSize(1 + 1 + 1 + 1);
    assertThat(lines.get(2)).startsWith(">= 2  ....");
  }
}
