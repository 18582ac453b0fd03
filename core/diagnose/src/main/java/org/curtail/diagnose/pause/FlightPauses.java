package org.curtail.diagnose.pause;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import jdk.jfr.Category;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingStream;

/**
 * Pauses of the JVM, from a stream of the Flight Recorder. Pauses arrive about a second late. The
 * Flight Recorder has a clock of its own. Some events have a reading of both clocks, so the
 * difference is known.
 */
final class FlightPauses implements AutoCloseable {
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  /** Most open safepoints; if there are more, the end of one was lost. */
  private static final int MOST_OPEN = 100;

  /** A moment on both clocks. */
  @Name("curtail.Clock")
  @Label("Clock")
  @Category("curtail")
  @StackTrace(false)
  @Enabled(false)
  static final class ClockEvent extends Event {
    @Label("Nano Time")
    long nanoTime;

    @Label("Number")
    long number;
  }

  private final RecordingStream stream = new RecordingStream();
  private final Consumer<Pause> to;
  private final AtomicLong marks = new AtomicLong();
  private long seenMark; // Guarded by this.

  // Used by the stream's thread.

  /** {@code System.nanoTime} minus the nanoseconds since the epoch. */
  private long aheadNanos;

  private boolean knowsClock;
  private final Map<Long, Long> safepointBegins = new HashMap<>();

  private FlightPauses(Consumer<Pause> to) {
    this.to = to;
    stream.setReuse(true);
    stream.setMaxAge(Duration.ofSeconds(10));
    stream.enable(ClockEvent.class).withoutThreshold();
    // The name also shows that this recording is for pauses only.
    stream.enable("curtail.Clock");
    for (String name : new String[] {"GCPhasePause", "SafepointBegin", "SafepointEnd"}) {
      stream.enable("jdk." + name).withoutThreshold().withoutStackTrace();
    }
    stream.onEvent("curtail.Clock", this::clock);
    stream.onEvent("jdk.GCPhasePause", this::collection);
    stream.onEvent("jdk.SafepointBegin", this::safepointBegins);
    stream.onEvent("jdk.SafepointEnd", this::safepointEnds);
    stream.onFlush(this::mark);
  }

  /** Begins to collect. */
  static FlightPauses start(Consumer<Pause> to) {
    var pauses = new FlightPauses(to);
    pauses.stream.startAsync();
    pauses.mark();
    return pauses;
  }

  /** Puts a moment on both clocks into the recording; returns its number. */
  private long mark() {
    var event = new ClockEvent();
    event.number = marks.incrementAndGet();
    event.begin();
    event.nanoTime = System.nanoTime();
    event.end();
    event.commit();
    return event.number;
  }

  /**
   * Waits until all pauses so far are known.
   *
   * @return false if that took longer
   */
  boolean await(long timeoutNanos) throws InterruptedException {
    long mark = mark();
    long untilNanos = System.nanoTime() + timeoutNanos;
    synchronized (this) {
      while (seenMark < mark) {
        long leftMillis = (untilNanos - System.nanoTime()) / 1_000_000;
        if (leftMillis <= 0) {
          return false;
        }
        wait(leftMillis);
      }
      return true;
    }
  }

  // ---- On the stream's thread.

  private void clock(RecordedEvent event) {
    long begin = epochNanos(event.getStartTime());
    long end = epochNanos(event.getEndTime());
    aheadNanos = event.getLong("nanoTime") - (begin + (end - begin) / 2);
    knowsClock = true;
    synchronized (this) {
      seenMark = Math.max(seenMark, event.getLong("number"));
      notifyAll();
    }
  }

  private void collection(RecordedEvent event) {
    tell(epochNanos(event.getStartTime()), epochNanos(event.getEndTime()), Pause.Kind.COLLECTOR);
  }

  private void safepointBegins(RecordedEvent event) {
    if (safepointBegins.size() >= MOST_OPEN) {
      safepointBegins.clear();
    }
    safepointBegins.put(event.getLong("safepointId"), epochNanos(event.getStartTime()));
  }

  private void safepointEnds(RecordedEvent event) {
    Long begin = safepointBegins.remove(event.getLong("safepointId"));
    if (begin != null) {
      tell(begin, epochNanos(event.getEndTime()), Pause.Kind.SAFEPOINT);
    }
  }

  private void tell(long begin, long end, Pause.Kind kind) {
    if (knowsClock && end >= begin) {
      to.accept(new Pause(begin + aheadNanos, end + aheadNanos, kind));
    }
  }

  private static long epochNanos(Instant moment) {
    return moment.getEpochSecond() * NANOS_PER_SECOND + moment.getNano();
  }

  @Override
  public void close() {
    stream.close();
  }
}
