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
 * Threads of an engine that are slower than the cores of this machine: a thread of speed s that has
 * computed for some CPU time should have taken that time over s, and waits between two chunks until
 * it has. It waits asleep, since a slow core must not burn a core that others need, so only where
 * it owes {@link #LEAST_PAUSE_NANOS} or more, or the request ends. What it slept too long, and time
 * for which it had no core, count as waited.
 *
 * <p>It is charged by the clock of CPU time: by any other, a thread that lost its core for a moment
 * would be late twice.
 *
 * <p>The machine needs as many cores as the speeds of all threads together. Safe for all threads.
 */
public final class SlowWorkers implements IntConsumer {
  /** A sleep that is shorter ends too late for its length. */
  static final long LEAST_PAUSE_NANOS = 200_000;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final SpeedMachine machine;
  private final LongSupplier cpuNanos;
  private final LongSupplier nanoTime;
  private final LongConsumer sleepUntilNanos;
  private final Map<Thread, Integer> classes = new ConcurrentHashMap<>();
  private final AtomicLongArray computedNanos;
  private final AtomicLongArray passedNanos;

  /** For an engine on these cores, whose {@link org.curtail.runtime.Setup#binding} this is. */
  public SlowWorkers(SpeedMachine machine) {
    this(machine, THREADS::getCurrentThreadCpuTime, System::nanoTime, SlowWorkers::sleepUntil);
  }

  /**
   * With other clocks.
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

  /** The calling thread is of this class from now on. */
  @Override
  public void accept(int speedClass) {
    classes.put(Thread.currentThread(), speedClass);
  }

  /** The same work, which takes the threads of this engine as long as their speeds say. */
  public <W, R> SharedWork<W, R> slowed(SharedWork<W, R> work) {
    return new SlowedWork<>(work, this);
  }

  /** The calling thread begins to serve a request, or goes on with one that others had. */
  Stint begin() {
    return new Stint(classes.getOrDefault(Thread.currentThread(), machine.fastest()));
  }

  /** Nothing was measured yet. While no request is served. */
  public void forget() {
    for (int k = 0; k < machine.classes().size(); k++) {
      computedNanos.set(k, 0);
      passedNanos.set(k, 0);
    }
  }

  /** What was measured since {@link #forget}, by class. */
  public List<Held> held() {
    return IntStream.range(0, machine.classes().size())
        .mapToObj(k -> new Held(computedNanos.get(k), passedNanos.get(k)))
        .toList();
  }

  /**
   * How fast threads of a class were.
   *
   * @param computedNanos CPU time that they spent on requests
   * @param passedNanos time for which they had requests
   */
  public record Held(long computedNanos, long passedNanos) {
    /** Both together. */
    Held plus(Held other) {
      return new Held(computedNanos + other.computedNanos, passedNanos + other.passedNanos);
    }

    /** The speed; NaN if they had nothing to do. */
    double speed() {
      return (double) computedNanos / passedNanos;
    }
  }

  private static void sleepUntil(long untilNanos) {
    // A thread that is interrupted is wanted elsewhere: its request ends at the next border.
    for (long left = untilNanos - System.nanoTime();
        left > 0 && !Thread.currentThread().isInterrupted();
        left = untilNanos - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  /** A thread's time with a request, without a break. For this thread. */
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

    /** Whether it is the calling thread's. */
    boolean isOwn() {
      return thread.equals(Thread.currentThread());
    }

    /** A chunk has ended: waits for what is owed, if that is worth a sleep. */
    void pay() {
      pay(LEAST_PAUSE_NANOS);
    }

    /** The request ends: waits for all that is owed. */
    void payAll() {
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
