package org.curtail.cli.diagnose.observer;

import static java.util.Objects.requireNonNull;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.curtail.benchkit.threads.Joined;
import org.curtail.diagnose.pause.JvmPauses;
import org.curtail.signals.TagWords;
import org.jspecify.annotations.Nullable;

/**
 * A thread that looks at serving threads many times a second, without stopping them. The observer
 * reads their {@linkplain TagWords tag words}, and their CPU clocks if it looks at most 5,000 times
 * a second. Up to that rate it sleeps between looks. At higher rates it spins on its own core.
 * Close it after use. Thread-safe.
 *
 * <p>On a virtual machine, where a wake-up costs 20 to 60 us of CPU time, {@value
 * #USUAL_PER_SECOND} looks a second cost 1 % of a core.
 *
 * <p>If a thread waits for a core, its tag stays the same and its CPU clock does not advance.
 */
public final class Observer implements AutoCloseable {
  /** Receives samples on the observer's thread; should be quick. */
  @FunctionalInterface
  public interface Sink {
    /** Receives the state of one serving thread at one moment. */
    void seen(Sample sample);
  }

  /**
   * Cost and quality of observing.
   *
   * @param chosenPerSecond wanted looks within the machine's limit
   * @param seenPerSecond actual looks
   * @param lookNanos time of a look; the median, so that interruptions do not count
   * @param cpuShare share of one core that the observer took; NaN if CPU time is not available
   * @param processShare share of the process's CPU time that the observer took; NaN if CPU time is
   *     not available
   * @param fidelity fidelity of the latest looks, with their pass rate
   */
  public record Report(
      double chosenPerSecond,
      double seenPerSecond,
      long lookNanos,
      double cpuShare,
      double processShare,
      Fidelity fidelity) {}

  /**
   * Usual rate, and the smallest one at which an observer notices stops of the process: the begin
   * of a stop is then as certain as with a heartbeat each 5 ms.
   */
  public static final double USUAL_PER_SECOND = 200;

  /**
   * Rate from which the observer spins. A sleep lasts about 60 us longer than wanted; above this
   * rate, that would be most of the interval.
   */
  private static final double SPINS_FROM = 5_000;

  private static final double SECOND = 1e9;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final OperatingSystemMXBean PROCESS =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private final Sink sink;
  private final Look look;
  private final double chosenPerSecond;

  /** Receiver of heartbeats of this thread; null for none. */
  private final @Nullable JvmPauses beaten;

  private final boolean spins;
  private final long lookNanos;
  private final LookTimes times = new LookTimes();
  private final long startNanos = System.nanoTime();
  private final long startProcessNanos = PROCESS.getProcessCpuTime();
  private final Thread thread;
  private volatile boolean closed;

  /** CPU time of the observer's thread after its end; -1 before. */
  private volatile long endCpuNanos = -1;

  private volatile long endNanos;
  private volatile long endProcessNanos;

  private Observer(TagWords words, double perSecond, Sink sink, @Nullable JvmPauses beaten) {
    this.sink = requireNonNull(sink, "sink");
    this.beaten = beaten;
    look = new Look(words, perSecond <= SPINS_FROM);
    lookNanos = look.typicalNanos();
    // At most half of the time is spent on looks.
    chosenPerSecond = Math.min(perSecond, SECOND / 2 / Math.max(1, lookNanos));
    spins = chosenPerSecond > SPINS_FROM;
    thread = Thread.ofPlatform().daemon().name("curtail-observer").unstarted(this::watch);
  }

  /**
   * Starts an observer.
   *
   * @param perSecond looks, above 0; lowered to the machine's limit
   */
  public static Observer start(TagWords words, double perSecond, Sink sink) {
    if (!(perSecond > 0 && perSecond <= SECOND)) {
      throw new IllegalArgumentException("perSecond must be above 0 and at most 1e9: " + perSecond);
    }
    return begun(new Observer(words, perSecond, sink, null));
  }

  /**
   * Starts an observer that also notices stops of the process.
   *
   * @param perSecond looks, at least {@link #USUAL_PER_SECOND}; lowered to the machine's limit
   * @param pauses pauses that have no heartbeat, and are closed after the observer
   */
  public static Observer start(TagWords words, double perSecond, Sink sink, JvmPauses pauses) {
    if (!(perSecond >= USUAL_PER_SECOND && perSecond <= SECOND)) {
      throw new IllegalArgumentException(
          "perSecond must be from %.0f to 1e9: %s".formatted(USUAL_PER_SECOND, perSecond));
    }
    return begun(new Observer(words, perSecond, sink, requireNonNull(pauses, "pauses")));
  }

  private static Observer begun(Observer observer) {
    observer.thread.start();
    return observer;
  }

  private void watch() {
    try {
      lookOn();
    } catch (Throwable e) {
      System.getLogger("org.curtail")
          .log(System.Logger.Level.ERROR, "the observer failed and has stopped", e);
    } finally {
      endNanos = System.nanoTime();
      endProcessNanos = PROCESS.getProcessCpuTime();
      endCpuNanos = Math.max(0, THREADS.getCurrentThreadCpuTime());
    }
  }

  private void lookOn() {
    ObserverBeats beats = beaten == null ? null : new ObserverBeats(beaten);
    long periodNanos = Math.max(1, (long) (SECOND / chosenPerSecond));
    long dueNanos = System.nanoTime();
    while (!closed) {
      look.take();
      times.add(look.beforeNanos(), look.afterNanos());
      look.tell(sink);
      dueNanos = next(dueNanos, periodNanos);
      long sleptNanos = waitUntil(dueNanos);
      if (beats != null) {
        beats.after(sleptNanos);
      }
    }
  }

  /** Time of the next look; missed looks are dropped. */
  private static long next(long dueNanos, long periodNanos) {
    long nowNanos = System.nanoTime();
    long nextNanos = dueNanos + periodNanos;
    return nowNanos - nextNanos > periodNanos ? nowNanos : nextNanos;
  }

  /** Waits; returns the wanted length of the sleep. */
  private long waitUntil(long dueNanos) {
    long leftNanos = dueNanos - System.nanoTime();
    long sleepNanos = spins ? 0 : Math.max(0, leftNanos);
    while (leftNanos > 0 && !closed) {
      if (spins) {
        Thread.onSpinWait();
      } else {
        LockSupport.parkNanos(this, leftNanos);
      }
      leftNanos = dueNanos - System.nanoTime();
    }
    return sleepNanos;
  }

  /** True while it observes; false after it was closed or its sink has failed. */
  public boolean isObserving() {
    return endCpuNanos < 0;
  }

  /** The report until now, or until the observer was closed. */
  public Report report() {
    boolean ended = endCpuNanos >= 0;
    double cpuNanos = ended ? endCpuNanos : THREADS.getThreadCpuTime(thread.threadId());
    double wallNanos = (ended ? endNanos : System.nanoTime()) - startNanos;
    double processNanos =
        (ended ? endProcessNanos : PROCESS.getProcessCpuTime()) - startProcessNanos;
    return new Report(
        chosenPerSecond,
        times.perSecond(),
        lookNanos,
        cpuNanos < 0 ? Double.NaN : cpuNanos / Math.max(1, wallNanos),
        cpuNanos < 0 || processNanos <= 0 ? Double.NaN : cpuNanos / processNanos,
        times.fidelity());
  }

  /** Stops the observer; waits until its thread has ended. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    Joined.join(List.of(thread));
  }
}
