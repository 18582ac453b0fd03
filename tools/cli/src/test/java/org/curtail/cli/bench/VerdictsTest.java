package org.curtail.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.curtail.benchkit.results.Checks;
import org.curtail.benchkit.results.Comparison;
import org.curtail.benchkit.results.Degrees;
import org.curtail.benchkit.results.Interruption;
import org.curtail.benchkit.results.Latency;
import org.curtail.benchkit.results.Lateness;
import org.curtail.benchkit.results.Noise;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.results.Verdict;
import org.curtail.benchkit.results.Verdict.Outcome;
import org.curtail.benchkit.stats.Ratio;
import org.junit.jupiter.api.Test;

class VerdictsTest {
  private static final Noise STEADY = new Noise(0.1, 0.2, 0.3, 0, 0, 0, 10, 100, 95, 105);
  private static final Ratio NONE = new Ratio(0.97, 0.9, 1.05);
  private static final Ratio LOWER = new Ratio(0.8, 0.75, 0.85);
  private static final Ratio HIGHER = new Ratio(1.2, 1.1, 1.3);

  private static Run run(String policy, double load, int mismatches, Ratio mean, Ratio p99) {
    return run(policy, load, mismatches, mean, p99, 5000);
  }

  private static Run run(
      String policy, double load, int mismatches, Ratio mean, Ratio p99, int requests) {
    return new Run(
        policy,
        load,
        1,
        1,
        requests,
        new Latency(1, 1, 1, 1, 1, 1, 1, List.of(1.0, 1.0)),
        null,
        new Degrees(1, 1, 1, List.of(1.0)),
        1,
        1,
        new Checks(0, 100, mismatches),
        Lateness.NONE,
        0,
        List.of(),
        List.of(new Comparison("sequential", mean, NONE, p99)),
        null);
  }

  private static String headline(Run... runs) {
    return Verdicts.of(List.of(runs), STEADY, 40, Optional.empty(), 3).headline();
  }

  @Test
  void anIntervalThatCoversNoDifferenceShowsNone() {
    assertThat(headline(run("few-to-many", 0.3, 0, NONE, NONE)))
        .startsWith("No difference is shown between few-to-many and the sequential");
  }

  @Test
  void aGainInTheMeanIsNotSoldAsOneInTheTail() {
    assertThat(
            headline(
                run("few-to-many", 0.3, 0, LOWER, NONE), run("few-to-many", 0.5, 0, LOWER, NONE)))
        .contains("lowers the mean by up to 20 % at load 0.3, 0.5")
        .contains("at p99 no difference is shown");
  }

  @Test
  void harmIsSaidAsPlainlyAsGain() {
    assertThat(
            headline(
                run("few-to-many", 0.3, 0, NONE, LOWER), run("few-to-many", 0.7, 0, NONE, HIGHER)))
        .contains("lowers p99 by 20 % at load 0.3")
        .contains("raises p99 by 20 % at load 0.7");
  }

  @Test
  void automaticIsTheSubjectOnlyIfThereIsNoOtherPolicy() {
    Run still = run("automatic", 0.3, 0, NONE, NONE);
    assertThat(headline(run("tail-index", 0.3, 0, LOWER, LOWER), still)).contains("tail-index");
    assertThat(headline(still, run("fixed-2", 0.3, 0, LOWER, LOWER))).contains("fixed-2");
    assertThat(headline(run("sequential", 0.3, 0, NONE, NONE), still)).contains("automatic");
  }

  @Test
  void wrongAnswersVoidTheResults() {
    Verdict verdict =
        Verdicts.of(
            List.of(run("few-to-many", 0.3, 3, LOWER, LOWER)), STEADY, 40, Optional.empty(), 3);
    assertThat(verdict.headline()).startsWith("These results are void");
    assertThat(verdict.details()).anyMatch(detail -> detail.contains("3 of 100 answers differ"));
  }

  @Test
  void fewBlocksGiveNoVerdict() {
    assertThat(
            Verdicts.of(
                    List.of(run("few-to-many", 0.3, 0, LOWER, LOWER)),
                    STEADY,
                    4,
                    Optional.empty(),
                    3)
                .headline())
        .startsWith("No verdict: 4 blocks");
  }

  @Test
  void aMachineWhoseSpeedMovesIsCalledSo() {
    var moving = new Noise(0.1, 0.2, 0.3, 0, 0, 0, 10, 100, 60, 120);
    assertThat(
            Verdicts.of(
                    List.of(run("few-to-many", 0.3, 0, LOWER, LOWER)),
                    moving,
                    40,
                    Optional.empty(),
                    3)
                .details())
        .anyMatch(detail -> detail.contains("between 60 and 120 requests/s"));
  }

  @Test
  void aMachineThatOthersUseGivesNoVerdict() {
    var shared = new Noise(0.1, 0.2, 0.3, 0, 0, 0.4, 10, 100, 95, 105);
    assertThat(
            Verdicts.of(
                    List.of(run("few-to-many", 0.3, 0, LOWER, LOWER)),
                    shared,
                    40,
                    Optional.empty(),
                    3)
                .headline())
        .startsWith("No verdict: other processes took 40 % of the machine");
  }

