package org.curtail.papers.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.curtail.papers.experiments.Claims.Statistic.P99;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.curtail.benchkit.results.Agreement;
import org.curtail.benchkit.results.Answer;
import org.curtail.benchkit.results.Claim;
import org.curtail.benchkit.results.ClaimText;
import org.junit.jupiter.api.Test;

class ClaimsTest {
  private static final double UNSTABLE = Double.NaN;

  private static final Measurements MEASURED =
      SampleMeasurements.of(
          List.of(30.0, 40.0),
          Map.of(
              "a", new double[][] {{100, 120}, {200, 200}},
              "b", new double[][] {{200, 200}, {160, 250}},
              "c", new double[][] {{300, 300}, {900, UNSTABLE}}));

  private final Claims claims = new Claims();

  private Claim only() {
    assertThat(claims.all()).hasSize(1);
    return claims.all().getFirst();
  }

  @Test
  void aReductionIsThatOfEachRepeatInTheMean() {
    claims.below("Figure 1", MEASURED, P99, "a", "b", 30, 33, "because");
    Claim claim = only();
    assertThat(claim.what()).isEqualTo("p99 of a below b at 30 requests/s");
    assertThat(claim.ours()).isCloseTo(45, within(1e-9));
    assertThat(claim.oursLow()).isCloseTo(40, within(1e-9));
    assertThat(claim.oursHigh()).isCloseTo(50, within(1e-9));
    assertThat(claim.difference()).isCloseTo(12, within(1e-9));
    assertThat(claim.holds()).isTrue();
    assertThat(claim.agreement()).hasValue(Agreement.SAME_DIRECTION);
    assertThat(claim.reason()).isEqualTo("because");
  }

  @Test
  void aReductionThatIsAnIncreaseDoesNotHold() {
    claims.below("Figure 1", MEASURED, P99, "b", "a", 30, 33, "");
    assertThat(only().holds()).isFalse();
    assertThat(only().ours()).isNegative();
  }

  @Test
  void whatLiesWithinTheRepeatsNeedsNoReason() {
    claims.below("Figure 1", MEASURED, P99, "a", "b", 30, 44, "because");
    assertThat(only().reason()).isEmpty();
  }

  @Test
  void whoeverPilesUpRequestsLoses() {
    claims.lowest("Figure 1", MEASURED, P99, "a", List.of("c"), List.of(30.0, 40.0), "");
    assertThat(only().holds()).isTrue();
    assertThat(MEASURED.isStable("c", 40)).isFalse();
    assertThat(MEASURED.unstable()).isEqualTo("c at 40 requests/s");
  }

  @Test
  void whoPilesUpRequestsIsNeverTheLowest() {
    claims.lowest("Figure 1", MEASURED, P99, "c", List.of("a"), List.of(40.0), "so it is");
    assertThat(only().holds()).isFalse();
    assertThat(only().evidence()).isEqualTo("not at 40: endless against 200 ms (a)");
    assertThat(only().reason()).isEqualTo("so it is");
  }

  @Test
  void whereRepeatsAreNotOnOneSideNothingIsTold() {
    // Seed 1: 200 above 160, seed 2: 200 below 250.
    claims.below("Figure 1", MEASURED, P99, "b", "a", 40, 10, "because");
    claims.lowest("Figure 1", MEASURED, P99, "b", List.of("a"), List.of(40.0), "because");
    claims.lowest("Figure 1", MEASURED, P99, "b", List.of("a"), List.of(30.0, 40.0), "because");
    assertThat(claims.all()).extracting(Claim::holds).containsExactly(false, false, false);
    assertThat(claims.all()).extracting(Claim::tie).containsExactly(true, true, null);
    assertThat(claims.all()).extracting(Claim::reason).containsExactly("", "", "because");
    assertThat(claims.all())
        .extracting(Claim::evidence)
        .containsExactly(
            "",
            "not decided at 40: 205 against 200 ms (a)",
            "not at 30: 200 against 110 ms (a); not decided at 40: 205 against 200 ms (a)");
    assertThat(ClaimText.lines(claims.all()))
        .anyMatch(line -> line.startsWith("  not decided  p99 of b"));
  }

  @Test
  void theClosestOfManyIsNamed() {
    claims.lowest("Figure 1", MEASURED, P99, "a", List.of("b", "c"), List.of(30.0), "");
    assertThat(only().what()).isEqualTo("p99 of a below b, c at 30 requests/s");
    assertThat(only().holds()).isTrue();
    assertThat(only().evidence()).isEqualTo("closest at 30: 110 against 200 ms (b)");
  }

