package org.curtail.workflow.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.curtail.testkit.Cases;
import org.curtail.workflow.estimate.KthAnswer.KthAnswerTable;
import org.junit.jupiter.api.Test;

class KthAnswerTableTest {
  @Test
  void theTableSaysWhatTheExactDistributionSays() {
    Cases.random(
        23_000,
        150,
        random -> {
          int count = 1 + (int) Math.pow(10_000, random.nextDouble());
          int needed =
              switch (random.nextInt(4)) {
                case 0 -> count;
                case 1 -> 1;
                default -> random.nextInt(1, count + 1);
              };
          var exact = new KthAnswer(Math.min(10_000, count), Math.min(10_000, needed));
          var table = new KthAnswerTable(exact);
          for (int i = 0; i < 200; i++) {
            // Points with events, and others.
            double missing =
                i % 4 == 0
                    ? random.nextDouble()
                    : exact.certainTo()
                        + random.nextDouble() * (exact.missingFrom() - exact.certainTo());
            assertThat(table.reached(missing))
                .as("%d of %d, missing %s", needed, count, missing)
                .isCloseTo(exact.reached(missing), within(1e-10));
          }
        });
  }

  @Test
  void nothingIsThereIfAllAreMissingAndAllIsThereIfNoneIs() {
    for (int needed : new int[] {1, 5, 9, 10}) {
      var table = new KthAnswerTable(new KthAnswer(10, needed));
      assertThat(table.reached(0)).isOne();
      assertThat(table.reached(1)).isZero();
    }
  }
}
