package org.curtail.cli.simulate;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.cli.Terminal.assertDone;
import static org.curtail.cli.Terminal.curtail;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.curtail.benchkit.results.Decisions;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.ResultsFile;
import org.curtail.cli.Terminal;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Output of simulate on a policy that chooses its policies itself. */
@Timeout(300)
class SimulateAutomaticTest {
  @TempDir Path folder;

  /** Of 5 to 40 ms on one thread; two threads take little more than half of that. */
  private Path profile() throws Exception {
    String times =
        IntStream.range(0, 50)
            .mapToObj(i -> "[%.1f,%.1f]".formatted(5 + 0.7 * i, 3 + 0.38 * i))
            .collect(Collectors.joining(","));
    return Files.writeString(
        folder.resolve("profile.json"),
        "{\"format\":\"curtail-profile/1\",\"maxDegree\":2,\"source\":\"test\",\"timesMs\":["
            + times
            + "]}");
  }

  @Test
  void aShortRunSaysThatItOnlyLearned() throws Exception {
    Path out = folder.resolve("results.json");
    Terminal run =
        curtail(
            "simulate",
            "--profile",
            profile(),
            "--cores",
            2,
            "--load",
            "0.3,0.6",
            "--requests",
            400,
            "--policies",
            "sequential,automatic",
            "--out",
            out);
    assertDone(run);
    assertThat(run.out())
        .contains(
            "automatic, load 30 %: still learning: served 100 % by the safe policy",
            "automatic, load 60 %: still learning: served 100 % by the safe policy");
    Results results = ResultsFile.read(out);
    assertThat(results.decisions()).hasSize(2);
    for (Decisions decided : results.decisions()) {
      assertThat(decided.policy()).isEqualTo("automatic");
      assertThat(decided.requests()).isEqualTo(400);
      assertThat(decided.safeShare()).isEqualTo(1);
      assertThat(decided.requestsBeforePlan()).isNull();
      assertThat(decided.periods()).hasSize(1);
      assertThat(decided.periods().getFirst().load()).isEqualTo(decided.load());
    }
  }

  @Test
  void otherPoliciesHaveNoDecisions() throws Exception {
    Terminal run =
        curtail(
            "simulate",
            "--profile",
            profile(),
            "--cores",
            2,
            "--load",
            0.5,
            "--requests",
            200,
            "--policies",
            "sequential,fixed-2",
            "--json");
    assertDone(run);
    assertThat(run.out()).doesNotContain("\"decisions\"");
  }

  /** Judging takes some seconds of a core. */
  @Tag("long")
  @Test
  void aLongRunSaysWhatItChoseWhenAndWhy() throws Exception {
    Path out = folder.resolve("results.json");
    Terminal run =
        curtail(
            "simulate",
            "--profile",
            profile(),
            "--cores",
            2,
            "--load",
            0.3,
            "--requests",
            20_000,
            "--policies",
            "sequential,automatic",
            "--out",
            out);
    assertDone(run);
    Decisions decided = ResultsFile.read(out).decisions().getFirst();
    int before = requireNonNull(decided.requestsBeforePlan());
    // 500 requests to learn from at least, and 5 s of planning at 26 requests a second.
    assertThat(before).isBetween(500 + 100, 6000);
    assertThat(decided.plans()).isPositive();
    assertThat(decided.safeShare()).isGreaterThan((double) before / 20_000).isLessThan(1);
    assertThat(decided.periods().getFirst().serving()).isEqualTo("the safe policy");
    assertThat(decided.events())
        .extracting(Decisions.Event::kind)
        .startsWith("Learned", "Explored", "PlanBegun", "Planned");
    assertThat(run.out())
        .contains("automatic, load 30 %: serves by ", "  first plan after ", "  why: ");
  }

  @Test
  void predictionsReachIt() throws Exception {
    assertThatPredictionsReachIt(1_600);
  }

  /** It plans all policies with the error of predictions: a minute of a core. */
  @Tag("long")
  @Test
  void predictionsReachALongRun() throws Exception {
    assertThatPredictionsReachIt(20_000);
  }

  /** With predictions, the policy counts their errors, after a thousand predicted requests. */
  private void assertThatPredictionsReachIt(int requests) throws Exception {
    Path out = folder.resolve("predicted.json");
    Terminal run =
        curtail(
            "simulate",
            "--profile",
            profile(),
            "--cores",
            2,
            "--load",
            0.3,
            "--requests",
            requests,
            "--prediction-error",
            0.4,
            "--policies",
            "sequential,automatic,automatic-predicted",
            "--out",
            out);
    assertDone(run);
    List<Decisions> decided = ResultsFile.read(out).decisions();
    assertThat(decided)
        .extracting(Decisions::policy)
        .containsExactly("automatic", "automatic-predicted");
    assertThat(reasons(decided.getFirst())).noneMatch(reason -> reason.contains("are off by"));
    assertThat(reasons(decided.getLast()))
        .anyMatch(reason -> reason.contains("predictions are off by a factor of 1."));
  }

  private static List<String> reasons(Decisions decisions) {
    return decisions.events().stream().map(Decisions.Event::reason).toList();
  }
}
