package org.curtail.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.curtail.Admission;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Progress;
import org.junit.jupiter.api.Test;

class BinaryTest {
  private final Binary policy = new Binary(5, 6);

  /**
   * Starts requests one after the other, each with this many others waiting. Returns their degrees.
   */
  private static List<Integer> starts(Policy policy, int... waiting) {
    var degrees = new ArrayList<Integer>();
    long memory = 0;
    for (int others : waiting) {
      var load = new Load(others + 10, others, 5, 12, memory);
      memory = policy.remember(load);
      degrees.add(policy.decide(new Progress(9, 0, 0), load.remembering(memory)).degree());
    }
    return degrees;
  }

  @Test
  void requestsAreSequentialUntilEnoughInARowHaveMetAShortQueue() {
    assertThat(starts(new Binary(5, 6, 3), 0, 4, 0, 0)).containsExactly(1, 1, 6, 6);
    assertThat(starts(new Binary(5, 6, 3), 0, 4, 5, 0, 0, 0)).containsExactly(1, 1, 1, 1, 1, 6);
  }

  @Test
  void requestsAreParallelUntilEnoughInARowHaveMetALongQueue() {
    assertThat(starts(new Binary(5, 6, 2), 0, 0, 6, 6, 6)).containsExactly(1, 6, 6, 1, 1);
    assertThat(starts(new Binary(5, 6, 2), 0, 0, 6, 5, 6, 6)).containsExactly(1, 6, 6, 6, 6, 1);
  }

  @Test
  void thePapersRowIsFifty() {
    int[] quiet = new int[60];
    List<Integer> degrees = starts(policy, quiet);
    assertThat(degrees.subList(0, 49)).containsOnly(1);
    assertThat(degrees.subList(49, 60)).containsOnly(6);
  }

  @Test
  void agreesWithTheSchemeWrittenDownWithState() {
    var random = new Random(7);
    for (int round = 0; round < 200; round++) {
      int threshold = 1 + random.nextInt(5);
      int inARow = 1 + random.nextInt(6);
      int[] waiting = random.ints(300, 0, 8).toArray();
      var expected = new ArrayList<Integer>();
      boolean parallel = false;
      int below = 0;
      int above = 0;
      for (int others : waiting) {
        below = others < threshold ? below + 1 : 0;
        above = others > threshold ? above + 1 : 0;
        if (!parallel && below >= inARow) {
          parallel = true;
          above = 0;
        } else if (parallel && above >= inARow) {
          parallel = false;
          below = 0;
        }
        expected.add(parallel ? 6 : 1);
      }
      assertThat(starts(new Binary(threshold, 6, inARow), waiting))
          .as("round %d", round)
          .isEqualTo(expected);
    }
  }

  @Test
  void theDegreeChosenAtTheStartIsKept() {
    assertThat(policy.decide(new Progress(9, 9, 6), new Load(60, 50, 5, 12)))
        .isEqualTo(Decision.keep(6));
    assertThat(policy.decide(new Progress(9, 9, 1), new Load(1, 0, 1, 12)))
        .isEqualTo(Decision.keep(1));
  }

  @Test
  void admitsWhileFewerThanTwoThreadsPerCoreAreActive() {
    assertThat(policy.admit(new Progress(0, 0, 0), new Load(500, 490, 23, 12)))
        .isEqualTo(Admission.START);
    assertThat(policy.admit(new Progress(0, 0, 0), new Load(500, 490, 24, 12)))
        .isEqualTo(Admission.WAIT_FOR_CHANGE);
    // The last admitted request gets all its threads.
    assertThat(policy.threads(12)).isEqualTo(24 + 5);
    assertThat(policy.maxDegree()).isEqualTo(6);
  }

  @Test
  void thresholdsAndDegreesThatAreNoneAreRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Binary(0, 6))
        .withMessage("threshold must be at least 1: 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Binary(5, 0))
        .withMessage("maxDegree must be at least 1: 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Binary(5, 6, 0))
        .withMessage("inARow must be at least 1: 0");
  }
}
