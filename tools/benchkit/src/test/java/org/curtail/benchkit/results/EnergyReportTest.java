package org.curtail.benchkit.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.curtail.benchkit.results.EnergyResults.Capacity;
import org.curtail.benchkit.results.EnergyResults.Line;
import org.curtail.benchkit.results.EnergyResults.Load;
import org.curtail.benchkit.results.EnergyResults.Speed;
import org.curtail.benchkit.results.EnergyResults.Threshold;
import org.curtail.benchkit.results.PaperFigure.Point;
import org.curtail.benchkit.terminal.UsageError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file of energies becomes results for a page. */
class EnergyReportTest {
  @TempDir Path folder;

  private static Line allFast() {
    return new Line("all-fast", 0.4, 1, null, null, 1.0, 80, true, 4, null);
  }

  private static Line slowToFast() {
    return new Line(
        "slow-to-fast",
        0.3,
        0.75,
        0.7,
        0.8,
        0.5,
        100,
        true,
        3,
        List.of(new Threshold("middle", 0), new Threshold("fast", 60)));
  }

  private static Load load(double share) {
    return new Load(
        share, 100 * share, List.of(allFast(), slowToFast()), 0.25, 0.2, "slow-to-fast");
  }

  private static EnergyResults results(List<Load> loads) {
    return new EnergyResults(
        EnergyResults.FORMAT,
        "./curtail energy",
        1,
        "my.csv",
        4,
        List.of(new Speed("slow", 0.4), new Speed("middle", 0.7), new Speed("fast", 1)),
        99,
        100,
        1000,
        5,
        0.3,
        loads,
        List.of(new Capacity("all-fast", 0.5, 0.4, 0.6, 50)),
        List.of());
  }

  private Results read(EnergyResults results) throws IOException {
    var text = new StringWriter();
    results.write(text);
    return read(text.toString());
  }

  private Results read(String text) throws IOException {
    return ResultsFile.read(Files.writeString(folder.resolve("energy.json"), text));
  }

  @Test
  void theVerdictSaysWhoDrawsLeastAndWhatToSet() throws IOException {
    Verdict verdict = read(results(List.of(load(0.4)))).verdict();
    assertThat(verdict.headline())
        .isEqualTo("Least energy with a p99 of at most 100 ms: slow-to-fast, 75 % of all-fast.");
    assertThat(verdict.details())
        .contains("To set for slow-to-fast: middle from the start on, fast from 60.0 ms on.");
  }

  @Test
  void limitsStandBelowThePolicies() throws IOException {
    NumberTable energy = read(results(List.of(load(0.4)))).tables().getFirst();
    assertThat(energy.lines())
        .extracting(NumberTable.Line::name)
        .containsExactly(
            "all-fast", "slow-to-fast", "limit, one schedule for all", "limit, clairvoyant");
    assertThat(energy.lines().getLast().values()).containsExactly(200.0, 50.0, 100.0);
  }

  @Test
  void thePictureOfAgesIsAStairFromTheFirstSpeedThatIsUsed() throws IOException {
    Results results = read(results(List.of(load(0.4))));
    List<Point> stair =
        results.figures().getFirst().panels().getFirst().curves().getFirst().points();
    assertThat(stair).extracting(Point::x).containsExactly(0.0, 60.0, 60.0, 100.0);
    assertThat(stair).extracting(Point::y).containsExactly(0.7, 0.7, 1.0, 1.0);
  }

  @Test
  void severalLoadsAreDrawnWithTheirEnergiesAndTails() throws IOException {
    Results results = read(results(List.of(load(0.2), load(0.4))));
    assertThat(results.kind()).isEqualTo("energy");
    assertThat(results.verdict().headline())
        .isEqualTo("At every load slow-to-fast draws least of the policies that meet the target.");
    assertThat(results.figures().getFirst().panels())
        .extracting(PaperFigure.Panel::title)
        .containsExactly("Energy for a request", "Tail");
    assertThat(results.tables().getLast().title()).isEqualTo("What each policy carries");
  }

  @Test
  void filesThatCannotBeAreRefused() throws IOException {
    var text = new StringWriter();
    results(List.of(load(0.4))).write(text);
    Line unknown =
        new Line(
            "slow-to-fast",
            0.3,
            0.75,
            null,
            null,
            null,
            100,
            true,
            3,
            List.of(new Threshold("quick", 60)));
    assertThatThrownBy(
            () -> read(results(List.of(new Load(0.4, 40, List.of(unknown), null, null, null)))))
        .isInstanceOf(UsageError.class)
        .hasMessageContaining("a threshold is for quick");
    assertThatThrownBy(() -> read(text.toString().replace("\"targetMs\"", "\"target\"")))
        .isInstanceOf(UsageError.class)
        .hasMessageContaining("targetMs");
    assertThatThrownBy(() -> read("{\"format\":\"curtail-energy/2\"}"))
        .isInstanceOf(UsageError.class)
        .hasMessageContaining("curtail-energy/1");
  }
}
