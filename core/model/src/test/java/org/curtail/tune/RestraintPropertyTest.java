package org.curtail.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.curtail.IntervalTable;
import org.curtail.plan.PlanGoal;
import org.junit.jupiter.api.Test;

class RestraintPropertyTest {
  private static final int CASES = 300;

  private static IntervalTable table(SplittableRandom random, int maxDegree) {
    var rows = new ArrayList<IntervalTable.Row>();
    for (int load = 1; load <= 6; load++) {
      var startsMs = new ArrayList<Double>();
      double ms = 0;
      for (int degree = 1; degree <= maxDegree; degree++) {
        ms += random.nextInt(0, 4);
        startsMs.add(ms);
      }
      rows.add(new IntervalTable.Row(load, startsMs, 1, 1, 1));
    }
    return new IntervalTable(4, 6, maxDegree, 99, 1, PlanGoal.degreesTo(maxDegree), rows, 6);
  }

  private static List<Integer> limits(SplittableRandom random, int count) {
    var limits = new ArrayList<Integer>();
    for (int i = 0; i < count; i++) {
      limits.add(random.nextInt(0, 9));
    }
    limits.sort(Collections.reverseOrder());
    return limits;
  }

  @Test
  void aRowGrantsADegreeUpToItsLimitAndNotBeforeItWasPlanned() {
    for (long seed = 1; seed <= CASES; seed++) {
      var random = new SplittableRandom(seed);
      int maxDegree = random.nextInt(2, 6);
      IntervalTable planned = table(random, maxDegree);
      var asPlanned = limits(random, maxDegree - 1);
      var delayed = limits(random, maxDegree - 1);
      double delayMs = random.nextInt(0, 8);
      IntervalTable kept = new Restraint(asPlanned, delayMs, delayed).table(planned);
      for (int load = 1; load <= 12; load++) {
        IntervalTable.Row row = kept.row(load);
        IntervalTable.Row before = planned.row(load);
        for (int degree = 2; degree <= maxDegree; degree++) {
          double executionMs = before.startMs(degree) - before.startMs(1);
          int i = degree - 2;
          boolean isPlanned = load <= asPlanned.get(i);
          boolean isGranted = isPlanned || load <= delayed.get(i);
          assertThat(row.grants(degree)).as("seed %d", seed).isEqualTo(isGranted);
          if (isGranted) {
            assertThat(row.startMs(degree))
                .as("seed %d, load %d, degree %d", seed, load, degree)
                .isGreaterThanOrEqualTo(isPlanned ? executionMs : Math.max(executionMs, delayMs));
          }
        }
      }
    }
  }

  @Test
  void aDegreeThatIsNeverLaterNeedsNoDelay() {
    assertThat(new Restraint(List.of(5, 3), 20, List.of(4, 2)))
        .isEqualTo(new Restraint(List.of(5, 3), 0, List.of(5, 3)));
  }

  @Test
  void limitsThatAscendAreRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Restraint(List.of(1, 2), 0, List.of(0, 0)))
        .withMessageContaining("[1, 2]");
  }
}
