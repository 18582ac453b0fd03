package org.curtail.diagnose;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.curtail.DelegatingPolicy;
import org.curtail.Policy;
import org.curtail.policy.Sequential;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.RequestListener;
import org.curtail.runtime.SharedWork;
import org.curtail.runtime.Timeline;
import org.curtail.signals.Counter;
import org.curtail.signals.Signals;
import org.curtail.signals.Stint;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares the reported waits for cores with the kernel's report to another process, while other
 * threads take the cores.
 */
@Timeout(300)
@EnabledOnOs(OS.LINUX)
class RunQueueOracleTest {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final int REQUESTS = 10;
  private static final long COMPUTE_NANOS = 10_000_000;
  private static final long SLACK_NANOS = 5_000_000;

  /** Tolerance of one request: its readings are not taken at the same instant as the clock. */
  private static final long BORDER_NANOS = 300_000;

  private final Queue<RequestEvidence> ended = new ConcurrentLinkedQueue<>();

  private final RequestListener listener =
      new RequestListener() {
        @Override
        public void ended(long request, Timeline timeline) {
          ended.add(RequestEvidence.ofEngine(request, "", timeline));
        }
      };

  /** One thread only, so that the thread of each request is known. */
  private record OneThread(Policy policy) implements DelegatingPolicy {
    @Override
    public int threads(int cores) {
      return 1;
    }
  }

  private static double compute() {
    long until = THREADS.getCurrentThreadCpuTime() + COMPUTE_NANOS;
    double sum = 0;
    while (THREADS.getCurrentThreadCpuTime() < until) {
      for (int i = 1; i < 1_000; i++) {
        sum += Math.sqrt(sum + i);
      }
    }
    return sum;
  }

