package org.curtail.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.curtail.Admission;
import org.curtail.Decision;
import org.curtail.IntervalTable;
import org.curtail.Load;
import org.curtail.PaperTables;
import org.curtail.Policy;
import org.curtail.Progress;
import org.junit.jupiter.api.Test;

class FewToManyTest {
  private final FewToMany figure5 = new FewToMany(PaperTables.figure5Table());
  private final FewToMany table2 = new FewToMany(IntervalTable.published("few-to-many-lucene"));

  private static long nanos(double millis) {
    return Math.round(millis * 1e6);
  }

  /** A load of requests, on cores that are all busy. */
  private static Load load(int requests) {
    return new Load(requests, 0, 24, 15);
  }

  private static Admission admit(FewToMany policy, int requests, double ageMs) {
    return policy.admit(new Progress(nanos(ageMs), 0, 0), load(requests));
  }

  private static Decision decide(FewToMany policy, int requests, double executionMs, int degree) {
    long executionNanos = nanos(executionMs);
    return policy.decide(new Progress(executionNanos, executionNanos, degree), load(requests));
  }

  @Test
  void figure5StartsOneOrTwoRequestsAtDegreeThreeForGood() {
    for (int requests : new int[] {1, 2}) {
      assertThat(admit(figure5, requests, 0)).isEqualTo(Admission.START);
      assertThat(decide(figure5, requests, 0, 0)).isEqualTo(Decision.keep(3));
    }
  }

  /** Two threads for requests alone, after 5 ms up to three requests; then never. */
  private static FewToMany withoutExit() {
    return new FewToMany(
        new IntervalTable(
            2,
            3,
            2,
            99,
            1,
            List.of(1, 2),
            List.of(
                new IntervalTable.Row(1, List.of(0.0, 0.0), 1, 1, 1),
                new IntervalTable.Row(3, List.of(0.0, 5.0), 1, 1, 1),
                new IntervalTable.Row(4, List.of(0.0, IntervalTable.NEVER_MS), 1, 1, 1)),
            IntervalTable.NO_EXIT));
  }

  @Test
  void aDegreeThatNeverBeginsIsNotAskedFor() {
    FewToMany policy = withoutExit();
    assertThat(decide(policy, 1, 0, 0)).isEqualTo(Decision.keep(2));
    assertThat(decide(policy, 2, 0, 0)).isEqualTo(new Decision(1, nanos(5)));
    assertThat(decide(policy, 4, 0, 0)).isEqualTo(Decision.keep(1));
    assertThat(decide(policy, 4_000, 1e11, 1)).isEqualTo(Decision.keep(1));
    assertThat(decide(policy, 4_000, 1e11, 2)).isEqualTo(Decision.keep(2));
  }

  @Test
  void noRequestWaitsUnderATableWithoutExit() {
    FewToMany policy = withoutExit();
    assertThat(admit(policy, 1_000_000, 0)).isEqualTo(Admission.START);
    assertThat(policy.threads(2)).isEqualTo(Policy.UNLIMITED);
    assertThat(policy).hasToString("FewToMany[at most 2 threads, nobody waits]");
  }

  @Test
  void itSaysOfWhichTableItIs() {
    assertThat(figure5).hasToString("FewToMany[at most 3 threads, target parallelism 6]");
  }

  @Test
  void figure5JumpsFromOneToThreeAfter50MsAtLoadThree() {
    assertThat(decide(figure5, 3, 0, 0)).isEqualTo(new Decision(1, nanos(50)));
    assertThat(decide(figure5, 3, 49.999, 1)).isEqualTo(new Decision(1, nanos(50)));
    assertThat(decide(figure5, 3, 50, 1)).isEqualTo(Decision.keep(3));
  }

  @Test
  void figure5RunsFourToSixRequestsSequentially() {
    for (int requests = 4; requests <= 6; requests++) {
      assertThat(admit(figure5, requests, 0)).isEqualTo(Admission.START);
      assertThat(decide(figure5, requests, 149, 1).degree()).isEqualTo(1);
    }
  }

  @Test
  void figure5LetsTheSeventhRequestWaitForAnExit() {
    assertThat(admit(figure5, 7, 0)).isEqualTo(Admission.WAIT_FOR_EXIT);
    assertThat(admit(figure5, 7, 10_000)).isEqualTo(Admission.WAIT_FOR_EXIT);
    assertThat(decide(figure5, 7, 0, 0).degree()).isEqualTo(1);
  }

  @Test
  void table2StartsUpToSixRequestsAtDegreeFour() {
    for (int requests = 1; requests <= 6; requests++) {
      assertThat(decide(table2, requests, 0, 0)).isEqualTo(Decision.keep(4));
    }
  }

  @Test
  void table2SkipsTheDegreesThatBeginTogether() {
    assertThat(decide(table2, 7, 0, 0)).isEqualTo(new Decision(3, nanos(75)));
    assertThat(decide(table2, 8, 0, 0)).isEqualTo(new Decision(2, nanos(25)));
    assertThat(decide(table2, 8, 25, 2)).isEqualTo(new Decision(3, nanos(150)));
    assertThat(decide(table2, 8, 150, 3)).isEqualTo(Decision.keep(4));
  }

  @Test
  void table2AdmitsAfterTheDelayOfItsRow() {
    assertThat(admit(table2, 13, 0)).isEqualTo(Admission.START);
    assertThat(admit(table2, 14, 0)).isEqualTo(Admission.waitUntil(nanos(10)));
    assertThat(admit(table2, 24, 89.9)).isEqualTo(Admission.waitUntil(nanos(90)));
    assertThat(admit(table2, 24, 90)).isEqualTo(Admission.START);
    assertThat(admit(table2, 25, 10_000)).isEqualTo(Admission.WAIT_FOR_EXIT);
  }

