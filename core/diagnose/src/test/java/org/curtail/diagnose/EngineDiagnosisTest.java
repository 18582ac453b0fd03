package org.curtail.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.curtail.policy.FixedDegree;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.RequestListener;
import org.curtail.runtime.SharedWork;
import org.curtail.runtime.Timeline;
import org.curtail.signals.Signals;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** From requests of an engine to their causes. */
@Timeout(300)
class EngineDiagnosisTest {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final long MILLI = 1_000_000;

  private final Map<Long, RequestEvidence> ended = new ConcurrentHashMap<>();

  private final RequestListener listener =
      new RequestListener() {
        @Override
        public void ended(long request, Timeline timeline) {
          ended.put(request, RequestEvidence.ofEngine(request, "", timeline));
        }
      };

  private static double compute(long cpuMillis) {
    long until = THREADS.getCurrentThreadCpuTime() + cpuMillis * MILLI;
    double sum = 0;
    while (THREADS.getCurrentThreadCpuTime() < until) {
      for (int i = 1; i < 1_000; i++) {
        sum += Math.sqrt(sum + i);
      }
    }
    return sum;
  }

  /** Sleeps in full, even if the thread waits for a core before it is blocked. */
  private static double stayBlocked(long millis) {
    long leftNanos = millis * MILLI;
    while (leftNanos > 0) {
      long fromNanos = System.nanoTime();
      LockSupport.parkNanos(leftNanos);
      leftNanos -= System.nanoTime() - fromNanos;
    }
    return 0;
  }

  private Breakdown only() {
    assertThat(ended).hasSize(1);
    RequestEvidence evidence = ended.values().iterator().next();
    Breakdown parts = CauseSplit.of(evidence);
    assertThat(parts.nanos().sum()).isEqualTo(evidence.latencyNanos());
    return parts;
  }

  @Test
  void computingIsWork() throws Exception {
    try (Curtail curtail =
        Curtail.with(new FixedDegree(1))
            .cores(1)
            .signals(Signals.probe())
            .listener(listener)
            .start()) {
      curtail.submit(SharedWork.of(4, chunk -> compute(5), Double::sum)).get();
    }
    Breakdown parts = only();
    assertThat(parts.nanos(Cause.WORK)).isGreaterThanOrEqualTo(20 * MILLI);
    assertThat(parts.cpuNanos()).isGreaterThanOrEqualTo(20 * MILLI);
  }

  @Test
  void waitingIsNotWork() throws Exception {
    try (Curtail curtail =
        Curtail.with(new FixedDegree(1))
            .cores(1)
            .signals(Signals.probe())
            .listener(listener)
            .start()) {
      curtail.submit(SharedWork.of(4, chunk -> stayBlocked(20), Double::sum)).get();
    }
    Breakdown parts = only();
    // Without run delay, or with doubtful readings, the wait is the rest.
    assertThat(parts.nanos(Cause.BLOCKED) + parts.nanos(Cause.REST))
        .isGreaterThanOrEqualTo(79 * MILLI);
  }

  @Test
  void allThreadsOfAParallelRequestAreCounted() throws Exception {
    try (Curtail curtail =
        Curtail.with(new FixedDegree(2))
            .cores(2)
            .signals(Signals.probe())
            .listener(listener)
            .start()) {
      curtail.submit(SharedWork.of(10, chunk -> compute(4), Double::sum)).get();
    }
    Breakdown parts = only();
    assertThat(parts.cpuNanos()).isGreaterThanOrEqualTo(40 * MILLI);
    assertThat(parts.nanos(Cause.WORK) + parts.helperCpuNanos()).isGreaterThanOrEqualTo(39 * MILLI);
  }

  @Test
  void executionWithoutSignalsIsRest() throws Exception {
    try (Curtail curtail = Curtail.with(new FixedDegree(1)).cores(1).listener(listener).start()) {
      curtail.submit(SharedWork.of(1, chunk -> compute(5), Double::sum)).get();
    }
    assertThat(only().nanos(Cause.REST)).isGreaterThanOrEqualTo(5 * MILLI);
  }
}
