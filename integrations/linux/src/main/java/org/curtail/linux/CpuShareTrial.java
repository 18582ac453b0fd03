package org.curtail.linux;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;

/** Trial of two temporary threads on one core at the same time, one of them raised. */
final class CpuShareTrial {
  /** Many times the scheduler's time slice of a few milliseconds. */
  private static final long DURATION_NANOS = 60_000_000;

  private static final long MOST_WAIT_SECONDS = 5;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final Kernel kernel;
  private final Mechanism mechanism;
  private final Cores core;
  private final OsPriority priority;
  private final CyclicBarrier bothReady =
      new CyclicBarrier(2, () -> endsAtNanos = System.nanoTime() + DURATION_NANOS);
  private volatile long endsAtNanos;

  CpuShareTrial(Kernel kernel, Mechanism mechanism, Cores core) {
    this.kernel = kernel;
    this.mechanism = mechanism;
    this.core = core;
    this.priority = new OsPriority(kernel, mechanism);
  }

  /** The raised thread's share of the CPU time of both, from 0 to 1. */
  Availability<Double> cpuShare() {
    var raised = ProbeThread.start(() -> compete(true));
    var other = ProbeThread.start(() -> compete(false));
    return raised
        .outcome()
        .then(raisedNanos -> other.outcome().then(otherNanos -> cpuShare(raisedNanos, otherNanos)));
  }

  private static Availability<Double> cpuShare(long raisedNanos, long otherNanos) {
    long bothNanos = raisedNanos + otherNanos;
    return bothNanos > 0
        ? new Available<>((double) raisedNanos / bothNanos)
        : new Unavailable<>("this JVM does not report the CPU time of threads");
  }

  private Availability<Long> compete(boolean raised) throws Exception {
    Availability<Pin> ready =
        Affinity.pin(kernel, core)
            .then(pin -> {
              int answer = mechanism.startWorker(kernel);
              if (answer >= 0 && raised) {
                answer = priority.raise();
              }
              return answer >= 0
                  ? new Available<>(pin)
                  : new Unavailable<>(Errno.reason(answer, mechanism.permission()));
            });
    // A thread that is not ready also waits here, since the other one waits for it.
    bothReady.await(MOST_WAIT_SECONDS, TimeUnit.SECONDS);
    Availability<Long> cpuNanos = ready.then(pin -> new Available<>(compute()));
    priority.lower();
    return cpuNanos;
  }

  private long compute() {
    long beforeNanos = THREADS.getCurrentThreadCpuTime();
    while (System.nanoTime() - endsAtNanos < 0) {
      Thread.onSpinWait();
    }
    return THREADS.getCurrentThreadCpuTime() - beforeNanos;
  }
}
