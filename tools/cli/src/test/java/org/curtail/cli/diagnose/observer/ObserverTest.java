package org.curtail.cli.diagnose.observer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.curtail.diagnose.pause.JvmPauses;
import org.curtail.diagnose.pause.Pause;
import org.curtail.signals.Counter;
import org.curtail.signals.Signals;
import org.curtail.signals.TagWords;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An observer on real threads; no test depends on its speed. */
@Timeout(300)
class ObserverTest {
  /** A thread that serves one request until it is stopped. */
  private static final class Served implements AutoCloseable {
    private final AtomicBoolean stop = new AtomicBoolean();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final TagWords words;
    private final Thread thread;

    Served(TagWords words, long request, int phase) throws InterruptedException {
      this.words = words;
      thread = Thread.ofPlatform().start(() -> serve(request, phase));
      begun.await();
    }

    private void serve(long request, int phase) {
      int slot = words.claim(Thread.currentThread());
      words.tag(slot, TagWords.pack(request, phase));
      begun.countDown();
      long chunk = 0;
      while (!stop.get()) {
        words.chunk(slot, ++chunk);
        Thread.onSpinWait();
      }
      words.release(slot);
    }

    @Override
    public void close() {
      stop.set(true);
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Test
  void theObserverSeesWhatThreadsSayAndHowTheirClocksGoOn() throws Exception {
    var words = new TagWords(4);
    var seen = new ConcurrentLinkedQueue<Sample>();
    var enough = new CountDownLatch(100);
    try (var served = new Served(words, 42, 3);
        var observer =
            Observer.start(
                words,
                1_000,
                sample -> {
                  seen.add(sample);
                  enough.countDown();
                })) {
      enough.await();
      assertThat(served.thread.isAlive()).isTrue();
      Observer.Report report = observer.report();
      assertThat(report.chosenPerSecond()).isBetween(1.0, 1_000.0);
      assertThat(report.seenPerSecond()).isPositive();
      assertThat(report.lookNanos()).isPositive();
      assertThat(report.cpuShare()).isBetween(0.0, 1.5);
      assertThat(report.processShare()).isBetween(0.0, 1.0);
      assertThat(report.fidelity().intervals()).isGreaterThanOrEqualTo(98);
    }
    List<Sample> samples = List.copyOf(seen);
    Sample before = samples.getFirst();
    for (Sample sample : samples.subList(1, samples.size())) {
      assertThat(sample.request()).isEqualTo(42);
      assertThat(sample.phase()).isEqualTo(3);
      assertThat(sample.afterNanos()).isGreaterThanOrEqualTo(sample.beforeNanos());
      assertThat(sample.beforeNanos()).isGreaterThanOrEqualTo(before.afterNanos());
      assertThat(sample.count()).isGreaterThanOrEqualTo(before.count());
      assertThat(sample.cpuNanos()).isGreaterThanOrEqualTo(before.cpuNanos());
      before = sample;
    }
    assertThat(before.cpuNanos()).isPositive();
    assertThat(before.chunk()).isPositive();
  }

  @Test
  void aFastObserverSpinsAndReadsNoClocksOfOthers() throws Exception {
    var words = new TagWords(2);
    var seen = new ConcurrentLinkedQueue<Sample>();
    var enough = new CountDownLatch(200);
    try (var served = new Served(words, 7, 0);
        var observer =
            Observer.start(
                words,
                20_000,
                sample -> {
                  if (enough.getCount() > 0) {
                    seen.add(sample);
                  }
                  enough.countDown();
                })) {
      enough.await();
      assertThat(served.thread.isAlive()).isTrue();
      assertThat(observer.report().chosenPerSecond()).isLessThanOrEqualTo(20_000);
    }
    assertThat(seen).isNotEmpty().allMatch(sample -> sample.cpuNanos() == -1);
  }

  @Test
  void threadsThatServeNobodyAreNotToldOf() throws Exception {
    var words = new TagWords(2);
    words.claim(Thread.currentThread());
    var seen = new ConcurrentLinkedQueue<Sample>();
    try (var observer = Observer.start(words, 2_000, seen::add)) {
      while (observer.report().fidelity().intervals() < 20) {
        Thread.onSpinWait();
      }
    }
    assertThat(seen).isEmpty();
  }

  @Test
  void aSinkThatFailsEndsTheObserverAndNothingElse() throws Exception {
    var words = new TagWords(2);
    try (var served = new Served(words, 7, 0);
        var observer =
            Observer.start(
                words,
                200,
                sample -> {
                  throw new IllegalStateException("on purpose");
                })) {
      while (observer.isObserving()) {
        Thread.onSpinWait();
      }
      assertThat(served.thread.isAlive()).isTrue();
      assertThat(observer.report().cpuShare()).isNotNegative();
    }
  }

  @Test
  void anImpossibleRateIsRefused() {
    assertThatThrownBy(() -> Observer.start(new TagWords(1), 0, sample -> {}))
        .hasMessageContaining("perSecond");
  }

  @Test
  void anObserverNoticesStopsInPlaceOfAHeartbeat() throws Exception {
    Signals signals = Signals.probe();
    var words = new TagWords(1);
    try (JvmPauses pauses = JvmPauses.startWithoutHeartbeat(signals)) {
      assertThatThrownBy(() -> Observer.start(words, 100, sample -> {}, pauses))
          .hasMessageContaining("from 200");
      var beats = new AtomicInteger();
      // While the sink handles a sample, the observer does not look, as if it had been stopped.
      int slot = words.claim(Thread.currentThread());
      words.tag(slot, TagWords.pack(1, 0));
      long fromNanos = System.nanoTime();
      try (var observer =
          Observer.start(
              words,
              1_000,
              sample -> {
                if (beats.incrementAndGet() == 30) {
                  LockSupport.parkNanos(100_000_000);
                }
              },
              pauses)) {
        while (beats.get() < 60) {
          Thread.onSpinWait();
        }
        assertThat(observer.isObserving()).isTrue();
      }
      List<Pause> stops =
          pauses.between(fromNanos, System.nanoTime()).stream()
              .filter(pause -> pause.kind() == Pause.Kind.STOPPED)
              .toList();
      boolean canKnow =
          signals.rung(Counter.RUN_DELAY_NANOS).filter(Signals.Rung::available).isPresent();
      assertThat(stops.stream().mapToLong(Pause::nanos).sum() >= 90_000_000).isEqualTo(canKnow);
    }
    try (JvmPauses pauses = JvmPauses.start(signals)) {
      assertThatThrownBy(() -> pauses.beat(0, 0)).hasMessageContaining("startWithoutHeartbeat");
    }
  }

  @Test
  void theLatestTimesOfManyLooksAreKeptInOrder() {
    var times = new LookTimes();
    for (int i = 0; i < 10_000; i++) {
      times.add(i * 10_000L, i * 10_000L + 80);
    }
    Fidelity fidelity = times.fidelity();
    assertThat(fidelity.intervals()).isEqualTo(4_095);
    assertThat(fidelity.passRate()).isEqualTo(1);
    assertThat(times.perSecond()).isEqualTo(100_000);
  }
}
