package org.curtail.signals;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class TagTest {
  @AfterEach
  void end() {
    Tag.request(0);
  }

  /** The tag of this thread among the process's words. */
  private static TagWords.@Nullable Words ofThisThread() {
    for (int slot = 0; slot < Tag.words().used(); slot++) {
      if (Thread.currentThread().equals(Tag.words().owner(slot))) {
        return Tag.words().read(slot);
      }
    }
    return null;
  }

  private static long tag() {
    TagWords.Words words = ofThisThread();
    return words == null ? 0 : words.tag();
  }

  @Test
  void twoCallsSayWhatAThreadDoes() {
    Tag.request(42);
    assertThat(tag()).isEqualTo(TagWords.pack(42, 0));
    Tag.phase(3);
    assertThat(tag()).isEqualTo(TagWords.pack(42, 3));
    Tag.request(43);
    assertThat(tag()).isEqualTo(TagWords.pack(43, 0));
    Tag.request(0);
    assertThat(tag()).isZero();
    Tag.phase(4);
    assertThat(tag()).isZero();
    Tag.request(44);
    Tag.phase(65_536 + 9);
    assertThat(tag()).isEqualTo(TagWords.pack(44, 9));
  }

  @Test
  void aCallAllocatesNothing() {
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    tagOften();
    long beforeBytes = threads.getCurrentThreadAllocatedBytes();
    tagOften();
    long bytes = threads.getCurrentThreadAllocatedBytes() - beforeBytes;
    assertThat(bytes).isLessThan(1_000);
  }

  private static void tagOften() {
    for (int i = 1; i <= 10_000; i++) {
      Tag.request(i);
      Tag.phase(i & 7);
      Tag.request(0);
    }
  }

  @Test
  void virtualThreadsGiveTheirSlotsBack() throws Exception {
    Tag.request(1);
    Set<Long> tags = ConcurrentHashMap.newKeySet();
    var threads = new ArrayList<Thread>();
    for (int i = 2; i < 5_000; i++) {
      long id = i;
      threads.add(
          Thread.ofVirtual()
              .start(() -> {
                Tag.request(id);
                tags.add(tag());
                Tag.request(0);
              }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(tags).contains(TagWords.pack(2, 0), TagWords.pack(4_999, 0));
    for (int slot = 0; slot < Tag.words().used(); slot++) {
      Thread owner = Tag.words().owner(slot);
      assertThat(owner == null || !owner.isVirtual()).isTrue();
    }
  }

  @Test
  void aReportIsNotToldOfWhatBeganForAnEarlierOne() {
    Signals signals = Signals.of(() -> ThreadReading.ofWall(0), List.of());
    var requests = new ArrayList<Long>();
    try (Tag.Report earlier = Tag.report(signals, (stint, request) -> {})) {
      assertThat(earlier).isNotNull();
      Tag.request(5);
    }
    Tag.request(0);
    Tag.request(6);
    try (Tag.Report later = Tag.report(signals, (stint, request) -> requests.add(request))) {
      assertThat(later).isNotNull();
      Tag.request(7);
      Tag.request(0);
    }
    assertThat(requests).containsExactly(7L);
  }

  @Test
  void aListenerReceivesTheStintsOfTaggedThreads() {
    var machine = new SteppedMachine();
    Signals signals = Signals.ofCounters(() -> machine::read, machine::nanoTime, List.of());
    var stints = new ArrayList<Stint>();
    var requests = new ArrayList<Long>();
    try (Tag.Report report =
        Tag.report(
            signals,
            (stint, request) -> {
              requests.add(request);
              stints.add(stint);
            })) {
      assertThat(report).isNotNull();
      Tag.request(7);
      machine.computes(5_000);
      Tag.phase(2);
      Tag.request((1L << 60) | 8);
      machine.isBlocked(9_000);
      Tag.request(0);
      Tag.request(0);
    }
    Tag.request(9);
    Tag.request(0);
    assertThat(requests).containsExactly(7L, (1L << 60) | 8);
    // This machine counts cycles, so the phase is read, too.
    assertThat(stints.get(0).cpuNanos()).isEqualTo(5_000 + 2 * SteppedMachine.READ_NANOS);
    assertThat(stints.get(1).cpuNanos()).isEqualTo(SteppedMachine.READ_NANOS);
    assertThat(stints.get(1).wallNanos()).isEqualTo(9_000 + SteppedMachine.READ_NANOS);
    assertThat(stints.get(1).fromNanos()).isEqualTo(stints.get(0).toNanos());
    assertThat(new HashSet<>(stints.stream().map(Stint::threadId).toList()))
        .containsExactly(Thread.currentThread().threadId());
  }

  @Test
  void aListenerThatThrowsIsNotToldAgainAndTheServiceGoesOn() {
    Logger log = Logger.getLogger("org.curtail");
    var said = new AtomicReference<String>();
    log.setFilter(record -> {
      said.set(record.getMessage());
      return false;
    });
    try {
      var calls = new ArrayList<Long>();
      Signals signals = Signals.of(() -> ThreadReading.ofWall(0), List.of());
      Tag.report(
          signals,
          (stint, request) -> {
            calls.add(request);
            throw new IllegalStateException("full");
          });
      Tag.request(1);
      Tag.request(2);
      Tag.request(3);
      Tag.request(0);
      assertThat(calls).containsExactly(1L);
      assertThat(said.get()).contains("failed and is not called again");
    } finally {
      log.setFilter(null);
      log.setLevel((Level) null);
    }
  }
}
