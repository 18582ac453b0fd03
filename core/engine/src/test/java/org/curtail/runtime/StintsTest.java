package org.curtail.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.curtail.policy.Sharing;
import org.curtail.signals.Counter;
import org.curtail.signals.Signals;
import org.curtail.signals.Stint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Stints of real threads. */
@Timeout(300)
class StintsTest {
  private static Signals real() {
    return Signals.probe();
  }

  private static void spin(long nanos) {
    long untilNanos = System.nanoTime() + nanos;
    while (System.nanoTime() < untilNanos) {
      Thread.onSpinWait();
    }
  }

  @Test
  void aThreadDoesOneThingAtATimeAndEveryStintIsThereWhenItsRequestEnds() throws Exception {
    var told = Collections.synchronizedList(new ArrayList<Timeline>());
    var listener =
        new RequestListener() {
          @Override
          public void ended(long request, Timeline timeline) {
            told.add(timeline);
          }
        };
    var policy = new Sharing(new FixedDegree(3), Duration.ofNanos(300_000));
    var tickets = new ArrayList<Ticket<Integer>>();
    try (Curtail curtail =
        Curtail.with(policy).cores(2).threads(4).signals(real()).listener(listener).start()) {
      for (int i = 0; i < 60; i++) {
        tickets.add(curtail.submit(new RecordedWork(20 + i % 7, chunk -> spin(50_000))));
      }
      for (Ticket<Integer> ticket : tickets) {
        ticket.get();
      }
    }
    assertThat(told).hasSize(60);
    for (Timeline timeline : told) {
      List<Stint> stints = timeline.stints();
      assertThat(stints.stream().mapToInt(Stint::chunks).sum()).isEqualTo(timeline.chunks());
      assertThat(stints.size()).isGreaterThan(timeline.preemptions());
      for (Stint stint : stints) {
        assertThat(stint.fromNanos()).isGreaterThanOrEqualTo(timeline.startNanos());
        assertThat(stint.toNanos()).isLessThanOrEqualTo(timeline.endNanos());
      }
      assertThat(timeline.admittedNanos())
          .isBetween(timeline.arrivalNanos(), timeline.startNanos());
    }
    assertThat(told.stream().mapToInt(Timeline::preemptions).sum()).isPositive();
    Map<Long, List<Stint>> byThread =
        told.stream()
            .flatMap(timeline -> timeline.stints().stream())
            .sorted(Comparator.comparingLong(Stint::fromNanos))
            .collect(Collectors.groupingBy(Stint::threadId));
    byThread.forEach((thread, stints) -> {
      for (int i = 1; i < stints.size(); i++) {
        assertThat(stints.get(i).fromNanos())
            .as("thread %d", thread)
            .isGreaterThanOrEqualTo(stints.get(i - 1).toNanos());
      }
    });
  }

  @Test
  void eachHelperHasItsStint() throws Exception {
    var together = new CyclicBarrier(2);
    try (Curtail curtail =
        Curtail.with(new FixedDegree(2)).cores(2).signals(real()).name("seen").start()) {
      Ticket<Integer> ticket =
          curtail.submit(
              new RecordedWork(
                  10,
                  chunk -> {
                    if (chunk < 2) {
                      together.await();
                    }
                  }));
      ticket.get();
      assertThat(ticket.timeline().stints())
          .hasSize(2)
          .allMatch(stint -> stint.threadName().startsWith("seen-"))
          .extracting(Stint::threadId)
          .doesNotHaveDuplicates();
    }
  }

  @Test
  void timeInWhichAThreadSleepsIsNeitherCpuTimeNorWaitingForACore() throws Exception {
    Signals signals = real();
    var cpu = new AtomicLong();
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    try (Curtail curtail = Curtail.with(new Sequential()).cores(1).signals(signals).start()) {
      Ticket<Integer> ticket =
          curtail.submit(
              new RecordedWork(
                  1,
                  chunk -> {
                    long beforeNanos = threads.getCurrentThreadCpuTime();
                    spin(2_000_000);
                    cpu.set(threads.getCurrentThreadCpuTime() - beforeNanos);
                    TimeUnit.MILLISECONDS.sleep(30);
                  }));
      ticket.get();
      Stint stint = ticket.timeline().stints().getFirst();
      assertThat(stint.cpuNanos()).isGreaterThanOrEqualTo(cpu.get());
      if (signals.rung(Counter.RUN_DELAY_NANOS).orElseThrow().available()) {
        assertThat(stint.wallNanos() - stint.cpuNanos() - stint.runDelayNanos())
            .isGreaterThan(25_000_000);
      }
    }
  }

  @Test
  void aCallerOutsideTheEngineHasAStintOfTimesOnly() throws Exception {
    var ended = Collections.synchronizedList(new ArrayList<Timeline>());
    var listener =
        new RequestListener() {
          @Override
          public void ended(long request, Timeline timeline) {
            ended.add(timeline);
          }
        };
    try (Curtail curtail =
        Curtail.with(new FixedDegree(1)).cores(1).signals(real()).listener(listener).start()) {
      Runnable run = () -> {};
      curtail.executor().execute(run);
      curtail.executor().execute(run);
    }
    assertThat(ended).hasSize(1);
    assertThat(ended.getFirst().stints())
        .isNotEmpty()
        .anyMatch(stint ->
            stint.cpuNanos() == -1 && stint.threadId() == Thread.currentThread().threadId());
  }

  @Test
  void readingsThatThrowAreReportedOnceAndRequestsGoOn() throws Exception {
    Logger log = Logger.getLogger("org.curtail");
    var said = Collections.synchronizedList(new ArrayList<String>());
    log.setFilter(record -> {
      said.add(record.getMessage());
      return false;
    });
    try (Curtail curtail =
        Curtail.with(new Sequential())
            .cores(1)
            .signals(
                Signals.of(
                    () -> {
                      throw new IllegalStateException("broken");
                    },
                    List.of()))
            .start()) {
      for (int i = 0; i < 3; i++) {
        Ticket<Integer> ticket = curtail.submit(new RecordedWork(2, chunk -> {}));
        assertThat(ticket.get()).isEqualTo(2);
        assertThat(ticket.timeline().stints()).hasSize(1).allMatch(one -> one.cpuNanos() == -1);
      }
    } finally {
      log.setFilter(null);
    }
    assertThat(said).filteredOn(line -> line.contains("thread readings")).hasSize(1);
  }

  @Test
  void withoutSignalsNothingIsTold() throws Exception {
    try (Curtail curtail = Curtail.with(new Sequential()).cores(1).start()) {
      Ticket<Integer> ticket = curtail.submit(new RecordedWork(2, chunk -> {}));
      ticket.get();
      assertThat(ticket.timeline().stints()).isEmpty();
      assertThat(ticket.timeline().admittedNanos())
          .isBetween(ticket.timeline().arrivalNanos(), ticket.timeline().startNanos());
    }
  }
}
