package org.curtail.benchkit.emulate;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.curtail.runtime.SharedWork;
import org.curtail.speed.SpeedMachine;

/**
 * Makes threads of an engine slower than the cores of this machine: a thread of speed s that has
 * computed for some CPU time should have taken that time over s, and waits between two chunks for
 * the rest. It waits asleep, since a slow core must not use a core that others need, so only when
 * it owes {@link #LEAST_PAUSE_NANOS} or more, or the request ends. Excess sleep, and time without a
 * core, count as waited.
 *
 * <p>The charge follows the clock of CPU time: with any other clock, a thread that lost its core
 * for a moment would be late twice.
 *
 * <p>The machine needs as many cores as the speeds of all threads together. Thread-safe.
 */
public final class SlowWorkers implements IntConsumer {
  /** Shortest sleep; a shorter one would end too late for its length. */
  static final long LEAST_PAUSE_NANOS = 200_000;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final SpeedMachine machine;
  private final LongSupplier cpuNanos;
  private final LongSupplier nanoTime;
  private final LongConsumer sleepUntilNanos;
  private final Map<Thread, Integer> classes = new ConcurrentHashMap<>();
  private final AtomicLongArray computedNanos;
  private final AtomicLongArray passedNanos;

  /**
   * Creates it for an engine on these cores; it is the engine's {@link
   * org.curtail.runtime.Setup#binding}.
   */
  public SlowWorkers(SpeedMachine machine) {
    this(machine, THREADS::getCurrentThreadCpuTime, System::nanoTime, SlowWorkers::sleepUntil);
  }

  /**
   * Creates it with other clocks.
   *
   * @param cpuNanos CPU time of the calling thread
   * @param sleepUntilNanos returns at this moment of {@code nanoTime} or a little later
   */
  SlowWorkers(
      SpeedMachine machine,
      LongSupplier cpuNanos,
      LongSupplier nanoTime,
      LongConsumer sleepUntilNanos) {
    this.machine = machine;
    this.cpuNanos = cpuNanos;
    this.nanoTime = nanoTime;
    this.sleepUntilNanos = sleepUntilNanos;
    computedNanos = new AtomicLongArray(machine.classes().size());
    passedNanos = new AtomicLongArray(machine.classes().size());
  }

  /** Assigns the calling thread to a class from now on. */
  @Override
  public void accept(int speedClass) {
    classes.put(Thread.currentThread(), speedClass);
  }

  /** Wraps work so that threads of this engine take as long as their speeds imply. */
  public <W, R> SharedWork<W, R> slowed(SharedWork<W, R> work) {
    return new SlowedWork<>(work, this);
  }

  /** Begins the calling thread's service of a request, new or continued from other threads. */
  Stint begin() {
    return new Stint(classes.getOrDefault(Thread.currentThread(), machine.fastest()));
  }

  /** Resets all measurements. Call it only while no request is served. */
  public void forget() {
    for (int k = 0; k < machine.classes().size(); k++) {
      computedNanos.set(k, 0);
      passedNanos.set(k, 0);
    }
  }

  /** Measurements since {@link #forget}, by class. */
  public List<Held> held() {
    return IntStream.range(0, machine.classes().size())
        .mapToObj(k -> new Held(computedNanos.get(k), passedNanos.get(k)))
        .toList();
  }

  /**
   * Measured speed of the threads of a class.
   *
   * @param computedNanos CPU time that they spent on requests
   * @param passedNanos time for which they had requests
   */
  public record Held(long computedNanos, long passedNanos) {
    /** Returns the sum of both. */
    Held plus(Held other) {
      return new Held(computedNanos + other.computedNanos, passedNanos + other.passedNanos);
    }

    /** The speed; NaN if the threads were idle. */
    double speed() {
      return (double) computedNanos / passedNanos;
    }
  }

  private static void sleepUntil(long untilNanos) {
    // An interrupted thread is needed elsewhere: its request ends at the next border.
    for (long left = untilNanos - System.nanoTime();
        left > 0 && !Thread.currentThread().isInterrupted();
        left = untilNanos - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  /** A thread's uninterrupted time with a request. For this thread only. */
  final class Stint {
    private final Thread thread = Thread.currentThread();
    private final int speedClass;
    private final long beginNanos = nanoTime.getAsLong();
    private final long beginCpuNanos = cpuNanos.getAsLong();
    private long countedNanos = beginNanos;
    private long countedCpuNanos = beginCpuNanos;

    private Stint(int speedClass) {
      this.speedClass = speedClass;
    }

    /** True if it belongs to the calling thread. */
    boolean isOwn() {
      return thread.equals(Thread.currentThread());
    }

    /** After a chunk: waits for the time owed, if that is worth a sleep. */
    void pay() {
      pay(LEAST_PAUSE_NANOS);
    }

    /** At the end of the request: waits for all time owed. */
    void waitForAll() {
      pay(1);
    }

    private void pay(long leastNanos) {
      long cpu = cpuNanos.getAsLong();
      double dueNanos = (cpu - beginCpuNanos) / machine.progress(speedClass);
      long untilNanos = beginNanos + Math.round(dueNanos);
      if (untilNanos - nanoTime.getAsLong() >= leastNanos) {
        sleepUntilNanos.accept(untilNanos);
      }
      long now = nanoTime.getAsLong();
      computedNanos.addAndGet(speedClass, cpu - countedCpuNanos);
      passedNanos.addAndGet(speedClass, now - countedNanos);
      countedCpuNanos = cpu;
      countedNanos = now;
    }
  }
}
