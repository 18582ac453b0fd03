package org.curtail.diagnose;

import static java.util.Objects.requireNonNull;

import java.lang.management.ManagementFactory;
import java.util.concurrent.locks.LockSupport;
import org.curtail.signals.TagWords;

/**
 * A thread that looks at threads that serve requests, many times a second and without stopping
 * them: at their {@linkplain TagWords tag words}, and at their CPU clocks if it looks at most 5,000
 * times a second. Up to that rate it sleeps in between; above, it spins and takes a core of its
 * own. When it starts, it measures what a look takes. To be closed. Safe for all threads.
 *
 * <p>A thread that waits for a core shows as one whose tag stays the same while its CPU clock
 * stands still.
 */
public final class Observer implements AutoCloseable {
  /** Is told what was seen, on the observer's thread; should be quick. */
  @FunctionalInterface
  public interface Sink {
    /** One thread that serves a request, at one moment. */
    void seen(Sample sample);
  }

  /**
   * What observing took, and what it was worth.
   *
   * @param askedPerSecond looks that were asked for; NaN if it was left to the machine
   * @param chosenPerSecond looks that the machine can carry
   * @param seenPerSecond looks that there were
   * @param lookNanos what a look takes, by calibration
   * @param cpuShare of one core that the observer took; NaN where CPU time is not available
   * @param fidelity of the latest looks, with their pass rate
   */
  public record Report(
      double askedPerSecond,
      double chosenPerSecond,
      double seenPerSecond,
      long lookNanos,
      double cpuShare,
      Fidelity fidelity) {}

  private static final double SECOND = 1e9;

  private final Sink sink;
  private final Look look;
  private final double askedPerSecond;
  private final double chosenPerSecond;
  private final Calibration calibration;
  private final LookTimes times = new LookTimes();
  private final long startNanos = System.nanoTime();
  private final Thread thread;
  private volatile boolean closed;

  /** Of the observer's thread, once it has ended; -1 before. */
  private volatile long endCpuNanos = -1;

  private volatile long endNanos;

  private Observer(TagWords words, double askedPerSecond, Sink sink) {
    this.sink = requireNonNull(sink, "sink");
    this.askedPerSecond = askedPerSecond;
    look = new Look(words, !ObserverPace.spins(askedPerSecond));
    calibration = Calibration.of(look);
    chosenPerSecond =
        Double.isNaN(askedPerSecond)
            ? ObserverPace.fitting(
                calibration.lookNanos(),
                calibration.wakeNanos(),
                Runtime.getRuntime().availableProcessors())
            : Math.min(askedPerSecond, ObserverPace.most(calibration.lookNanos()));
    thread = Thread.ofPlatform().daemon().name("curtail-observer").unstarted(this::watch);
  }

  /** Begins to look, at the rate that the machine can carry without anybody noticing. */
  public static Observer start(TagWords words, Sink sink) {
    return begun(new Observer(words, Double.NaN, sink));
  }

  /**
   * Begins to look.
   *
   * @param perSecond looks, above 0; lowered if the machine cannot carry so many
   */
  public static Observer start(TagWords words, double perSecond, Sink sink) {
    if (!(perSecond > 0 && perSecond <= SECOND)) {
      throw new IllegalArgumentException("perSecond must be above 0 and at most 1e9: " + perSecond);
    }
    return begun(new Observer(words, perSecond, sink));
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
          .log(System.Logger.Level.ERROR, "the observer failed and looks no more", e);
    } finally {
      endNanos = System.nanoTime();
      endCpuNanos = Math.max(0, ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime());
    }
  }

  private void lookOn() {
    long periodNanos = Math.max(1, (long) (SECOND / chosenPerSecond));
    boolean spins = ObserverPace.spins(chosenPerSecond);
    long dueNanos = System.nanoTime();
    while (!closed) {
      look.take();
      times.add(look.beforeNanos(), look.afterNanos());
      look.tell(sink);
      dueNanos = next(dueNanos, periodNanos);
      waitUntil(dueNanos, spins);
    }
  }

  /** What was missed is not made up for. */
  private static long next(long dueNanos, long periodNanos) {
    long nowNanos = System.nanoTime();
    long nextNanos = dueNanos + periodNanos;
    return nowNanos - nextNanos > periodNanos ? nowNanos : nextNanos;
  }

  private void waitUntil(long dueNanos, boolean spins) {
    long leftNanos = dueNanos - System.nanoTime();
    while (leftNanos > 0 && !closed) {
      if (spins) {
        Thread.onSpinWait();
      } else {
        LockSupport.parkNanos(this, leftNanos);
      }
      leftNanos = dueNanos - System.nanoTime();
    }
  }

  /** Whether it still looks; no more once it was closed, or once its sink has failed. */
  public boolean isObserving() {
    return endCpuNanos < 0;
  }

  /** What observing has taken until now, or until it was closed. */
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

  /** Ends it; waits until its thread has ended. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
