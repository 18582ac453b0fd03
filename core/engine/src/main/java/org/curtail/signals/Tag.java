package org.curtail.signals;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Says which request the current thread serves, in any Java service. An engine's threads say so by
 * themselves.
 *
 * <pre>{@code
 * Tag.request(id);
 * try {
 *   Tag.phase(1);   // look into the cache
 *   ...
 *   Tag.phase(2);   // make the answer
 *   ...
 * } finally {
 *   Tag.request(0);
 * }
 * }</pre>
 *
 * <p>A call allocates nothing and takes some nanoseconds (TagBenchmark), but for a thread's first
 * one, and those of virtual threads when they begin and end a request. Of more than 1,024 threads
 * at a time that have ever tagged something, the rest are not seen. Safe for all threads.
 *
 * <p>With {@link #report} threads read themselves, too, when a request begins and ends, and where
 * cycles of the processor are counted at each phase, too: some microseconds each.
 */
public final class Tag {
  private static final TagWords WORDS = new TagWords(TagWords.DEFAULT_SLOTS);

  private static final AtomicReference<@Nullable TagReport> REPORT = new AtomicReference<>();

  private static final ThreadLocal<@Nullable TagSlot> OWN = new ThreadLocal<>();

  private Tag() {}

  /**
   * The current thread serves this request from now on, in phase 0.
   *
   * @param id any number that tells requests apart by its low 48 bits; 0 for none: the thread has
   *     done
   */
  public static void request(long id) {
    TagSlot slot = own();
    slot.request(id);
    TagReport to = REPORT.getPlain();
    if (to != null) {
      slot.report(to, id);
    }
    if (id == 0 && Thread.currentThread().isVirtual()) {
      // There may be many, and slots are few.
      OWN.remove();
      slot.release();
    }
  }

  /**
   * What the current thread does for its request from now on. Does nothing if it serves none.
   *
   * @param phase 0 to 65,535, of which the meaning is yours; of others the low 16 bits are kept
   */
  public static void phase(int phase) {
    TagSlot slot = own();
    slot.phase(phase);
    TagReport to = REPORT.getPlain();
    if (to != null) {
      slot.reportPhase(to, phase);
    }
  }

  private static TagSlot own() {
    TagSlot known = OWN.get();
    return known == null ? claimed() : known;
  }

  private static TagSlot claimed() {
    TagSlot slot = WORDS.ofThread();
    OWN.set(slot);
    return slot;
  }

  /** What all threads of this process have said. */
  public static TagWords words() {
    return WORDS;
  }

  /**
   * From now on, has each thread read itself when it begins and ends a request, and tells of it.
   * One listener at a time: another one takes its place. One that throws is not told again.
   *
   * @param signals what is read, and how
   * @return closed to end it
   */
  public static TagReport report(Signals signals, StintListener listener) {
    var report = new TagReport(signals.readings(), requireNonNull(listener, "listener"));
    REPORT.set(report);
    return report;
  }

  static void stop(TagReport report) {
    REPORT.compareAndSet(report, null);
  }
}
