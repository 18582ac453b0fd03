package org.curtail.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.curtail.PriorityClass;
import org.junit.jupiter.api.Test;

/** The queue, held against a list that is sorted anew each time. */
class AdmissionQueuePropertyTest {
  private static final Comparator<MadeRequest> IN_TURN =
      Comparator.comparing(MadeRequest::priorityClass).thenComparingLong(MadeRequest::id);

  @Test
  void whateverComesAndGoesTheQueueIsWhatASortedListIs() {
    for (long seed = 1; seed <= 2_000; seed++) {
      var random = new SplittableRandom(seed);
      var queue = new AdmissionQueue<MadeRequest>(random.nextBoolean());
      var expected = new ArrayList<MadeRequest>();
      for (int step = 0; step < 60; step++) {
        act(random, queue, expected, step);
        assertSame(queue, expected, random.nextInt(1, 100), "seed " + seed + ", step " + step);
      }
    }
  }

  private static void act(
      SplittableRandom random,
      AdmissionQueue<MadeRequest> queue,
      List<MadeRequest> expected,
      int step) {
    switch (random.nextInt(expected.isEmpty() ? 1 : 5)) {
      case 0, 1 -> {
        PriorityClass[] classes = PriorityClass.values();
        var request =
            MadeRequest.waiting(
                step,
                classes[random.nextInt(classes.length)],
                random.nextBoolean() ? DispatchedRequest.NEVER : random.nextInt(1, 100));
        queue.add(request);
        expected.add(request);
      }
      case 2, 3 -> {
        MadeRequest request = expected.remove(random.nextInt(expected.size()));
        assertThat(queue.remove(request)).isTrue();
        assertThat(queue.remove(request)).isFalse();
      }
      default -> {
        int remainder = random.nextInt(3);
        queue.removeIf(request -> request.id() % 3 == remainder);
        expected.removeIf(request -> request.id() % 3 == remainder);
      }
    }
    expected.sort(IN_TURN);
  }

  private static void assertSame(
      AdmissionQueue<MadeRequest> queue, List<MadeRequest> expected, long nowNanos, String when) {
    assertThat(queue.all()).as(when).isEqualTo(expected);
    assertThat(queue.size()).as(when).isEqualTo(expected.size());
    assertThat(queue.isEmpty()).as(when).isEqualTo(expected.isEmpty());
    MadeRequest first = expected.isEmpty() ? null : expected.getFirst();
    assertThat(queue.first()).as(when).isSameAs(first);
    assertThat(queue.next(progress -> 0, nowNanos)).as(when).isSameAs(first);
    assertThat(expected).as(when).allMatch(queue::contains);
    long next =
        expected.stream()
            .mapToLong(MadeRequest::deadlineNanos)
            .min()
            .orElse(DispatchedRequest.NEVER);
    assertThat(queue.nextDeadlineNanos()).as(when).isEqualTo(next);
    assertThat(queue.expired(nowNanos) != null).as(when).isEqualTo(next <= nowNanos);
  }
}
