package org.curtail.signals;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.curtail.diagnose.Breakdown;
import org.curtail.diagnose.Cause;
import org.curtail.diagnose.CauseSplit;
import org.curtail.diagnose.RequestEvidence;
import org.curtail.policy.Sequential;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.RequestListener;
import org.curtail.runtime.SharedWork;
import org.curtail.runtime.Timeline;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A diagnosis on systems that hide some signals from users without rights, with one signal less in
 * each test.
 */
@Timeout(300)
class OneRungLowerTest {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final long COMPUTE_NANOS = 10_000_000;
  private static final long SLEEP_NANOS = 20_000_000;

  @TempDir Path procRoot;

  /** Serves a request that computes and then sleeps, on an engine with these signals. */
  private static Breakdown serve(Signals signals) throws Exception {
    var ended = new AtomicReference<@Nullable RequestEvidence>();
    RequestListener listener =
        new RequestListener() {
          @Override
          public void ended(long request, Timeline timeline) {
            ended.set(RequestEvidence.ofEngine(request, "", timeline));
          }
        };
    try (Curtail engine =
        Curtail.with(new Sequential()).cores(1).signals(signals).listener(listener).start()) {
      engine.submit(SharedWork.of(1, chunk -> computeAndSleep(), Double::sum)).get();
    }
    RequestEvidence evidence = requireNonNull(ended.get());
    Breakdown parts = CauseSplit.of(evidence);
    assertThat(parts.nanos().sum()).isEqualTo(evidence.latencyNanos());
    return parts;
  }

  private static double computeAndSleep() {
    long until = THREADS.getCurrentThreadCpuTime() + COMPUTE_NANOS;
    double sum = 0;
    while (THREADS.getCurrentThreadCpuTime() < until) {
      for (int i = 1; i < 1_000; i++) {
        sum += Math.sqrt(sum + i);
      }
    }
    long wakeNanos = System.nanoTime() + SLEEP_NANOS;
    for (long left = SLEEP_NANOS; left > 0; left = wakeNanos - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
    return sum;
  }

  @Test
  void waitIsRestWithoutRunQueueDelayAndTheReasonIsGiven() throws Exception {
    Files.createDirectories(procRoot.resolve("thread-self"));
    Signals signals =
        new JdkProbe(procRoot, System::nanoTime, THREADS::getCurrentThreadCpuTime).signals(false);

    Breakdown parts = serve(signals);

    assertThat(parts.nanos(Cause.WORK)).isGreaterThanOrEqualTo(COMPUTE_NANOS);
    assertThat(parts.nanos(Cause.RUN_QUEUE)).isZero();
    assertThat(parts.nanos(Cause.BLOCKED)).isZero();
    assertThat(parts.nanos(Cause.REST)).isGreaterThanOrEqualTo(SLEEP_NANOS - 1_000_000);
    assertThat(parts.uncertainNanos()).isGreaterThanOrEqualTo(parts.nanos(Cause.REST));
    assertThat(parts.restBoundNanos()).isGreaterThanOrEqualTo(parts.nanos(Cause.REST));
    assertThat(signals.toString())
        .contains("run-queue delay: not available, because " + procRoot)
        .contains("CPU time: ThreadMXBean");
  }

  @Test
  void executionIsRestWithoutCpuTime() throws Exception {
    Signals signals = new JdkProbe(procRoot, System::nanoTime, null).signals(false);

    Breakdown parts = serve(signals);

    assertThat(parts.nanos(Cause.WORK)).isZero();
    assertThat(parts.nanos(Cause.REST))
        .isGreaterThanOrEqualTo(COMPUTE_NANOS + SLEEP_NANOS - 1_000_000);
    assertThat(parts.cpuNanos()).isEqualTo(-1);
    assertThat(signals.rungs().stream().filter(Signals.Rung::available).map(Signals.Rung::name))
        .containsExactly("tags and wall time");
    assertThat(signals.rungs())
        .filteredOn(rung -> !rung.available())
        .allMatch(rung -> !rung.reason().isBlank());
  }
}
