package org.curtail.app.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.curtail.diagnose.RequestEvidence;
import org.junit.jupiter.api.Test;

class QueueingTest {
  private static final long MS = 1_000_000;

  /** One a millisecond, which takes half of that. */
  private static List<RequestEvidence> requests(int count, long waitNanos) {
    return LongStream.range(0, count)
        .mapToObj(i -> {
          long startNanos = i * MS + waitNanos;
          return RequestEvidence.ofServer(
              i, "", i * MS, startNanos, startNanos + MS / 2, List.of(), List.of());
        })
        .toList();
  }

  @Test
  void whereNobodyIsKnownToHaveWaitedNothingIsToBeExplained() {
    assertThat(Queueing.sentence(List.of(requests(200, 0)), 1))
        .isEqualTo(
            "No request waited for its turn, as far as it is known when the server received it.");
  }

  @Test
  void aWaitThatAnIdealQueueWouldNotHaveIsUnexplained() {
    assertThat(Queueing.sentence(List.of(requests(200, 3 * MS)), 1))
        .startsWith("There is more queueing than the load explains: requests waited 3.00 ms")
        .contains("in an ideal queue they would have waited 0 ms, and ")
        .endsWith(" if they arrived one by one at random.");
  }

  @Test
  void aFewRequestsTellNothing() {
    assertThat(Queueing.sentence(List.of(requests(199, 0)), 1)).startsWith("Too few requests");
  }
}
