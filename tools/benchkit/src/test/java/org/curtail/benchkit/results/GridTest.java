package org.curtail.benchkit.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.curtail.benchkit.results.Grid.Yardstick;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The arithmetic of a grid, compared with two points computed by hand. */
class GridTest {
  /** Sharing has 100, ours 50 and theirs 80: ours is the best. */
  private static final GridPoint FIRST =
      new GridPoint(
          "gamma",
          "good",
          2,
          0.5,
          10,
          List.of(figures("sharing", 100), figures("ours", 50), figures("theirs", 80)));

  /** Sharing has 100, ours 200, and theirs does not keep up: sharing is the best. */
  private static final GridPoint SECOND =
      new GridPoint(
          "pareto",
          "poor",
          1,
          0.95,
          4,
          List.of(figures("sharing", 100), figures("ours", 200), figures("theirs", 9000, true)));

  private static final Grid GRID = Grid.of("sharing", List.of(FIRST, SECOND));

  private static GridFigures figures(String policy, double ms) {
    return figures(policy, ms, null);
  }

  private static GridFigures figures(String policy, double ms, @Nullable Boolean unstable) {
    return new GridFigures(policy, ms, ms / 2, 2 * ms, 3 * ms, 4 * ms, unstable);
  }

  private static GridSummary summary(String policy, Yardstick yardstick) {
    return GRID.summary(GRID.points(), policy, GridStatistic.P99, yardstick);
  }

  @Test
  void theGeometricMeanOfAHalfAndTwiceIsOneAndTwiceIsTheWorst() {
    GridSummary ours = summary("ours", Yardstick.REFERENCE);

    assertThat(ours.geometricMean()).isCloseTo(1, within(1e-12));
    assertThat(ours.worst()).isEqualTo(2);
    assertThat(ours.worstAt()).isEqualTo(SECOND);
    assertThat(ours.points()).isEqualTo(2);
    assertThat(ours.unstable()).isZero();
    assertThat(ours.isWithin(2)).isTrue();
    assertThat(ours.isWithin(1.99)).isFalse();
  }

  @Test
  void theBestOfAPointIsTheLeastOfThoseThatKeepUp() {
    GridSummary ours = summary("ours", Yardstick.BEST);
    GridSummary sharing = summary("sharing", Yardstick.BEST);

    // 1 at the first point, 200 / 100 at the second.
    assertThat(ours.geometricMean()).isCloseTo(Math.sqrt(2), within(1e-12));
    // 100 / 50 at the first point, 1 at the second.
    assertThat(sharing.worst()).isEqualTo(2);
    assertThat(sharing.worstAt()).isEqualTo(FIRST);
  }

  @Test
  void aPolicyThatDoesNotKeepUpHasNoRatioThereAndIsNeverWithinABound() {
    GridSummary theirs = summary("theirs", Yardstick.REFERENCE);

    assertThat(theirs.points()).isEqualTo(1);
    assertThat(theirs.unstable()).isEqualTo(1);
    assertThat(theirs.worst()).isEqualTo(0.8);
    assertThat(theirs.isWithin(1000)).isFalse();
    assertThat(SECOND.ratio("theirs", "sharing", GridStatistic.P99)).isEmpty();
  }

  @Test
  void aPolicyThatTookNoPartHasNothing() {
    GridSummary nobody = summary("nobody", Yardstick.REFERENCE);

    assertThat(nobody.points()).isZero();
    assertThat(nobody.worstAt()).isNull();
    assertThat(nobody.isWithin(1000)).isFalse();
  }

  @Test
  void everyStatisticIsItsOwnFigure() {
    GridFigures figures = new GridFigures("any", 1, 2, 3, 4, 5, null);

    assertThat(List.of(GridStatistic.values()))
        .extracting(statistic -> statistic.ms(figures))
        .containsExactly(1.0, 2.0, 3.0, 4.0, 5.0);
  }

  @Test
  void linesSayTheSameOfAllPointsAndOfEachDemand() {
    // 2 yardsticks, 3 policies, all points and 2 demands, 5 statistics.
    assertThat(GRID.lines()).hasSize(2 * 3 * 3 * 5);
    assertThat(GRID.lines())
        .contains(
            new GridLine(
                "ours",
                "pareto",
                "p99",
                Yardstick.REFERENCE,
                2.0,
                2.0,
                "pareto, poor speedups, 1 core, load 0.95",
                0),
            new GridLine("theirs", "pareto", "mean", Yardstick.BEST, null, null, null, 1));
  }

  @Test
  void aGridWithoutPointsIsRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Grid.of("sharing", List.of()))
        .withMessage("a grid needs at least one point");
  }

  @Test
  void aResultFileKeepsAllOfIt(@TempDir Path folder) throws IOException {
    Results results =
        new Results(
                "grid",
                7,
                GRID.points().stream().mapToInt(GridPoint::cores).max().orElseThrow(),
                "./curtail grid",
                Map.of("policies", List.of("sharing")),
                new Verdict("Ours.", List.of()))
            .with()
            .grid(GRID)
            .results();
    var text = new StringWriter();
    ResultsFile.write(results, text);

    Results read =
        ResultsFile.read(Files.writeString(folder.resolve("grid.json"), text.toString()));

    Grid grid = Objects.requireNonNull(read.grid());
    assertThat(grid).isEqualTo(GRID);
    assertThat(read.kind()).isEqualTo("grid");
    assertThat(text.toString()).doesNotContain("\"unstable\" : null");
  }
}
