package org.curtail.papers.grid;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.curtail.benchkit.results.Claim;
import org.curtail.benchkit.results.Grid;
import org.curtail.benchkit.results.GridFigures;
import org.curtail.benchkit.results.GridPoint;
import org.junit.jupiter.api.Test;

/** Whether the aims are met, on points made by hand. */
class GridAimsTest {
  private static GridFigures figures(String policy, double ms) {
    return new GridFigures(policy, ms, ms, ms, ms, ms, null);
  }

  private static GridPoint point(int cores, double sharing, double index, double patient) {
    return new GridPoint(
        "gamma",
        "good",
        cores,
        0.5,
        10,
        List.of(
            figures("processor-sharing", sharing),
            figures("tail-index", index),
            figures("tail-index-patient", patient)));
  }

  private static Grid grid(GridPoint... points) {
    return Grid.of("processor-sharing", List.of(points));
  }

  private static Claim of(List<Claim> claims, String policy) {
    return claims.stream()
        .filter(claim -> claim.what().startsWith(policy + ":") || claim.what().equals(policy))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void twoPercentAboveSharingIsNoHarmAndMoreIsWithThePointNamed() {
    List<Claim> claims = GridAims.noHarm(grid(point(1, 100, 102, 50), point(2, 100, 90, 103)));

    assertThat(claims).hasSize(2);
    assertThat(of(claims, "tail-index").holds()).isTrue();
    Claim patient = of(claims, "tail-index-patient");
    assertThat(patient.holds()).isFalse();
    assertThat(patient.evidence())
        .startsWith("worst 1.03, mean of gamma, good speedups, 2 cores, load 0.5")
        .contains("4 of 8 figures are above");
  }

  @Test
  void nearTheBestTakesBothTheMeanAndTheWorst() {
    // Index: 1.2 and 1, patient: 1 and 1.2; the geometric mean of both is 1.095.
    List<Claim> far = GridAims.nearTheBest(grid(point(1, 200, 120, 100), point(2, 200, 100, 120)));
    assertThat(far).hasSize(4);
    assertThat(far).allSatisfy(claim -> assertThat(claim.holds()).isFalse());

    List<Claim> near = GridAims.nearTheBest(grid(point(1, 200, 104, 100), point(2, 200, 100, 126)));
    assertThat(near.get(0).holds()).as(near.get(0).evidence()).isTrue();
    assertThat(near.get(2).holds()).as(near.get(2).evidence()).isFalse();
  }

  @Test
  void theBestOfTheFamilyMayBeFurtherThanTheBestOfAll() {
    List<Claim> claims = GridAims.nearTheBest(grid(point(1, 50, 100, 100)));

    assertThat(claims.get(0).what()).endsWith("the best of all");
    assertThat(claims.get(0).holds()).isFalse();
    assertThat(claims.get(1).what()).endsWith("the best of its family");
    assertThat(claims.get(1).holds()).isTrue();
  }

  @Test
  void notAboveThePatientFormAtAnyRate() {
    var rates =
        new LuceneLikeRates(
            List.of(
                point(15, 9, 10, 10),
                point(15, 9, 9, 10),
                point(15, 9, 10, 10),
                point(15, 9, 10, 10),
                point(15, 9, 11, 10)));

    List<Claim> claims = GridAims.notAbovePatient(rates);

    assertThat(claims).hasSize(1);
    assertThat(claims.getFirst().holds()).isFalse();
    assertThat(claims.getFirst().evidence())
        .isEqualTo("1.00, 0.90, 1.00, 1.00, 1.10 at 36, 40, 43, 45, 48 requests/s");
  }

  @Test
  void theVerdictNamesThoseThatDoNoHarm() {
    assertThat(GridResults.verdict(grid(point(1, 100, 90, 110))).headline())
        .isEqualTo(
            "tail-index: nowhere in 1 points worse than processor-sharing by more than 2 %.");
    assertThat(GridResults.verdict(grid(point(1, 100, 120, 110))).headline())
        .startsWith("Every policy is worse than processor-sharing by more than 2 %");
  }
}
