package org.curtail.cli.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.curtail.benchkit.results.Observing.Check;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Compares the observer with a thread whose speed is known. */
@Timeout(300)
class ObserverCheckTest {
  private static final long MILLIS = 300;

  @Test
  void whatCountsNoFasterThanItCanIsPossible() throws Exception {
    Check check = ObserverCheck.at(10_000, MILLIS, 1.1);

    assertThat(check.askedPerSecond()).isEqualTo(10_000);
    assertThat(check.intervals()).isGreaterThan(10);
    assertThat(check.passRate()).isBetween(0.0, 1.0);
    assertThat(check.impossibleKept()).isLessThanOrEqualTo(check.impossible());
    // On a busy machine the observer loses its core now and then, but not all the time.
    assertThat(check.impossible()).isLessThan(check.intervals() / 2);
  }

  @Test
  void ifCountingWereAHundredTimesSlowerManySamplesWouldBeImpossible() throws Exception {
    Check check = ObserverCheck.at(1_000, MILLIS, 0.01);

    assertThat(check.intervals()).isGreaterThan(10);
    // All samples in which the counting thread had a core; on a busy machine, a part of them.
    assertThat(check.impossible()).isGreaterThan(check.intervals() / 10);
  }

  @Test
  void theTableHasALineForEachRate() {
    List<String> lines =
        DiagnosisText.observerLines(List.of(new Check(1_000, 950, 4_000, 0.97, 0.01, 8, 1)));

    assertThat(lines).hasSize(3);
    assertThat(lines.get(1)).contains("impossible per million", "after the filter");
    assertThat(lines.getLast()).contains("1,000", "4,000", "97 %", "2,000", "250");
    assertThat(
            DiagnosisText.observerLines(List.of(new Check(1_000, 0, 0, 0, 0.01, 0, 0))).getLast())
        .endsWith(" -");
  }
}