  /** Returns the file with the kernel's report on the current thread. */
  private static Path ownSchedstat() {
    try {
      // It is "process/task/thread", relative to /proc.
      return Path.of("/proc", Files.readSymbolicLink(Path.of("/proc/thread-self")).toString())
          .resolve("schedstat");
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the run delay so far, as read by another process. */
  private static long fromOutside(Path schedstat) throws Exception {
    Process cat = new ProcessBuilder("cat", schedstat.toString()).start();
    String text = new String(cat.getInputStream().readAllBytes(), US_ASCII);
    assertThat(cat.waitFor()).as(text).isZero();
    return Long.parseLong(text.strip().split(" ", -1)[1]);
  }

  /** Threads that spin until closed, twice as many as there are cores. */
  private static final class Spinners implements AutoCloseable {
    private final AtomicBoolean stop = new AtomicBoolean();
    private final List<Thread> threads = new ArrayList<>();

    Spinners() {
      for (int i = 0; i < 2 * Runtime.getRuntime().availableProcessors(); i++) {
        threads.add(
            Thread.ofPlatform()
                .start(() -> {
                  while (!stop.get()) {
                    Thread.onSpinWait();
                  }
                }));
      }
    }

    @Override
    public void close() {
      stop.set(true);
      try {
        for (Thread thread : threads) {
          thread.join();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * The scheduler's events give for each request the times of its thread's waits, not only their
   * sum.
   */
  @Test
  @Tag("long")
  void runQueueOfEachRequestEqualsTheSchedulersEvents(@TempDir Path folder) throws Exception {
    Signals signals = Signals.probe();
    assumeTrue(
        signals.rung(Counter.RUN_DELAY_NANOS).filter(Signals.Rung::available).isPresent(),
        "this kernel does not measure run-queue delay");
    Optional<String> missing = PerfSched.missing(folder);
    assumeTrue(missing.isEmpty(), missing.orElse(""));
    try (Curtail engine =
        Curtail.with(new OneThread(new Sequential()))
            .cores(1)
            .signals(signals)
            .listener(listener)
            .start()) {
      Path worker = engine.submit(SharedWork.of(1, chunk -> ownSchedstat(), (a, b) -> a)).get();
      long thread = Long.parseLong(requireNonNull(worker.getParent()).getFileName().toString());
      ended.clear();
      PerfSched perf =
          PerfSched.during(
              () -> {
                try (var spinners = new Spinners()) {
                  assertThat(spinners.threads).isNotEmpty();
                  for (int i = 0; i < 5 * REQUESTS; i++) {
                    engine.submit(SharedWork.of(1, chunk -> compute(), Double::sum)).get();
                  }
                }
              },
              thread,
              folder);

      assertThat(ended).hasSize(5 * REQUESTS);
      int compared = 0;
      long allNanos = 0;
      for (RequestEvidence one : ended) {
        assertThat(one.stints()).hasSize(1);
        Stint stint = one.stints().getFirst();
        if (stint.doubtful() || !perf.isWhole(stint.fromNanos(), stint.toNanos())) {
          // The thread lost its core during its reading, or perf lost an event.
          continue;
        }
        long perfNanos = perf.nanosWithin(stint.fromNanos(), stint.toNanos());
        assertThat(CauseSplit.of(one).nanos(Cause.RUN_QUEUE))
            .as("request %d, %s, of %s", one.id(), stint, perf.around(stint))
            .isCloseTo(perfNanos, within(BORDER_NANOS + perfNanos / 50));
        allNanos += perfNanos;
        compared++;
      }
      assertThat(compared).isGreaterThan(ended.size() / 2);
      // The spinners made requests wait.
      assertThat(allNanos).isGreaterThan(compared * COMPUTE_NANOS / 2);
    }
  }

  @Test
  void waitsAreReadFromBothFormsOfEvents() {
    List<String> asTheKernelSays =
        List.of(
            " 7.000001000:   sched:sched_wakeup: comm=a b pid=42 prio=120 target_cpu=001",
            " 7.000005000:   sched:sched_switch: prev_comm=x prev_pid=1 prev_prio=120 prev_state=S"
                + " ==> next_comm=a b next_pid=42 next_prio=120",
            " 7.000010000:   sched:sched_switch: prev_comm=a b prev_pid=42 prev_prio=120"
                + " prev_state=R+ ==> next_comm=x next_pid=1 next_prio=120",
            " 7.000040000:   sched:sched_switch: prev_comm=x prev_pid=1 prev_prio=120 prev_state=R"
                + " ==> next_comm=a b next_pid=42 next_prio=120",
            " 7.000050000:   sched:sched_switch: prev_comm=a b prev_pid=42 prev_prio=120"
                + " prev_state=S ==> next_comm=x next_pid=1 next_prio=120",
            " 7.000090000:   sched:sched_switch: prev_comm=x prev_pid=1 prev_prio=120 prev_state=R"
                + " ==> next_comm=a b next_pid=42 next_prio=120");
    List<String> asAPluginSays =
        List.of(
            " 7.000001000:   sched:sched_wakeup: a b:42 [120] CPU:001",
            " 7.000005000:   sched:sched_switch: x:1 [120] S ==> a b:42 [120]",
            " 7.000010000:   sched:sched_switch: a b:42 [120] R+ ==> x:1 [120]",
            " 7.000040000:   sched:sched_switch: x:1 [120] R ==> a b:42 [120]",
            " 7.000050000:   sched:sched_switch: a b:42 [120] S ==> x:1 [120]");
    long at = 7_000_000_000L;
    assertThat(PerfSched.of(asTheKernelSays, 42).waits())
        .isEqualTo(PerfSched.of(asAPluginSays, 42).waits())
        .containsExactly(
            new PerfSched.Period(at + 1_000, at + 5_000),
            new PerfSched.Period(at + 10_000, at + 40_000));
    assertThat(PerfSched.of(asAPluginSays, 42).nanosWithin(at + 2_000, at + 20_000))
        .isEqualTo(13_000);
  }

  @Test
  void noWaitIsReportedAroundALostEvent() {
    PerfSched known =
        PerfSched.of(
            List.of(
                " 7.000005000: sched:sched_switch: x:1 [120] S ==> a:42 [120]",
                " 7.000010000: sched:sched_switch: a:42 [120] R ==> x:1 [120]",
                // The thread got its core back in between.
                " 7.000040000: sched:sched_switch: a:42 [120] R ==> x:1 [120]",
                " 7.000050000: sched:sched_switch: x:1 [120] S ==> a:42 [120]"),
            42);
    long at = 7_000_000_000L;
    assertThat(known.isWhole(at + 5_000, at + 10_000)).isTrue();
    assertThat(known.isWhole(at + 5_000, at + 11_000)).isFalse();
    assertThat(known.isWhole(at + 39_000, at + 50_000)).isFalse();
    assertThat(known.isWhole(at + 40_000, at + 50_000)).isTrue();
    assertThat(known.nanosWithin(at + 40_000, at + 60_000)).isEqualTo(10_000);

    assertThat(
            isWhole(
                " 7.000005000: sched:sched_switch: x:1 [120] S ==> a:42 [120]",
                " 7.000010000: sched:sched_switch: x:1 [120] S ==> a:42 [120]"))
        .as("it comes twice")
        .isFalse();
    assertThat(
            isWhole(
                " 7.000005000: sched:sched_switch: a:42 [120] S ==> x:1 [120]",
                " 7.000010000: sched:sched_switch: x:1 [120] S ==> a:42 [120]"))
        .as("nobody wakes it")
        .isFalse();
    assertThat(
            isWhole(
                " 7.000005000: sched:sched_switch: a:42 [120] R ==> x:1 [120]",
                " 7.000008000: sched:sched_wakeup: a:42 [120] CPU:001",
                " 7.000010000: sched:sched_switch: x:1 [120] S ==> a:42 [120]"))
        .as("it is woken though it could run")
        .isFalse();
  }

  /** True if the time from 5 to 10 microseconds is, for thread 42. */
  private static boolean isWhole(String... lines) {
    return PerfSched.of(List.of(lines), 42).isWhole(7_000_005_000L, 7_000_010_000L);
  }

  @Test
  void runQueueEqualsTheKernelsReportToAnotherProcess() throws Exception {
    Signals signals = Signals.probe();
    assumeTrue(
        signals.rung(Counter.RUN_DELAY_NANOS).filter(Signals.Rung::available).isPresent(),
        "this kernel does not measure run-queue delay");
    try (Curtail engine =
        Curtail.with(new OneThread(new Sequential()))
            .cores(1)
            .signals(signals)
            .listener(listener)
            .start()) {
      Path worker = engine.submit(SharedWork.of(1, chunk -> ownSchedstat(), (a, b) -> a)).get();
      ended.clear();
      long beforeNanos = fromOutside(worker);
      long beginNanos = System.nanoTime();
      try (var spinners = new Spinners()) {
        for (int i = 0; i < REQUESTS; i++) {
          engine.submit(SharedWork.of(1, chunk -> compute(), Double::sum)).get();
        }
        assertThat(spinners.threads).isNotEmpty();
      }
      long endNanos = System.nanoTime();
      long outsideNanos = fromOutside(worker) - beforeNanos;

      assertThat(ended).hasSize(REQUESTS);
      long saidNanos = 0;
      long servedNanos = 0;
      for (RequestEvidence one : ended) {
        assertThat(one.stints().stream().map(Stint::threadName).distinct()).hasSize(1);
        saidNanos += CauseSplit.of(one).nanos(Cause.RUN_QUEUE);
        servedNanos += one.stints().stream().mapToLong(Stint::wallNanos).sum();
      }
      // The other threads made it wait at least half as long as it computed.
      assertThat(outsideNanos).isGreaterThan(REQUESTS * COMPUTE_NANOS / 2);
      assertThat(saidNanos).isLessThanOrEqualTo(outsideNanos + SLACK_NANOS);
      // The thread also waits for a core between two requests.
      long betweenNanos = endNanos - beginNanos - servedNanos;
      assertThat(saidNanos).isGreaterThanOrEqualTo(outsideNanos - betweenNanos - SLACK_NANOS);
      assertThat(saidNanos).isGreaterThan(outsideNanos / 2);
    }
  }
}
