package org.curtail.cli.diagnose.observer;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import org.curtail.Percentile;
import org.curtail.signals.TagWords;
import org.jspecify.annotations.Nullable;

/**
 * Looks once at all threads that serve requests. Reads memory and, if wanted, their CPU clocks. A
 * look stops no thread. Reading a performance counter of another thread would stop it. For one
 * thread.
 */
final class Look {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private static final int CALIBRATING = 1_000;

  private final TagWords words;
  private final boolean readsCpu;
  private final TagWords.@Nullable Words[] seen;
  private final long[] cpuNanos;
  private long beforeNanos;
  private long afterNanos;
  private int slots;

  Look(TagWords words, boolean readsCpu) {
    this.words = words;
    this.readsCpu = readsCpu && THREADS.isThreadCpuTimeSupported();
    seen = new TagWords.@Nullable Words[words.slots()];
    cpuNanos = new long[words.slots()];
  }

  long beforeNanos() {
    return beforeNanos;
  }

  long afterNanos() {
    return afterNanos;
  }

  /** Measures the time of a look, in some milliseconds. */
  long typicalNanos() {
    double[] nanos = new double[CALIBRATING];
    for (int i = 0; i < CALIBRATING; i++) {
      take();
      nanos[i] = (double) (afterNanos - beforeNanos);
    }
    Arrays.sort(nanos);
    return (long) Percentile.of(nanos, 50);
  }

  void take() {
    slots = words.used();
    beforeNanos = System.nanoTime();
    for (int slot = 0; slot < slots; slot++) {
      seen[slot] = words.tag(slot) == 0 ? null : words.read(slot);
      if (readsCpu && seen[slot] != null) {
        cpuNanos[slot] = cpuNanos(slot);
      }
    }
    afterNanos = System.nanoTime();
  }

  private long cpuNanos(int slot) {
    Thread owner = words.owner(slot);
    return owner == null || owner.isVirtual() ? -1 : THREADS.getThreadCpuTime(owner.threadId());
  }

  /** Passes samples of serving threads to a sink. */
  void tell(Observer.Sink sink) {
    for (int slot = 0; slot < slots; slot++) {
      TagWords.Words found = seen[slot];
      if (found != null && found.tag() != 0) {
        sink.seen(
            new Sample(
                beforeNanos,
                afterNanos,
                slot,
                found.request(),
                found.phase(),
                found.chunk(),
                found.arrivalNanos(),
                found.startNanos(),
                found.count(),
                readsCpu ? cpuNanos[slot] : -1));
      }
    }
  }
}
