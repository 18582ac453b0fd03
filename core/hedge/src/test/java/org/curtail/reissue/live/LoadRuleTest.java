package org.curtail.reissue.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.curtail.reissue.live.LoadRule.LoadSigns;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class LoadRuleTest {
  private static final LoadSigns CALM = new LoadSigns(1_000, 0.01, 10, 9, 0.06, 0.05);

  private static LoadRule.Verdict judge(LoadSigns signs) {
    return LoadRule.USUAL.judge(signs);
  }

  @Test
  void allHedgesMayBeSentWithoutSigns() {
    assertThat(judge(CALM))
        .isEqualTo(new LoadRule.Verdict(1, "All hedges may be sent: no sign of too much load."));
  }

  @Test
  void failuresReduceHedging() {
    LoadRule.Verdict verdict = judge(new LoadSigns(1_000, 0.06, 10, 9, 0.06, 0.05));
    assertThat(verdict.openShare()).isCloseTo(0.5, within(1e-9));
    assertThat(verdict.reason())
        .isEqualTo(
            "50 % of the hedges are sent: 6 % of the attempts fail, and copies would add load.");
  }

  @Test
  void noHedgeIsSentIfAllReplicasAreSlow() {
    LoadRule.Verdict verdict = judge(new LoadSigns(1_000, 0, 40, 8, 0.06, 0.05));
    assertThat(verdict.openShare()).isZero();
    assertThat(verdict.reason())
        .isEqualTo(
            "No hedge is sent: the median of first attempts is 40 ms, 5 times the usual 8 ms, so"
                + " all replicas are slow.");
  }

  @Test
  void moreLateCallsThanPlannedReduceHedging() {
    LoadRule.Verdict verdict = judge(new LoadSigns(1_000, 0, 9, 9, 0.2, 0.05));
    assertThat(verdict.openShare()).isCloseTo(1 / 3.0, within(1e-9));
    assertThat(verdict.reason())
        .isEqualTo(
            "33.3 % of the hedges are sent: 20 % of the calls have no answer when a hedge is due,"
                + " 4 times the planned 5 %.");
  }

  @Test
  void fewAttemptsAndUnknownTimesGiveNoVerdict() {
    LoadRule.Verdict few = judge(new LoadSigns(49, 1, 40, 8, 1, 0.05));
    assertThat(few.openShare()).isEqualTo(1);
    assertThat(few.reason()).contains("only 49 recent attempts");
    assertThat(judge(new LoadSigns(50, 0, 0, 0, 1, 0)).openShare()).isEqualTo(1);
  }

  @Test
  void worseSignNeverOpensMore() {
    Cases.random(
        1_000,
        2_000,
        random -> {
          double failed = random.nextDouble() * 0.2;
          double median = random.nextDouble() * 50;
          double late = random.nextDouble();
          double worse = 1 + random.nextDouble();
          double open = judge(new LoadSigns(99, failed, median, 10, late, 0.1)).openShare();
          assertThat(open).isBetween(0.0, 1.0);
          for (LoadSigns signs :
              new LoadSigns[] {
                new LoadSigns(99, failed * worse, median, 10, late, 0.1),
                new LoadSigns(99, failed, median * worse, 10, late, 0.1),
                new LoadSigns(99, failed, median, 10, late * worse, 0.1)
              }) {
            assertThat(judge(signs).openShare()).isLessThanOrEqualTo(open);
          }
        });
  }

  @Test
  void rangeWithoutWidthIsRejected() {
    assertThatIllegalArgumentException().isThrownBy(() -> new LoadRule.Range(2, 2));
    assertThatIllegalArgumentException().isThrownBy(() -> new LoadRule.Range(-1, 2));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LoadRule.Range(1, Double.POSITIVE_INFINITY));
    assertThatIllegalArgumentException().isThrownBy(() -> new LoadRule.Range(Double.NaN, 2));
  }
}
