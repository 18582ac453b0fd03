package org.curtail.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.cli.Terminal.assertDone;
import static org.curtail.cli.Terminal.curtail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.curtail.cli.Terminal;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The winner according to {@code curtail simulate}, and cases without one. */
@Timeout(300)
class SimulatedWinnerTest {
  @TempDir Path folder;
  private Path profile = Path.of("");

  @BeforeEach
  void writeProfile() throws IOException {
    profile =
        Files.writeString(
            folder.resolve("profile.json"),
            "{\"format\":\"curtail-profile/1\",\"maxDegree\":4,\"source\":\"test\",\"timesMs\":["
                + "[10,6,5,4.5],[20,11,9,8],[100,52,36,28],[15,9,7,6]]}");
  }

  private Terminal simulate(Object... more) {
    var words = new ArrayList<Object>(List.of("simulate", "--profile", profile, "--cores", 4));
    words.addAll(List.of(more));
    Terminal run = curtail(words.toArray());
    assertDone(run);
    return run;
  }

  private static String headline(Terminal run) {
    // After it there may be a next step.
    return run.out().lines().filter(line -> !line.contains("./curtail ")).toList().getLast();
  }

  @Test
  void thereIsNoWinnerWhereNoPolicyKeepsUp() {
    Terminal run =
        simulate(
            "--load", 1.2, "--requests", 3000, "--repeats", 2, "--policies", "sequential,fixed-2");
    assertThat(headline(run))
        .isEqualTo(
            "No policy keeps up at 132 requests/s, load 120 %: any policy carries at most 110 requests/s, load 100 %; try --load 0.8.");
    assertThat(run.out().lines().filter(line -> line.contains("*")).toList()).hasSize(1);
  }

  @Test
  void aRateThatNothingCarriesHasNoWinnerHoweverShortTheRun() {
    Terminal run = simulate("--load", 1.01, "--requests", 100, "--policies", "sequential,fixed-2");
    assertThat(headline(run)).startsWith("No policy keeps up at 111 requests/s, load 101 %");
  }

  @Test
  void whereOnlyOthersWouldKeepUpTheRateIsSaidToBeWithinReach() {
    Terminal run =
        simulate("--load", 0.95, "--requests", 3000, "--repeats", 2, "--policies", "fixed-4");
    assertThat(headline(run))
        .startsWith("No policy of these keeps up at 105 requests/s, load 95 %")
        .contains("110 requests/s is possible", "curtail capacity");
  }

  @Test
  void onlyWhoKeepsUpCanWinAndWhoDoesNotIsNamed() {
    Terminal run =
        simulate(
            "--load",
            "0.1,0.9,1.3",
            "--requests",
            3000,
            "--repeats",
            5,
            "--policies",
            "fixed-4,sequential");
    assertThat(headline(run))
        .startsWith("Lowest simulated p99: fixed-4 at 11.0 requests/s;")
        .contains("sequential at 99.3 requests/s, the only one that keeps up")
        .contains("No policy keeps up at 143 requests/s");
  }

  @Test
  void oneSeedDecidesNothing() {
    Terminal run =
        simulate("--load", 0.1, "--requests", 1000, "--policies", "sequential,fixed-4,adaptive");
    assertThat(headline(run))
        .startsWith("Lowest simulated p99, of one seed and so not decided: ")
        .endsWith(" Add --repeats 5 to decide.");
  }

  @Test
  void aLeadWithinTheSpreadIsATie() {
    // Two equal policies: none can lead.
    Terminal run =
        simulate(
            "--load", 0.5, "--requests", 1000, "--repeats", 5, "--policies", "sequential,fixed-1");
    assertThat(headline(run))
        .startsWith("Lowest simulated p99: a tie of sequential and fixed-1 at 55.2 requests/s.")
        .endsWith(" Add --repeats 10 to decide ties.");
  }

  @Test
  void aLeadBeyondTheSpreadOfSeedsIsDecided() {
    Terminal run =
        simulate(
            "--load", 0.05, "--requests", 2000, "--repeats", 5, "--policies", "sequential,fixed-4");
    assertThat(headline(run)).isEqualTo("Lowest simulated p99: fixed-4 at 5.52 requests/s.");
  }

  @Test
  void onePolicyAloneIsNeitherTiedNorUndecided() {
    Terminal run = simulate("--load", 0.5, "--requests", 1000, "--policies", "adaptive");
    assertThat(headline(run)).isEqualTo("Lowest simulated p99: adaptive at 55.2 requests/s.");
  }
}
