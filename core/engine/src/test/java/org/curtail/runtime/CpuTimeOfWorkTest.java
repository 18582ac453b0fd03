package org.curtail.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.curtail.Policy;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.curtail.policy.Sharing;
import org.curtail.signals.Signals;
import org.curtail.signals.Stint;
import org.curtail.signals.ThreadReading;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The learned demand of a request is its work, without the work of others meanwhile. */
@Timeout(60)
class CpuTimeOfWorkTest {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final long MS = 1_000_000;

  /** Work of which the CPU time is asked for. */
  private static final class Learning extends RecordedWork {
    Learning(int chunks, Body body) {
      super(chunks, body);
    }

    @Override
    public boolean wantsCpuTime() {
      return true;
    }
  }

  /** Computes until this thread has used so much CPU time. */
  private static void compute(long nanos) {
    long untilNanos = THREADS.getCurrentThreadCpuTime() + nanos;
    while (THREADS.getCurrentThreadCpuTime() < untilNanos) {
      Thread.onSpinWait();
    }
  }

  // ---- On real threads.

  @Test
  void workThatWantsItsCpuTimeIsToldOnAnEngineWithoutSignals() throws Exception {
    try (Curtail curtail = Curtail.with(new FixedDegree(2)).cores(2).start()) {
      Ticket<Integer> ticket = curtail.submit(new Learning(8, chunk -> compute(MS)));
      assertThat(ticket.get()).isEqualTo(8);
      assertThat(ticket.timeline().cpuNanos()).isPresent();
      assertThat(ticket.timeline().demandNanos()).isGreaterThanOrEqualTo(8 * MS);
      assertThat(ticket.timeline().stints().stream().mapToInt(Stint::chunks).sum()).isEqualTo(8);
    }
  }

  @Test
  void aCallerThatServesItsOwnRequestReadsItselfToo() throws Exception {
    try (Curtail curtail = Curtail.with(new Sequential()).cores(1).start()) {
      var told = new AtomicLong();
      curtail.run(
          new RecordedWork(4, chunk -> compute(MS)) {
            @Override
            public boolean wantsCpuTime() {
              return true;
            }

            @Override
            public void ended(Timeline timeline) {
              told.set(timeline.cpuNanos().orElse(-1));
            }
          });
      assertThat(told.get()).isGreaterThanOrEqualTo(4 * MS);
    }
  }

  @Test
  void threadsOfOtherWorkDoNotReadThemselves() throws Exception {
    try (Curtail curtail = Curtail.with(new Sequential()).cores(1).start()) {
      Ticket<Integer> ticket = curtail.submit(new RecordedWork(4, chunk -> {}));
      ticket.get();
      assertThat(ticket.timeline().stints()).isEmpty();
      assertThat(ticket.timeline().cpuNanos()).isEmpty();
      assertThat(ticket.timeline().demandNanos()).isEqualTo(ticket.timeline().threadNanos());
    }
  }

  @Test
  void aRequestWhoseThreadIsHeldUpTeachesNoLongerDemand() throws Exception {
    var entered = new CountDownLatch(1);
    var mayGoOn = new CountDownLatch(1);
    try (Curtail curtail = Curtail.with(new Sequential()).cores(1).start()) {
      Ticket<Integer> ticket =
          curtail.submit(
              new Learning(
                  1,
                  chunk -> {
                    entered.countDown();
                    mayGoOn.await();
                  }));
      entered.await();
      long untilNanos = System.nanoTime() + 50 * MS;
      while (System.nanoTime() < untilNanos) {
        Thread.onSpinWait();
      }
      mayGoOn.countDown();
      ticket.get();
      assertThat(ticket.timeline().cpuNanos()).isPresent();
      assertThat(ticket.timeline().threadNanos()).isGreaterThanOrEqualTo(49 * MS);
      assertThat(ticket.timeline().demandNanos()).isLessThan(25 * MS);
    }
  }

  // ---- Stepped, so that all times are known.

  private final ManualClock clock = new ManualClock();
  private final AtomicLong cpuNanos = new AtomicLong();

  private Setup setup(Policy policy, boolean readsCpuTime) {
    Setup setup = Curtail.with(policy).cores(1).threads(1).clock(clock);
    return readsCpuTime
        ? setup.signals(
            Signals.of(
                () -> new ThreadReading(clock.nanoTime(), cpuNanos.get(), 0, 0, 0, 0, 0),
                List.of()))
        : setup;
  }

  private RecordedWork threeChunksOf2Ms() {
    return new RecordedWork(
        3,
        chunk -> {
          clock.advanceMillis(2);
          cpuNanos.addAndGet(2 * MS);
        });
  }

  @Test
  void waitingAndPreemptionDoNotMakeTheLearnedDemandLonger() {
    for (boolean readsCpuTime : new boolean[] {true, false}) {
      Curtail curtail =
          setup(new Sharing(new Sequential(), Duration.ofMillis(1)), readsCpuTime)
              .startWithoutThreads();
      Worker worker = curtail.workers().getFirst();
      Ticket<Integer> first = curtail.submit(threeChunksOf2Ms());
      Ticket<Integer> second = curtail.submit(threeChunksOf2Ms());
      Ticket<Integer> third = curtail.submit(threeChunksOf2Ms());
      clock.advanceMillis(100);
      List<Ticket<Integer>> all = List.of(first, second, third);
      for (int steps = 0; steps < 1_000 && !all.stream().allMatch(Ticket::isDone); steps++) {
        worker.step();
      }
      for (Ticket<Integer> ticket : all) {
        Timeline timeline = ticket.timeline();
        assertThat(timeline.waitNanos()).isGreaterThanOrEqualTo(100 * MS);
        assertThat(timeline.preemptedNanos()).isPositive();
        assertThat(timeline.demandNanos()).isEqualTo(6 * MS);
        assertThat(timeline.cpuNanos().isPresent()).isEqualTo(readsCpuTime);
      }
    }
  }

  @Test
  void timeInWhichOthersHadTheCoreIsNotTakenForDemand() {
    Curtail curtail = setup(new Sequential(), true).startWithoutThreads();
    Worker worker = curtail.workers().getFirst();
    Ticket<Integer> ticket =
        curtail.submit(
            new RecordedWork(
                2,
                chunk -> {
                  clock.advanceMillis(40);
                  cpuNanos.addAndGet(3 * MS);
                }));
    while (!ticket.isDone()) {
      worker.step();
    }
    assertThat(ticket.timeline().threadNanos()).isEqualTo(80 * MS);
    assertThat(ticket.timeline().cpuNanos()).hasValue(6 * MS);
  }
}
