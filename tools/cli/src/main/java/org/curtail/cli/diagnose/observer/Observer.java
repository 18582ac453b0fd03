package org.curtail.cli.diagnose.observer;

import static java.util.Objects.requireNonNull;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.curtail.benchkit.threads.Joined;
import org.curtail.signals.JvmPauses;
import org.curtail.signals.TagWords;
import org.jspecify.annotations.Nullable;

/**
 * A thread that looks at serving threads many times a second, without stopping them. The observer
 * reads their {@linkplain TagWords tag words}, and their CPU clocks if it looks at most 5,000 times
 * a second. Up to that rate it sleeps between looks. At higher rates it spins on its own core.
 * Close it after use. Thread-safe.
 *
 * <p>At its start, it measures the cost of a look and of a sleep. An automatic rate costs 0.75 % of
 * the CPU time of all cores, but is at least 200 looks a second. The rate is adapted each second.
 * On a virtual machine, where a wake-up costs 20 to 30 us of CPU time, it is about 300 looks a
 * second for each core.
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
   * @param askedPerSecond wanted looks; NaN for an automatic rate
   * @param chosenPerSecond looks within the machine's limit, by the latest measurement
   * @param seenPerSecond actual looks
   * @param lookNanos time of a look, by calibration
   * @param cpuShare share of one core that the observer took; NaN if CPU time is not available
   * @param fidelity fidelity of the latest looks, with their pass rate
   */
  public record Report(
      double askedPerSecond,
      double chosenPerSecond,
      double seenPerSecond,
      long lookNanos,
      double cpuShare,
      Fidelity fidelity) {}

  /**
   * Smallest rate of an observer that notices stops of the process. With fewer looks, the begin of
   * a stop would be too uncertain.
   */
  public static final double LEAST_PER_SECOND_FOR_STOPS = ObserverPace.LEAST_PER_SECOND;

  private static final double SECOND = 1e9;
  private static final int CORES = Runtime.getRuntime().availableProcessors();

  private final Sink sink;
  private final Look look;
  private final double askedPerSecond;
  private volatile double chosenPerSecond;

  /** Receiver of heartbeats of this thread; null for none. */
  private final @Nullable JvmPauses beaten;

  private final Calibration calibration;
  private final LookTimes times = new LookTimes();
  private final long startNanos = System.nanoTime();
  private final Thread thread;
  private volatile boolean closed;

  /** CPU time of the observer's thread after its end; -1 before. */
  private volatile long endCpuNanos = -1;

  private volatile long endNanos;

  private Observer(TagWords words, double askedPerSecond, Sink sink, @Nullable JvmPauses beaten) {
    this.sink = requireNonNull(sink, "sink");
    this.beaten = beaten;
    this.askedPerSecond = askedPerSecond;
    look = new Look(words, !ObserverPace.spins(askedPerSecond));
    calibration = Calibration.of(look);
    chosenPerSecond =
        Double.isNaN(askedPerSecond)
            ? ObserverPace.fitting(calibration.lookNanos(), calibration.wakeNanos(), CORES)
            : Math.min(askedPerSecond, ObserverPace.most(calibration.lookNanos()));
    thread = Thread.ofPlatform().daemon().name("curtail-observer").unstarted(this::watch);
  }

  /** Starts an observer at a rate without noticeable cost. */
  public static Observer start(TagWords words, Sink sink) {
    return begun(new Observer(words, Double.NaN, sink, null));
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
   * @param perSecond looks, at least {@link #LEAST_PER_SECOND_FOR_STOPS}; NaN for an automatic rate
   * @param pauses pauses that have no heartbeat, and are closed after the observer
   */
  public static Observer start(TagWords words, double perSecond, Sink sink, JvmPauses pauses) {
    if (!Double.isNaN(perSecond)
        && !(perSecond >= LEAST_PER_SECOND_FOR_STOPS && perSecond <= SECOND)) {
      throw new IllegalArgumentException(
          "perSecond must be from %.0f to 1e9, or NaN: %s"
              .formatted(LEAST_PER_SECOND_FOR_STOPS, perSecond));
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
      endCpuNanos = cpuNanos();
    }
  }

  private void lookOn() {
    boolean spins = ObserverPace.spins(chosenPerSecond);
    boolean adapts = Double.isNaN(askedPerSecond) && !spins;
    ObserverBeats beats = beaten == null ? null : new ObserverBeats(beaten);
    long periodNanos = periodNanos();
    long cpuNanos = cpuNanos();
    int looks = 0;
    long dueNanos = System.nanoTime();
    while (!closed) {
      look.take();
      times.add(look.beforeNanos(), look.afterNanos());
      look.tell(sink);
      if (adapts && ++looks >= chosenPerSecond) {
        adapt((cpuNanos() - cpuNanos) / looks);
        periodNanos = periodNanos();
        cpuNanos = cpuNanos();
        looks = 0;
      }
      dueNanos = next(dueNanos, periodNanos);
      long sleptNanos = waitUntil(dueNanos, spins);
      if (beats != null) {
        beats.after(sleptNanos);
      }
    }
  }

  private long periodNanos() {
    return Math.max(1, (long) (SECOND / chosenPerSecond));
  }

  private static long cpuNanos() {
    return Math.max(0, ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime());
  }

  /** Adapts the rate, because the cost of looks depends on other activity of the machine. */
  private void adapt(long eachNanos) {
    if (eachNanos > 0) {
      chosenPerSecond = ObserverPace.asleep(eachNanos, CORES);
    }
  }

  /** Time of the next look; missed looks are dropped. */
  private static long next(long dueNanos, long periodNanos) {
    long nowNanos = System.nanoTime();
    long nextNanos = dueNanos + periodNanos;
    return nowNanos - nextNanos > periodNanos ? nowNanos : nextNanos;
  }

  /** Waits; returns the wanted length of the sleep. */
  private long waitUntil(long dueNanos, boolean spins) {
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
    return new Report(
        askedPerSecond,
        chosenPerSecond,
        times.perSecond(),
        calibration.lookNanos(),
        cpuShare(),
        times.fidelity());
  }

  private double cpuShare() {
    long ended = endCpuNanos;
    long cpuNanos =
        ended >= 0
            ? ended
            : ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.threadId());
    long wallNanos = (ended >= 0 ? endNanos : System.nanoTime()) - startNanos;
    return cpuNanos < 0 ? Double.NaN : (double) cpuNanos / Math.max(1, wallNanos);
  }

  /** Stops the observer; waits until its thread has ended. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    Joined.join(List.of(thread));
  }
}
