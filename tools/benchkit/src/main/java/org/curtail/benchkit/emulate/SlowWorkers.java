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
 * Makes threads of an engine slower than the cores of this machine. A thread of speed s that has
 * used a CPU time t must last for t / s; it sleeps between chunks for the rest. The thread sleeps
 * only if it owes {@link #LEAST_PAUSE_NANOS} or more, or at the end of the request. Excess sleep,
 * and time without a core, reduce the owed time.
 *
 * <p>The owed time follows from CPU time: otherwise a thread that lost its core would be delayed
 * twice.
 *
 * <p>The machine needs as many cores as the sum of all speeds. Thread-safe.
 */
public final class SlowWorkers implements IntConsumer {
  /** Shortest sleep: shorter sleeps would end relatively late. */
  static final long LEAST_PAUSE_NANOS = 200_000;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final SpeedMachine machine;
  private final LongSupplier cpuNanos;
  private final LongSupplier nanoTime;
  private final LongConsumer sleepUntilNanos;
  private final Map<Thread, Integer> classes = new ConcurrentHashMap<>();
  private final AtomicLongArray computedNanos;
  private final AtomicLongArray passedNanos;

  /** Creates the {@link org.curtail.runtime.Setup#binding} of an engine on these cores. */
  public SlowWorkers(SpeedMachine machine) {
    this(machine, THREADS::getCurrentThreadCpuTime, System::nanoTime, SlowWorkers::sleepUntil);
  }

  /**
   * Creates it with given clocks.
   *
   * @param cpuNanos CPU time of the calling thread
   * @param sleepUntilNanos sleeps until a moment of {@code nanoTime}, or a little longer
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

  /** Returns work that lasts as long as the speeds of the threads imply. */
  public <W, R> SharedWork<W, R> slowed(SharedWork<W, R> work) {
    return new SlowedWork<>(work, this);
  }

  /** Begins the calling thread's service of a request. */
  Stint begin() {
    return new Stint(classes.getOrDefault(Thread.currentThread(), machine.fastest()));
  }

  /** Resets all measurements. No request may be running. */
  public void forget() {
    for (int k = 0; k < machine.classes().size(); k++) {
      computedNanos.set(k, 0);
      passedNanos.set(k, 0);
    }
  }

  /** Returns measurements since {@link #forget}, by class. */
  public List<Held> held() {
    return IntStream.range(0, machine.classes().size())
        .mapToObj(k -> new Held(computedNanos.get(k), passedNanos.get(k)))
        .toList();
  }

  /**
   * Measured speed of the threads of a class.
   *
   * @param computedNanos CPU time for requests
   * @param passedNanos elapsed time with requests
   */
  public record Held(long computedNanos, long passedNanos) {
    /** Returns the sum of both. */
    Held plus(Held other) {
      return new Held(computedNanos + other.computedNanos, passedNanos + other.passedNanos);
    }

    /** Returns the speed; NaN if the threads were idle. */
    double speed() {
      return (double) computedNanos / passedNanos;
    }
  }

  private static void sleepUntil(long untilNanos) {
    // An interrupted thread does not sleep: its request ends at the next chunk border.
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

    /** True if this stint belongs to the calling thread. */
    boolean isOwn() {
      return thread.equals(Thread.currentThread());
    }

    /** Waits for the owed time after a chunk, if it is long enough for a sleep. */
    void pay() {
      pay(LEAST_PAUSE_NANOS);
    }

    /** Waits for all owed time at the end of the request. */
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
