package org.curtail.cli.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.curtail.diagnose.RequestEvidence;
import org.curtail.signals.Stint;
import org.junit.jupiter.api.Test;

class QueueingTest {
  private static final long MS = 1_000_000;

  /** One request a millisecond, which takes half of that. */
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
    assertThat(UnexplainedQueueing.sentence(List.of(requests(200, 0)), 1))
        .isEqualTo("No request waited, as far as the time of its arrival at the server is known.");
  }

  @Test
  void aWaitThatAnIdealQueueWouldNotHaveIsUnexplained() {
    assertThat(UnexplainedQueueing.sentence(List.of(requests(200, 3 * MS)), 1))
        .startsWith("There is more queueing than the load explains: requests waited 3.00 ms")
        .contains("in an ideal queue they would have waited 0 ms, and ")
        .endsWith(" if they arrived one by one at random.");
  }

  @Test
  void blocksThatDifferAreNotMixed() {
    List<RequestEvidence> calm = requests(200, 0);
    assertThat(UnexplainedQueueing.sentence(List.of(calm, requests(200, 3 * MS), calm), 1))
        .startsWith("In 2 of 3 blocks: The load explains the queueing: requests waited 0 ms")
        .contains(
            "In 1 of 3 blocks: There is more queueing than the load explains: requests waited 3.00 ms");
  }

  /** Forty requests a second on 32 threads, each of which waits 25 ms for something else. */
  @Test
  void threadsThatWaitForSomethingElseAreNoMoreBusyThanTheyAre() {
    List<RequestEvidence> requests =
        LongStream.range(0, 320)
            .mapToObj(i -> {
              long fromNanos = i * MS + MS / 10;
              var stint =
                  new Stint(
                      i % 32,
                      "t",
                      fromNanos,
                      fromNanos + 25 * MS,
                      MS / 10,
                      0,
                      0,
                      0,
                      1,
                      0,
                      1,
                      false);
              return RequestEvidence.ofServer(
                  i, "", i * MS, fromNanos, fromNanos + 25 * MS, List.of(stint), List.of());
            })
            .toList();
    assertThat(UnexplainedQueueing.sentence(List.of(requests), 2))
        .startsWith("The load explains the queueing");
  }

  @Test
  void aFewRequestsTellNothing() {
    assertThat(UnexplainedQueueing.sentence(List.of(requests(199, 0)), 1))
        .startsWith("Too few requests");
  }
}