  @Test
  void noRequestWaitsWhileACoreIsIdle() {
    var newcomer = new Progress(0, 0, 0);
    assertThat(table2.admit(newcomer, new Load(20, 1, 14, 15))).isEqualTo(Admission.START);
    assertThat(table2.admit(newcomer, new Load(30, 6, 14, 15))).isEqualTo(Admission.START);
    assertThat(table2.admit(newcomer, new Load(20, 1, 15, 15)))
        .isEqualTo(Admission.waitUntil(nanos(70)));
  }

  @Test
  void byTheLetterRequestsWaitAsTheTableSaysEvenWhileCoresAreIdle() {
    var literal = FewToMany.literal(IntervalTable.published("few-to-many-lucene"));
    var newcomer = new Progress(0, 0, 0);
    assertThat(literal.admit(newcomer, new Load(13, 1, 1, 15))).isEqualTo(Admission.START);
    assertThat(literal.admit(newcomer, new Load(20, 1, 14, 15)))
        .isEqualTo(Admission.waitUntil(nanos(70)));
    assertThat(literal.admit(new Progress(nanos(70), 0, 0), new Load(20, 1, 14, 15)))
        .isEqualTo(Admission.START);
    assertThat(literal.admit(newcomer, new Load(30, 6, 14, 15))).isEqualTo(Admission.WAIT_FOR_EXIT);
  }

  @Test
  void theLetterChangesNothingWhileAllCoresAreBusyNorOnceARequestRuns() {
    var literal = FewToMany.literal(IntervalTable.published("few-to-many-lucene"));
    for (int requests = 1; requests <= 30; requests++) {
      for (double ms = 0; ms <= 450; ms += 5) {
        assertThat(admit(literal, requests, ms)).isEqualTo(admit(table2, requests, ms));
        var running = new Progress(nanos(ms), nanos(ms), 1);
        var idleCores = new Load(requests, 0, 1, 15);
        assertThat(literal.decide(running, idleCores)).isEqualTo(table2.decide(running, idleCores));
      }
    }
    assertThat(literal.threads(15)).isEqualTo(table2.threads(15));
  }

  @Test
  void whileRequestsWaitForExitsTheyStartSequentially() {
    var oneRow =
        new FewToMany(
            new IntervalTable(
                2,
                2,
                2,
                99,
                1,
                List.of(1, 2),
                List.of(new IntervalTable.Row(1, List.of(0.0, 0.0), 1, 1, 1)),
                2));
    assertThat(oneRow.decide(new Progress(nanos(50), 0, 0), new Load(2, 0, 1, 2)).degree())
        .isEqualTo(2);
    assertThat(oneRow.decide(new Progress(nanos(50), 0, 0), new Load(3, 0, 1, 2)).degree())
        .isEqualTo(1);
  }

  @Test
  void degreesBeginByExecutionTimeHoweverLongTheRequestHasWaited() {
    // Row 24 is 90, 315, 390, 440: degree 2 begins after 225 ms of execution.
    var waitedLong = new Progress(nanos(5_000), nanos(224), 1);
    assertThat(table2.decide(waitedLong, load(24))).isEqualTo(new Decision(1, nanos(225)));
    var justThere = new Progress(nanos(5_000), nanos(225), 1);
    assertThat(table2.decide(justThere, load(24))).isEqualTo(new Decision(2, nanos(300)));
    assertThat(decide(table2, 24, 350, 3)).isEqualTo(Decision.keep(4));
  }

  @Test
  void anOverloadedServiceUsesTheLastRow() {
    assertThat(decide(table2, 400, 0, 0)).isEqualTo(new Decision(1, nanos(225)));
    assertThat(decide(table2, 400, 300, 2)).isEqualTo(new Decision(3, nanos(350)));
  }

  @Test
  void aDegreeOnceReachedIsKeptWhenTheLoadGrows() {
    assertThat(decide(table2, 6, 60, 0).degree()).isEqualTo(4);
    assertThat(decide(table2, 13, 60, 4)).isEqualTo(new Decision(4, nanos(100)));
  }

  @Test
  void aFallingLoadAddsThreadsAtOnce() {
    assertThat(decide(table2, 24, 160, 1).degree()).isEqualTo(1);
    assertThat(decide(table2, 8, 160, 1).degree()).isEqualTo(4);
  }

  @Test
  void growsThroughEveryDegreeInTurnAndNamesEachNextTime() {
    long atNanos = 0;
    int degree = 0;
    for (int expected = 1; expected <= 4; expected++) {
      Decision decision = table2.decide(new Progress(atNanos, atNanos, degree), load(10));
      assertThat(decision.degree()).isEqualTo(expected);
      degree = decision.degree();
      atNanos = decision.askAgainNanos();
    }
    assertThat(atNanos).isEqualTo(Decision.NEVER);
  }

  @Test
  void anUnusedDegreeIsNeverDecided() {
    var table =
        new IntervalTable(
            6,
            6,
            3,
            99,
            5,
            List.of(1, 3),
            List.of(new IntervalTable.Row(1, List.of(20.0, 60.0, 60.0), 0, 0, 0)),
            6);
    var policy = new FewToMany(table);
    for (double executionMs = 0; executionMs <= 100; executionMs += 5) {
      assertThat(decide(policy, 1, executionMs, 0).degree()).isEqualTo(executionMs < 40 ? 1 : 3);
    }
  }

  @Test
  void wantsAsManyThreadsAsTheTableCanAskForAtOnce() {
    assertThat(table2.threads(15)).isEqualTo(24 * 4);
    assertThat(table2.maxDegree()).isEqualTo(4);
  }
}
