package org.curtail.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.OneThreadEach;
import org.curtail.policy.Sequential;
import org.curtail.policy.Sharing;
import org.curtail.signals.Signals;
import org.curtail.signals.Stint;
import org.curtail.signals.ThreadReading;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Stints on an engine stepped by hand, to the nanosecond. */
@Timeout(300)
class SteppedStintsTest {
  private final ManualClock clock = new ManualClock();
  private final AtomicLong cpuNanos = new AtomicLong();

  /** Of all workers that are stepped, since one thread steps them. */
  private final Signals stepped =
      Signals.of(
          () -> new ThreadReading(clock.nanoTime(), cpuNanos.get(), 0, 0, 0, 0, 0), List.of());

  private void computes(double millis) {
    clock.advanceMillis(millis);
    cpuNanos.addAndGet(Math.round(millis * 1e6));
  }

  @Test
  void timesOfAdmissionHandOffAndServiceAreToldApart() {
    Curtail curtail =
        Curtail.with(OneThreadEach.firstComeFirstServed())
            .cores(1)
            .clock(clock)
            .signals(stepped)
            .startWithoutThreads();
    Worker worker = curtail.workers().getFirst();
    Ticket<Integer> first = curtail.submit(new RecordedWork(2, chunk -> computes(5)));
    Ticket<Integer> second = curtail.submit(new RecordedWork(1, chunk -> clock.advanceMillis(7)));
    long beginNanos = clock.nanoTime();
    clock.advanceMillis(3); // The thread takes so long to wake up.
    stepUntilDone(worker, first);
    clock.advanceMillis(1);
    stepUntilDone(worker, second);

    Timeline one = first.timeline();
    assertThat(one.admittedNanos()).isEqualTo(beginNanos);
    assertThat(one.handOffNanos()).isEqualTo(3_000_000);
    assertThat(one.stints()).hasSize(1);
    Stint stint = one.stints().getFirst();
    assertThat(stint.fromNanos()).isEqualTo(one.startNanos());
    assertThat(stint.toNanos()).isEqualTo(one.endNanos());
    assertThat(stint.cpuNanos()).isEqualTo(10_000_000);
    assertThat(stint.chunks()).isEqualTo(2);
    assertThat(stint.threadName()).isEqualTo(Thread.currentThread().getName());

    Timeline other = second.timeline();
    assertThat(other.admittedNanos()).isEqualTo(one.endNanos());
    assertThat(other.handOffNanos()).isEqualTo(1_000_000);
    assertThat(other.stints().getFirst().cpuNanos()).isZero();
    assertThat(other.stints().getFirst().wallNanos()).isEqualTo(7_000_000);
  }

  private static void stepUntilDone(Worker worker, Ticket<?> ticket) {
    while (!ticket.isDone()) {
      assertThat(worker.step()).isTrue();
    }
    while (worker.hasBegun()) {
      worker.step();
    }
  }

  @Test
  void aPreemptedRequestHasAStintForEachTimeThatItContinues() {
    Curtail curtail =
        Curtail.with(new Sharing(new Sequential(), Duration.ofMillis(1)))
            .cores(1)
            .threads(1)
            .clock(clock)
            .signals(stepped)
            .startWithoutThreads();
    Worker worker = curtail.workers().getFirst();
    Ticket<Integer> first = curtail.submit(new RecordedWork(3, chunk -> computes(2)));
    Ticket<Integer> second = curtail.submit(new RecordedWork(3, chunk -> computes(2)));
    for (int steps = 0; steps < 1_000 && !(first.isDone() && second.isDone()); steps++) {
      worker.step();
    }
    for (Ticket<Integer> ticket : List.of(first, second)) {
      Timeline timeline = ticket.timeline();
      assertThat(timeline.preemptions()).isPositive();
      assertThat(timeline.stints()).hasSize(timeline.preemptions() + 1);
      assertThat(timeline.stints()).allMatch(stint -> stint.cpuNanos() == stint.wallNanos());
      assertThat(timeline.stints().stream().mapToLong(Stint::wallNanos).sum())
          .isEqualTo(timeline.executionNanos())
          .isEqualTo(6_000_000);
      assertThat(timeline.stints().stream().mapToInt(Stint::chunks).sum()).isEqualTo(3);
    }
  }

  @Test
  void bordersAllocateNothing() {
    Curtail curtail =
        Curtail.with(new FixedDegree(4)).cores(1).threads(1).signals(stepped).startWithoutThreads();
    curtail.submit(new Endless());
    Worker worker = curtail.workers().getFirst();
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    step(worker, 30_000);
    long beforeBytes = threads.getCurrentThreadAllocatedBytes();
    step(worker, 30_000);
    assertThat(threads.getCurrentThreadAllocatedBytes() - beforeBytes).isLessThan(1_000);
  }

  private static void step(Worker worker, int steps) {
    for (int i = 0; i < steps; i++) {
      worker.step();
    }
  }

  private record Endless() implements SharedWork<Endless, Endless> {
    @Override
    public int chunks() {
      return 1_000_000;
    }

    @Override
    public Endless join() {
      return this;
    }

    @Override
    public void run(Endless worker, int chunk, Checkpoint checkpoint) {}

    @Override
    public Endless complete(List<Endless> workers) {
      return this;
    }
  }

  @Test
  void veryManyStintsBecomeOne() {
    var log = new WorkerSignals.StintLog();
    Thread thread = Thread.currentThread();
    for (int i = 0; i < 2 * WorkerSignals.StintLog.MOST_STINTS; i++) {
      log.put(null, Stint.unread(thread, 10L * i, 10L * i + 5, 1));
    }
    List<Stint> stints = log.until(Long.MAX_VALUE);
    assertThat(stints).hasSize(WorkerSignals.StintLog.MOST_STINTS);
    assertThat(stints.stream().mapToInt(Stint::chunks).sum())
        .isEqualTo(2 * WorkerSignals.StintLog.MOST_STINTS);
    assertThat(stints.getLast().doubtful()).isTrue();
    assertThat(log.until(7).getLast().wallNanos()).isZero();
  }
}
