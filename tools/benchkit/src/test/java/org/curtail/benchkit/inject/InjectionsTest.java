package org.curtail.benchkit.inject;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.curtail.policy.Sequential;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.SharedWork;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Injections happen, and last for the recorded time. */
@Timeout(300)
class InjectionsTest {
  private static final long LENGTH_NANOS = 20_000_000;
  private static final int REQUEST = 7;

  @TempDir Path folder;

  /** Starts kinds; empty if this machine does not support them. */
  private Optional<Injections> start(InjectionKind... kinds) {
    try {
      return Optional.of(
          Injections.start(
              new InjectionSetting(List.of(kinds), 0.02, LENGTH_NANOS, 1),
              1,
              folder,
              request -> 1_000));
    } catch (InjectionUnavailableException e) {
      assertThat(e).hasMessageContaining("is not possible here: ");
      return Optional.empty();
    }
  }

  /** Serves a computing request on an engine, with an injection. */
  private static long serve(Injections injections) throws Exception {
    var computed = new AtomicInteger();
    var work =
        SharedWork.of(
            20,
            chunk -> {
              for (int i = 0; i < 50_000; i++) {
                computed.addAndGet(chunk % 2);
              }
              return 1;
            },
            Integer::sum);
    try (Curtail engine = Curtail.with(new Sequential()).cores(1).start()) {
      long fromNanos = System.nanoTime();
      assertThat(engine.submit(InjectedWork.of(work, REQUEST, true, injections)).get())
          .isEqualTo(20);
      return System.nanoTime() - fromNanos;
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = InjectionKind.class,
      names = {"CPU_HOG", "MEMORY_HOG", "COLLECTOR", "LOCK", "IO", "PAGE_FAULTS"})
  void whatIsDoneToARequestLiesWithinItAndIsNoLongerThanIt(InjectionKind kind) throws Exception {
    Optional<Injections> started = start(kind);
    assumeThat(started).as("%s on this machine", kind).isPresent();
    try (Injections injections = started.get()) {
      long tookNanos = serve(injections);

      assertThat(injections.records()).hasSize(1);
      InjectionRecord record = injections.records().getFirst();
      assertThat(record.kind()).isEqualTo(kind);
      assertThat(record.request()).isEqualTo(REQUEST);
      assertThat(record.nanos()).isBetween(0L, tookNanos);
      assertThat(record.toNanos() - record.fromNanos()).isLessThanOrEqualTo(tookNanos);
    }
  }

  @Test
  void aLockIsHeldForAsLongAsItShould() throws Exception {
    try (Injections injections = start(InjectionKind.LOCK).orElseThrow()) {
      long tookNanos = serve(injections);

      assertThat(tookNanos).isGreaterThan(LENGTH_NANOS);
      assertThat(injections.records().getFirst().nanos()).isGreaterThanOrEqualTo(LENGTH_NANOS);
    }
  }

  @Test
  void theCollectorCollects() throws Exception {
    try (Injections injections = start(InjectionKind.COLLECTOR).orElseThrow()) {
      long before = collections();
      serve(injections);

      assertThat(collections()).isGreaterThan(before);
    }
  }

  private static long collections() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionCount)
        .sum();
  }

  @Test
  void aStoppedProcessReadsNoClockWhileItStandsStill() throws Exception {
    Optional<Injections> started = start(InjectionKind.STOP);
    assumeThat(started).as("bash 5 on this machine").isPresent();
    Injections injections = started.get();
    long longestGapNanos = 0;
    try (injections) {
      long lastNanos = System.nanoTime();
      injections.begin(REQUEST, true);
      // Until it has been stopped: only a stop makes this thread stand still for so long at once,
      // and if another cause does, the gap is as real.
      while (injections.records().isEmpty()) {
        long nowNanos = System.nanoTime();
        longestGapNanos = Math.max(longestGapNanos, nowNanos - lastNanos);
        lastNanos = nowNanos;
        Thread.onSpinWait();
      }
      // The process may stop during the last check.
      longestGapNanos = Math.max(longestGapNanos, System.nanoTime() - lastNanos);
    }
    InjectionRecord record = injections.records().getFirst();

    assertThat(injections.records()).hasSize(1);
    assertThat(record.nanos()).isGreaterThanOrEqualTo(LENGTH_NANOS);
    assertThat(longestGapNanos).isGreaterThanOrEqualTo(LENGTH_NANOS);
  }

  @Test
  void severalCausesGoIntoTheSameRequest() throws Exception {
    try (Injections injections = start(InjectionKind.LOCK, InjectionKind.CPU_HOG).orElseThrow()) {
      serve(injections);

      assertThat(injections.records().stream().map(InjectionRecord::kind))
          .containsExactlyInAnyOrder(InjectionKind.LOCK, InjectionKind.CPU_HOG);
    }
  }

  @Test
  void aRequestIntoWhichNothingIsPutIsClockedAllTheSame() throws Exception {
    try (Injections injections = start(InjectionKind.LOCK).orElseThrow()) {
      var work = SharedWork.of(1, chunk -> 1, Integer::sum);
      long fromNanos = System.nanoTime();
      try (Curtail engine = Curtail.with(new Sequential()).cores(1).start()) {
        engine.submit(InjectedWork.of(work, REQUEST, false, injections)).get();
      }
      long toNanos = System.nanoTime();

      assertThat(injections.records()).isEmpty();
      Served served = requireNonNull(injections.served().get(REQUEST));
      assertThat(served.fromNanos()).isBetween(fromNanos, toNanos);
      assertThat(served.toNanos()).isBetween(served.fromNanos(), toNanos);
      assertThat(served.cpuNanos()).isBetween(0L, toNanos - fromNanos);
    }
  }

  @Test
  void collectionsAreToldWhenTheyHappen() throws Exception {
    try (Injections injections = start(InjectionKind.LOCK).orElseThrow()) {
      long fromNanos = System.nanoTime();
      System.gc();
      long toNanos = System.nanoTime();
      // Reported by another thread, a moment later. The clock of the collectors counts
      // milliseconds, and its start is known to one.
      while (injections.collections().stream()
          .noneMatch(
              it -> it.fromNanos() > fromNanos - 3_000_000 && it.toNanos() < toNanos + 3_000_000)) {
        Thread.onSpinWait();
      }
      assertThat(injections.collections()).isNotEmpty();
    }
  }

  @Test
  void everyKindIsKnownByItsLabel() {
    for (InjectionKind kind : InjectionKind.values()) {
      assertThat(InjectionKind.labelled(kind.label())).contains(kind);
    }
    assertThat(InjectionKind.labelled("CPU_HOG")).isEmpty();
    assertThat(InjectionKind.CPU_HOG.label()).isEqualTo("cpu-hog");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aPageThatWasGivenBackHoldsNothing() {
    var page = new ReturnedPage();
    for (int i = 0; i < 3; i++) {
      assertThat(page.use()).isTrue();
      assertThat(page.isUsed()).isFalse();
    }
  }
}
