package org.curtail.runtime;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.curtail.IntervalTable;
import org.curtail.Policy;
import org.curtail.policy.FewToMany;
import org.curtail.testkit.Eventually;
import org.junit.jupiter.api.Timeout;

/** An engine whose executor is tested, with the events of its listener. */
@Timeout(300)
abstract class EngineExecutorCase {
  final List<Timeline> ended = Collections.synchronizedList(new ArrayList<>());
  final AtomicInteger arrived = new AtomicInteger();
  final AtomicInteger refused = new AtomicInteger();
  final ManualClock clock = new ManualClock();

  final RequestListener listener =
      new RequestListener() {
        @Override
        public void arrived(long request, long atNanos, RequestOptions options) {
          arrived.incrementAndGet();
        }

        @Override
        public void refused(long request, long atNanos) {
          refused.incrementAndGet();
        }

        @Override
        public void ended(long request, Timeline timeline) {
          ended.add(timeline);
        }
      };

  /** Degree 2 from 10 ms on. */
  static Policy growingAfter10Ms() {
    return new FewToMany(
        new IntervalTable(
            2,
            3,
            2,
            99,
            1,
            List.of(1, 2),
            List.of(new IntervalTable.Row(1, List.of(0.0, 10.0), 100, 50, 2)),
            9));
  }

  Setup setup(Policy policy) {
    return Curtail.with(policy).cores(2).listener(listener);
  }

  Curtail byHand(Policy policy) {
    return setup(policy).clock(clock).startWithoutThreads();
  }

  static int stepAll(Curtail curtail) {
    int steps = 0;
    boolean more = true;
    while (more) {
      more = false;
      for (Worker worker : curtail.workers()) {
        if (worker.step()) {
          steps++;
          more = true;
        }
      }
    }
    return steps;
  }

  static void awaitIdle(Curtail curtail) {
    Eventually.is("nobody serves", () -> curtail.threadsBusy() == 0);
  }
}
