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
 * <p>With {@link #report} threads read themselves, too, when a request begins and ends: some
 * microseconds each.
 */
public final class Tag {
  private static final TagWords WORDS = new TagWords(TagWords.DEFAULT_SLOTS);

  private static final AtomicReference<@Nullable Reporting> REPORTING = new AtomicReference<>();

  private Tag() {}

  /**
   * The current thread serves this request from now on, in phase 0.
   *
   * @param id any number that tells requests apart by its low 48 bits; 0 for none: the thread has
   *     done
   */
  public static void request(long id) {
    TagSlot slot = WORDS.ofThread();
    slot.request(id);
    Reporting to = REPORTING.getPlain();
    if (to != null) {
      slot.report(to, id);
    }
    if (id == 0) {
      WORDS.leave(slot);
    }
  }

  /**
   * What the current thread does for its request from now on. Does nothing if it serves none.
   *
   * @param phase 0 to 65,535, of which the meaning is yours
   */
  public static void phase(int phase) {
    WORDS.ofThread().phase(phase);
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
  public static AutoCloseable report(Signals signals, StintListener listener) {
    var reporting = new Reporting(signals.readings(), requireNonNull(listener, "listener"));
    REPORTING.set(reporting);
    return () -> stopReporting(reporting);
  }

  static void stopReporting(Reporting reporting) {
    REPORTING.compareAndSet(reporting, null);
  }
}