  @Test
  void anIndexThatLuceneDoesNotCutIsSaidToBeOneSlice() {
    List<Run> runs = List.of(run("lucene-2", 0.3, 0, NONE, NONE));
    assertThat(Verdicts.of(runs, STEADY, 40, Optional.empty(), 1).details())
        .anyMatch(d -> d.contains("one slice"));
    assertThat(Verdicts.of(runs, STEADY, 40, Optional.empty(), 3).details())
        .noneMatch(d -> d.contains("one slice"));
  }

  @Test
  void aP99OfFewRequestsIsNotJudged() {
    Verdict verdict =
        Verdicts.of(
            List.of(run("few-to-many", 0.3, 0, NONE, LOWER, 600)), STEADY, 10, Optional.empty(), 3);
    assertThat(verdict.headline()).startsWith("No difference is shown");
    assertThat(verdict.details())
        .anyMatch(detail -> detail.contains("p99 not judged, since too few of 600 requests"));
  }

  @Test
  void aLateGeneratorIsSaidToBeLate() {
    assertThat(
            Verdicts.of(
                    List.of(run("few-to-many", 0.3, 0, NONE, NONE)),
                    STEADY,
                    40,
                    Optional.empty(),
                    3)
                .details())
        .noneMatch(detail -> detail.contains("handed over late"));
    Run late = lateBy(4.5);
    assertThat(Verdicts.of(List.of(late), STEADY, 40, Optional.empty(), 3).details())
        .anyMatch(detail -> detail.contains("handed over late") && detail.contains("4.5 ms"));
  }

  private static Verdict verdict(
      int blocks, Noise noise, Optional<Interruption> stopped, Run... runs) {
    return Verdicts.of(List.of(runs), noise, blocks, stopped, 3);
  }

  @Test
  void theOutcomeSaysForMachinesWhatTheHeadlineSaysForPeople() {
    Run lower = run("few-to-many", 0.3, 0, LOWER, LOWER);
    Run none = run("few-to-many", 0.3, 0, NONE, NONE);
    Noise shared = new Noise(0.1, 0.2, 0.3, 0, 0, 0.4, 10, 100, 95, 105);
    assertThat(verdict(40, STEADY, Optional.empty(), lower).outcome())
        .isEqualTo(Outcome.DIFFERENCE);
    assertThat(verdict(40, STEADY, Optional.empty(), none).outcome())
        .isEqualTo(Outcome.NO_DIFFERENCE);
    assertThat(verdict(4, STEADY, Optional.empty(), lower).outcome()).isEqualTo(Outcome.TOO_FEW);
    assertThat(verdict(40, shared, Optional.empty(), lower).outcome()).isEqualTo(Outcome.TOO_BUSY);
    assertThat(
            verdict(40, STEADY, Optional.empty(), run("few-to-many", 0.3, 3, LOWER, LOWER))
                .outcome())
        .isEqualTo(Outcome.VOID);
    assertThat(verdict(40, STEADY, Optional.empty()).outcome())
        .isEqualTo(Outcome.NOTHING_TO_COMPARE);
  }

  @Test
  void whatWasInterruptedIsCalledSoWithAndWithoutAVerdict() {
    Run lower = run("few-to-many", 0.3, 0, LOWER, LOWER);
    Verdict few = verdict(3, STEADY, Optional.of(stopped(3)), lower);
    assertThat(few.headline())
        .isEqualTo("No verdict: interrupted after 3 of 40 blocks; a verdict takes at least 5.");
    Verdict enough = verdict(7, STEADY, Optional.of(stopped(7)), lower);
    assertThat(enough.headline()).startsWith("Against the sequential, few-to-many lowers p99");
    assertThat(enough.details().getFirst())
        .isEqualTo("Interrupted after 7 of 40 blocks; not reached: adaptive at load 0.5.");
  }

  private static Interruption stopped(int blocks) {
    return new Interruption(
        blocks, 40, "blocks", List.of(new Interruption.Missing("adaptive", 0.5)));
  }

  @Test
  void aP95OfFewRequestsIsNotJudgedEither() {
    Verdict verdict =
        verdict(9, STEADY, Optional.empty(), run("few-to-many", 0.3, 0, NONE, LOWER, 180));
    assertThat(verdict.headline()).endsWith("too few requests to judge p95 and p99.");
    assertThat(verdict.details())
        .anyMatch(detail -> detail.contains("p95 not judged, since too few of 180"));
    assertThat(verdict.details()).anyMatch(detail -> detail.startsWith("These are 1 comparisons"));
  }

  private static Run lateBy(double p99Ms) {
    Run run = run("lucene-2", 0.3, 0, NONE, NONE);
    return new Run(
        run.policy(),
        run.load(),
        run.rps(),
        run.utilisation(),
        run.requests(),
        run.latency(),
        run.boundMs(),
        run.degrees(),
        run.meanThreads(),
        run.cpu(),
        run.checks(),
        new Lateness(0, p99Ms, p99Ms),
        run.gcMs(),
        run.percentiles(),
        run.against(),
        null);
  }
}
