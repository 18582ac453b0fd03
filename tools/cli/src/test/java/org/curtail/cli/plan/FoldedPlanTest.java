package org.curtail.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.junit.jupiter.api.Test;

/** Loads with the same behaviour are one line on screen; a table keeps them all. */
class FoldedPlanTest {
  /** Two threads at once for one or two requests; from three to sixteen on one thread each. */
  private static IntervalTable table() {
    List<IntervalTable.Row> rows =
        IntStream.rangeClosed(1, 16)
            .mapToObj(load ->
                load <= 2
                    ? new IntervalTable.Row(load, List.of(0.0, 0.0), 60, 30, 2 * load)
                    : new IntervalTable.Row(load, List.of(0.0, 100.0), 100, 50, load))
            .toList();
    return new IntervalTable(16, 16, 2, 99, 1, List.of(1, 2), rows, 16);
  }

  @Test
  void rowsThatAreTheSameButForAllThreadsTogetherAreOneLine() {
    assertThat(PlanText.table(table()))
        .containsExactly(
            "   load       t0        t1   tail ms   mean ms       threads   from best",
            " 1 to 2    0, d2                60.0      30.0    2.0 to 4.0           -",
            "3 to 16    0, d1   100, d2     100.0      50.0   3.0 to 16.0           -",
            "  >= 17   e1, d1   100, d2");
  }

  @Test
  void barsThatAreTheSameAreOneLineAndAllLinesAreEquallyWide() {
    List<String> lines = TableBars.lines(table(), 80, false);
    assertThat(lines).hasSize(5);
    assertThat(lines.get(1)).matches(" 1 to 2  2{71}");
    assertThat(lines.get(2)).matches("3 to 16  1+2+");
    assertThat(lines.get(3)).startsWith("  >= 17  ..");
    assertThat(lines.subList(1, 4)).allMatch(line -> line.length() == 80);
  }

  @Test
  void loadsAtWhichRequestsGoThroughTheSameStandTogether() {
    Profile profile = Profile.of("", new double[][] {{40, 25}, {50, 30}});
    List<String> lines = PlanText.timelines(TimelineAtLoad.of(table(), profile));
    assertThat(lines).hasSize(5);
    assertThat(lines.get(1)).matches(" +1 +median demand .* d2");
    assertThat(lines.get(3)).matches(" *8, 16 +median demand .* d1");
    assertThat(lines.get(4)).matches(" +p99 demand .* d1");
  }
}
