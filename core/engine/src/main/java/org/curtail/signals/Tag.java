package org.curtail.signals;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Publishes which request the current thread serves, in any Java service. The threads of an engine
 * do this by themselves.
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
 * <p>A call takes some nanoseconds and allocates nothing (TagBenchmark). There are two exceptions:
 * the first call of a thread, and calls of virtual threads that begin or end a request. At most
 * 1,024 living threads with tags are seen at a time; further threads are not seen. Safe for all
 * threads.
 *
 * <p>With {@link #report}, threads also read themselves when a request begins and ends. If cycles
 * of the processor are counted, threads also read themselves at each phase. A reading takes some
 * microseconds.
 */
public final class Tag {
  private static final TagWords WORDS = new TagWords(TagWords.DEFAULT_SLOTS);

  private static final AtomicReference<@Nullable Report> REPORT = new AtomicReference<>();

  private static final ThreadLocal<TagWords.@Nullable Slot> OWN = new ThreadLocal<>();

  private Tag() {}

  /**
   * Publishes that the current thread serves this request from now on, in phase 0.
   *
   * @param id number of the request, distinct in its low 48 bits; 0 at the end of the request
   */
  public static void request(long id) {
    TagWords.Slot slot = own();
    slot.request(id);
    Report to = REPORT.getPlain();
    if (to != null) {
      slot.report(to, id);
    }
    if (id == 0 && Thread.currentThread().isVirtual()) {
      // There may be many virtual threads, and slots are few.
      OWN.remove();
      slot.release();
    }
  }

  /**
   * Sets the phase of the current thread. Does nothing if it serves no request.
   *
   * @param phase 0 to 65,535, with your own meaning; only the low 16 bits are kept
   */
  public static void phase(int phase) {
    TagWords.Slot slot = own();
    slot.phase(phase);
    Report to = REPORT.getPlain();
    if (to != null) {
      slot.reportPhase(to, phase);
    }
  }

  private static TagWords.Slot own() {
    TagWords.Slot known = OWN.get();
    return known == null ? claimed() : known;
  }

  private static TagWords.Slot claimed() {
    TagWords.Slot slot = WORDS.ofThread();
    OWN.set(slot);
    return slot;
  }

  /** The tags of all threads of this process. */
  public static TagWords words() {
    return WORDS;
  }

  /**
   * Makes each thread read itself when it begins and ends a request, and reports its stints. There
   * is one listener at a time: a new one replaces it. A listener that throws is not called again.
   *
   * @param signals the readings
   * @param listener receives a stint and the number of its {@link #request}, when a thread ends a
   *     request or begins another one. The listener is called on that thread, so it should be quick
   * @return the report; closing it ends the readings
   */
  public static Report report(Signals signals, ObjLongConsumer<Stint> listener) {
    var report = new Report(signals.readings(), requireNonNull(listener, "listener"));
    REPORT.set(report);
    return report;
  }

  static void stop(Report report) {
    REPORT.compareAndSet(report, null);
  }

  /** Reports of the stints of {@linkplain Tag tagged} threads, until this is closed. */
  public static final class Report implements AutoCloseable {
    private final Supplier<ThreadReading> readings;
    private final ObjLongConsumer<Stint> listener;

    Report(Supplier<ThreadReading> readings, ObjLongConsumer<Stint> listener) {
      this.readings = readings;
      this.listener = listener;
    }

    /** Returns the counts of the current thread. */
    ThreadReading read() {
      return readings.get();
    }

    /** Calls the listener, but not again after it has thrown. */
    void served(long request, Stint stint) {
      try {
        listener.accept(stint, request);
      } catch (Throwable e) {
        close();
        System.getLogger("org.curtail")
            .log(
                System.Logger.Level.ERROR,
                "listener " + listener.getClass().getName() + " failed and is not called again",
                e);
      }
    }

    @Override
    public void close() {
      Tag.stop(this);
    }
  }
}
