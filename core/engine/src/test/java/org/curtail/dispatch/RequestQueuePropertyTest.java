package org.curtail.dispatch;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.curtail.PriorityClass;
import org.junit.jupiter.api.Test;

/** Compares the queue with a list that is sorted again each time. */
class RequestQueuePropertyTest {
  private static final Comparator<MadeRequest> IN_TURN =
      Comparator.comparing(MadeRequest::priorityClass).thenComparingLong(MadeRequest::id);

  @Test
  void afterAnyChangeTheQueueEqualsASortedList() {
    for (long seed = 1; seed <= 2_000; seed++) {
      var random = new SplittableRandom(seed);
      var queue = new RequestQueue<MadeRequest>(random.nextBoolean());
      var expected = new ArrayList<MadeRequest>();
      var deadlines = new HashMap<MadeRequest, Long>();
      for (int step = 0; step < 60; step++) {
        act(random, queue, expected, deadlines, step);
        assertSame(
            queue, expected, deadlines, random.nextInt(1, 100), "seed " + seed + ", step " + step);
      }
    }
  }

  private static void act(
      SplittableRandom random,
      RequestQueue<MadeRequest> queue,
      List<MadeRequest> expected,
      Map<MadeRequest, Long> deadlines,
      int step) {
    switch (random.nextInt(expected.isEmpty() ? 1 : 5)) {
      case 0, 1 -> {
        PriorityClass[] classes = PriorityClass.values();
        PriorityClass priorityClass = classes[random.nextInt(classes.length)];
        long deadlineNanos =
            random.nextBoolean() ? DispatchedRequest.NEVER : random.nextInt(1, 100);
        var request = MadeRequest.waiting(step, priorityClass, deadlineNanos);
        deadlines.put(request, deadlineNanos);
        queue.add(request);
        expected.add(request);
      }
      default -> {
        MadeRequest request = expected.remove(random.nextInt(expected.size()));
        assertThat(queue.remove(request)).isTrue();
        assertThat(queue.contains(request)).isFalse();
        assertThat(queue.remove(request)).isFalse();
      }
    }
    expected.sort(IN_TURN);
  }

  private static void assertSame(
      RequestQueue<MadeRequest> queue,
      List<MadeRequest> expected,
      Map<MadeRequest, Long> deadlines,
      long nowNanos,
      String when) {
    assertThat(queue.all()).as(when).isEqualTo(expected);
    assertThat(queue.size()).as(when).isEqualTo(expected.size());
    assertThat(queue.isEmpty()).as(when).isEqualTo(expected.isEmpty());
    MadeRequest first = expected.isEmpty() ? null : expected.getFirst();
    assertThat(queue.first()).as(when).isSameAs(first);
    assertThat(queue.next(progress -> 0, nowNanos)).as(when).isSameAs(first);
    assertThat(expected).as(when).allMatch(queue::contains);
    long next =
        expected.stream()
            .mapToLong(request -> requireNonNull(deadlines.get(request)))
            .min()
            .orElse(DispatchedRequest.NEVER);
    assertThat(queue.nextDeadlineNanos()).as(when).isEqualTo(next);
    assertThat(queue.expired(nowNanos) != null).as(when).isEqualTo(next <= nowNanos);
  }
}