  @Test
  void aLowerMeanAloneDecidesNothingIfTheRepeatsOverlap() {
    // Seed 1: 200 above 160, seed 2: 200 below 250; 200 below 205 in the mean.
    claims.below("Figure 1", MEASURED, P99, "a", "b", 40, 2, "because");
    claims.lowest("Figure 1", MEASURED, P99, "a", List.of("b", "c"), List.of(30.0, 40.0), "");
    assertThat(claims.all()).extracting(Claim::holds).containsExactly(false, false);
    assertThat(claims.all()).allMatch(Claim::isTie);
    assertThat(claims.all().getLast().evidence())
        .isEqualTo("not decided at 40: 200 against 205 ms (b)");
  }

  @Test
  void oneRepeatDecidesNothing() {
    var one = new Estimate(5, 5, 5);
    claims.change("Figure 1", "p99", "%", 5, Optional.of(one), "");
    assertThat(only().isTie()).isTrue();
    assertThat(one.above(4)).isEqualTo(Answer.NOT_DECIDED);
    assertThat(new Estimate(5, 4, 6).above(3)).isEqualTo(Answer.YES);
    assertThat(new Estimate(5, 4, 6).between(4.5, 7)).isEqualTo(Answer.NOT_DECIDED);
    assertThat(new Estimate(5, 4, 6).between(6.5, 7)).isEqualTo(Answer.NO);
    assertThat(new Estimate(5, 4, 6).below(4)).isEqualTo(Answer.NO);
  }

  @Test
  void aNumberThatNobodyCouldMeasureIsAbsent() {
    claims.change("Figure 1", "p99", "ms", 5, MEASURED.of("c", 40, run -> 1), "");
    assertThat(only().ours()).isNull();
    assertThat(only().holds()).isFalse();
  }

  @Test
  void aCrossingLiesBetweenTheRatesInEachRepeat() {
    // Seed 1: 100 below 200, then 200 above 160. Seed 2: 120 below 200, then 200 below 250.
    Optional<Estimate> crossing =
        FewToManyLuceneClaims.crossing(MEASURED, "a", "b", run -> run.latency().p99Ms());
    assertThat(crossing.orElseThrow().mean()).isCloseTo(30 + 10 * 100 / 140.0, within(1e-9));
    assertThat(FewToManyLuceneClaims.firstCrossing(List.of(1.0, 2.0, 3.0), List.of(1.0, 2.0, 3.0)))
        .isEmpty();
    assertThat(
            FewToManyLuceneClaims.firstCrossing(List.of(1.0, 2.0, 3.0), List.of(-1.0, -1.0, 3.0)))
        .hasValueCloseTo(2.25, within(1e-9));
  }

  @Test
  void meansAreThoseOfAllRepeats() {
    var mean = MEASURED.means().getFirst();
    assertThat(mean.policy()).isEqualTo("a");
    assertThat(mean.latency().p99Ms()).isEqualTo(110);
    assertThat(mean.latency().p99SpreadMs()).containsExactly(100.0, 120.0);
    assertThat(mean.latency().meanMs()).isEqualTo(27.5);
    assertThat(mean.requests()).isEqualTo(2000);
    assertThat(MEASURED.means()).hasSize(6);
    assertThat(MEASURED.repeats()).hasSize(12);
  }

  @Test
  void linesSayWhatHoldsAndWhyNot() {
    claims.below("Figure 1", MEASURED, P99, "a", "b", 30, 33, "because");
    claims.lowest("Figure 2", MEASURED, P99, "c", List.of("a"), List.of(40.0), "so it is");
    assertThat(ClaimText.lines(claims.all()))
        .containsExactly(
            "Figure 1",
            "  same direction  p99 of a below b at 30 requests/s   paper   33   ours  45.0 % (40.0 to 50.0), difference +12.0 [a]",
            "",
            "Figure 2",
            "  NO              p99 of c below a at 40 requests/s [b]",
            "                  not at 40: endless against 200 ms (a)",
            "",
            "Why some deviate",
            "  [a]  because",
            "  [b]  so it is");
  }

  @Test
  void aBoundHoldsHoweverFarBeyondItOursIs() {
    claims.bound("Figure 1", "gain", true, 30, "%", Optional.of(new Estimate(80, 70, 90)), "");
    assertThat(only().what()).isEqualTo("gain: over 30 %");
    assertThat(only().agreement()).hasValue(Agreement.YES);
    assertThat(only().evidence()).isEqualTo("80.0 % (70.0 to 90.0)");
  }

  @Test
  void aBoundDoesNotHoldOnItsOtherSide() {
    claims.bound("Figure 1", "waste", false, 1, "%", Optional.of(new Estimate(2, 1.5, 3)), "why");
    assertThat(only().what()).isEqualTo("waste: under 1 %");
    assertThat(only().agreement()).hasValue(Agreement.NO);
    assertThat(only().reason()).isEqualTo("why");
  }
}
