package org.curtail.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.curtail.policy.Sharing;
import org.curtail.signals.Counter;
import org.curtail.signals.EnginePhase;
import org.curtail.signals.Signals;
import org.curtail.signals.Stint;
import org.curtail.signals.TagSlot;
import org.curtail.signals.TagWords;
import org.curtail.signals.ThreadReading;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What threads tell of themselves: on an engine stepped by hand, and on real threads. */
@Timeout(300)
class StintsTest {
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

  // ---- Stepped.

  @Test
  void timesOfAdmissionHandOffAndServiceAreToldApart() {
    Curtail curtail =
        Curtail.with(new Sequential())
            .cores(1)
            .threads(1)
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
  void aRequestThatIsSetAsideHasAStintForEachTimeThatItGoesOn() {
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
      assertThat(timeline.timesAside()).isPositive();
      assertThat(timeline.stints()).hasSize(timeline.timesAside() + 1);
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
    var log = new StintLog();
    Thread thread = Thread.currentThread();
    for (int i = 0; i < 2 * StintLog.MOST_STINTS; i++) {
      log.put(null, Stint.unread(thread, 10L * i, 10L * i + 5, 1));
    }
    List<Stint> stints = log.until(Long.MAX_VALUE);
    assertThat(stints).hasSize(StintLog.MOST_STINTS);
    assertThat(stints.stream().mapToInt(Stint::chunks).sum()).isEqualTo(2 * StintLog.MOST_STINTS);
    assertThat(stints.getLast().doubtful()).isTrue();
    assertThat(log.until(7).getLast().wallNanos()).isZero();
  }

  // ---- On real threads.

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
      assertThat(stints.size()).isGreaterThan(timeline.timesAside());
      for (Stint stint : stints) {
        assertThat(stint.fromNanos()).isGreaterThanOrEqualTo(timeline.startNanos());
        assertThat(stint.toNanos()).isLessThanOrEqualTo(timeline.endNanos());
      }
      assertThat(timeline.admittedNanos())
          .isBetween(timeline.arrivalNanos(), timeline.startNanos());
    }
    assertThat(told.stream().mapToInt(Timeline::timesAside).sum()).isPositive();
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
    java.lang.management.ThreadMXBean threads = ManagementFactory.getThreadMXBean();
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
  void aThreadSaysWhatItDoesAndWhenItHasDoneNothing() throws Exception {
    Signals signals = real();
    var words = Collections.synchronizedList(new ArrayList<TagWords.Words>());
    Runnable note = () -> words.add(signals.tags().ofThread().words());
    var work =
        new RecordedWork(3, chunk -> note.run()) {
          @Override
          public void begin(int degree) {
            note.run();
          }

          @Override
          public Integer complete(List<List<Integer>> workers) {
            note.run();
            return super.complete(workers);
          }
        };
    try (Curtail curtail = Curtail.with(new Sequential()).cores(1).signals(signals).start()) {
      Ticket<Integer> ticket = curtail.submit(work);
      ticket.get();
      assertThat(words)
          .extracting(TagWords.Words::phase)
          .containsExactly(
              EnginePhase.BEGIN.number(),
              EnginePhase.CHUNKS.number(),
              EnginePhase.CHUNKS.number(),
              EnginePhase.CHUNKS.number(),
              EnginePhase.RESULT.number());
      assertThat(words).extracting(TagWords.Words::chunk).containsExactly(-1L, 0L, 1L, 2L, 2L);
      assertThat(words).allMatch(one -> one.request() == 1);
      assertThat(words)
          .allMatch(one -> one.arrivalNanos() == ticket.timeline().arrivalNanos())
          .allMatch(one -> one.startNanos() == ticket.timeline().startNanos());
      assertThat(words).isSortedAccordingTo(Comparator.comparingLong(TagWords.Words::count));
    }
    for (int slot = 0; slot < signals.tags().used(); slot++) {
      assertThat(signals.tags().tag(slot)).isZero();
    }
  }

  @Test
  void aRequestInsideAnotherOneIsToldOfAndThenTheOuterOneAgain() throws Exception {
    Signals signals = real();
    var outerAfter = new AtomicReference<TagWords.Words>();
    var inner = new AtomicReference<TagWords.Words>();
    var ended = Collections.synchronizedList(new ArrayList<Timeline>());
    var listener =
        new RequestListener() {
          @Override
          public void ended(long request, Timeline timeline) {
            ended.add(timeline);
          }
        };
    try (Curtail curtail =
        Curtail.with(new Sequential()).cores(1).signals(signals).listener(listener).start()) {
      curtail.run(
          new RecordedWork(
              1,
              chunk -> {
                TagSlot slot = signals.tags().ofThread();
                curtail.run(new RecordedWork(4, ignored -> inner.set(slot.words())));
                outerAfter.set(slot.words());
              }));
    }
    assertThat(inner.get().request()).isEqualTo(2);
    assertThat(inner.get().chunk()).isEqualTo(3);
    assertThat(outerAfter.get().request()).isEqualTo(1);
    assertThat(outerAfter.get().chunk()).isZero();
    assertThat(ended).extracting(one -> one.stints().size()).containsExactly(1, 1);
    assertThat(ended).extracting(one -> one.stints().getFirst().chunks()).containsExactly(4, 1);
    // A caller's slot is given back with its request.
    assertThat(signals.tags().owner(0)).isNull();
  }

  @Test
  void whoServesOutsideTheEngineHasAStintOfTimesOnly() throws Exception {
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
