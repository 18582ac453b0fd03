package org.curtail.diagnose.pause;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;
import org.curtail.signals.Counter;
import org.curtail.signals.Signals;
import org.curtail.signals.proc.ProcFile;
import org.jspecify.annotations.Nullable;

/**
 * Collects the times in which no thread of this JVM could compute. Pauses of the JVM come from the
 * Flight Recorder. Without a Flight Recorder, they come from the notifications of the garbage
 * collectors, in whole milliseconds. A heartbeat thread finds stops: it notices that it slept for
 * much longer than it wanted to, and did not wait for a core. Starts threads, so close it. Safe for
 * all threads.
 *
 * <p>The time in which threads come to a safepoint is a part of the safepoint, though some threads
 * still compute. The times of a stop are exact to 2.5 ms. If the kernel counts how often a thread
 * ran, stops are distinguished from safepoints, and found from 3 ms on. Otherwise stops are found
 * from 10 ms on, and a stop during a safepoint counts as a part of the safepoint. A stop during a
 * collection always counts as a part of the collection. The latest 10,000 pauses are kept.
 */
public final class JvmPauses implements AutoCloseable {
  private static final long MOST_WAIT_NANOS = 10_000_000_000L;

  private static final Path PROC = Path.of("/proc");

  private final PauseLog log = new PauseLog(Beats.LEAST_STOP_NANOS, Beats.LEAST_SURE_STOP_NANOS);
  private final StolenTime stolen = new StolenTime(PROC);
  private final StopWitness witness;
  private final List<Signals.Rung> rungs;
  private final Beats beats;

  /** Null if another thread calls {@link #beat}. */
  private final @Nullable Heartbeat heartbeat;

  /** Null without Flight Recorder. */
  private final @Nullable FlightPauses flight;

  private final @Nullable CollectorPauses collectors;

  private JvmPauses(Signals signals, boolean useFlightRecorder, boolean hasHeartbeat) {
    boolean hasRecorder = ModuleLayer.boot().findModule("jdk.jfr").isPresent();
    flight = useFlightRecorder && hasRecorder ? FlightPauses.start(log::add) : null;
    collectors = flight == null ? CollectorPauses.start(log::add) : null;
    rungs = List.of(collectorRung(), safepointRung(), stopRung(signals, hasHeartbeat));
    witness = StopWitness.start(PROC);
    beats = new Beats(signals.readings(), witness::ran, witness::isAboutToRun, log::add);
    heartbeat = hasHeartbeat ? Heartbeat.start(beats) : null;
  }

  /** Begins to collect. Takes some 100 ms if the Flight Recorder has to start. */
  public static JvmPauses start() {
    return start(Signals.probe());
  }

  /**
   * As {@link #start()}.
   *
   * @param signals the readings of the heartbeat's thread
   */
  public static JvmPauses start(Signals signals) {
    return new JvmPauses(signals, true, true);
  }

  /**
   * As {@link #start(Signals)}, but without a thread for stops. Instead, a thread that often wakes
   * up anyway calls {@link #beat}. On a virtual machine, each wake-up of a thread takes 20 to 30 us
   * of CPU time.
   *
   * @param signals the readings of that thread
   */
  public static JvmPauses startWithoutHeartbeat(Signals signals) {
    return new JvmPauses(signals, true, false);
  }

  static JvmPauses startWithoutFlightRecorder(Signals signals) {
    return new JvmPauses(signals, false, true);
  }

  private Signals.Rung collectorRung() {
    return flight == null
        ? Signals.Rung.available("collector pauses", "notifications of the collectors, to 1 ms", -1)
        : Signals.Rung.available("collector pauses", "Flight Recorder", -1);
  }

  private Signals.Rung safepointRung() {
    return flight == null
        ? Signals.Rung.missing("safepoints", "this Java has no Flight Recorder")
        : Signals.Rung.available("safepoints", "Flight Recorder", -1);
  }

  private static Signals.Rung stopRung(Signals signals, boolean hasHeartbeat) {
    return signals
        .rung(Counter.RUN_DELAY_NANOS)
        .filter(rung -> !rung.available())
        .map(rung ->
            Signals.Rung.missing(
                "stops",
                "a stop and a wait for a core look the same without run-queue delay: "
                    + rung.reason()))
        .orElse(
            Signals.Rung.available(
                "stops",
                hasHeartbeat ? "a heartbeat every 5 ms" : "a thread that looks often",
                -1));
  }

  /**
   * Returns the known pauses between two moments, readings of {@code System.nanoTime}, in order of
   * beginning. Pauses do not overlap, and end at the second moment at the latest. Events of the
   * Flight Recorder come about a second late. Until then, their pauses may look like stops: see
   * {@link #awaitKnown}.
   */
  public List<Pause> between(long fromNanos, long toNanos) {
    return log.between(fromNanos, toNanos);
  }

  /**
   * Waits until all pauses up to now are known: a second or two, ten at most.
   *
   * @return false if it took too long; then some pauses may be missing
   */
  public boolean awaitKnown() throws InterruptedException {
    return flight == null || flight.await(MOST_WAIT_NANOS);
  }

  /**
   * Notes that the calling thread lives. The calling thread must always be the same thread. The
   * thread calls this about every 5 ms, and each time that it woke up late. If it was away for much
   * longer than it slept, computed and waited for a core, the process was stopped. The first call
   * only takes a reading.
   *
   * @param asleepNanos time that the thread wanted to sleep since the last call; 0 if it did not
   *     sleep
   * @param lastSleepNanos the last one of these sleeps
   * @throws IllegalStateException if there is a thread for stops already
   */
  public void beat(long asleepNanos, long lastSleepNanos) {
    if (heartbeat != null) {
      throw new IllegalStateException("there is a heartbeat; use startWithoutHeartbeat");
    }
    beats.beat(asleepNanos, lastSleepNanos);
  }

  /** The sources of pauses, and the missing ones. */
  public List<Signals.Rung> rungs() {
    return rungs;
  }

  /**
   * Time that the hypervisor took from all cores together since the start; -1 if the system does
   * not say. This time is a value of the machine, not of a thread.
   */
  public long stealNanos() {
    return stolen.nanos();
  }

  @Override
  public void close() {
    if (heartbeat != null) {
      heartbeat.close();
    }
    if (flight != null) {
      flight.close();
    }
    if (collectors != null) {
      collectors.close();
    }
    witness.close();
  }

  /** A thread that sleeps for a short time, again and again, to notice stops. */
  static final class Heartbeat implements AutoCloseable {
    static final long PERIOD_NANOS = 5_000_000;

    private final Beats beats;
    private final Thread thread;
    private final CountDownLatch first = new CountDownLatch(1);
    private volatile boolean closed;

    private Heartbeat(Beats beats) {
      this.beats = beats;
      thread = new Thread(this::beat, "curtail-heartbeat");
      thread.setDaemon(true);
    }

    /** Begins to beat. */
    static Heartbeat start(Beats beats) {
      var heartbeat = new Heartbeat(beats);
      heartbeat.thread.start();
      heartbeat.awaitFirst();
      return heartbeat;
    }

    /** Waits for the thread's first reading, because the thread notices no stop before that. */
    private void awaitFirst() {
      boolean interrupted = false;
      while (first.getCount() > 0) {
        try {
          first.await();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }

    private void beat() {
      try {
        beats.beat(0, 0);
      } finally {
        first.countDown();
      }
      while (!closed) {
        LockSupport.parkNanos(this, PERIOD_NANOS);
        beats.beat(PERIOD_NANOS, PERIOD_NANOS);
      }
    }

    @Override
    public void close() {
      closed = true;
      LockSupport.unpark(thread);
    }
  }

  /** Time that the hypervisor gave to other machines while this machine's cores had work. */
  static final class StolenTime {
    /** Index of the field in a line of {@code /proc/stat}: see proc_stat(5). */
    private static final int FIELDS_TO_STEAL = 8;

    /** The kernel reports times in hundredths of a second, whatever its own clock. */
    private static final long NANOS_PER_TICK = 10_000_000;

    private final @Nullable ProcFile file;
    private final long atStartNanos;

    /**
     * Stolen time from now on.
     *
     * @param procRoot {@code /proc}
     */
    StolenTime(Path procRoot) {
      file = open(procRoot.resolve("stat"));
      atStartNanos = totalNanos();
    }

    private static @Nullable ProcFile open(Path path) {
      try {
        return new ProcFile(path);
      } catch (IOException e) {
        return null;
      }
    }

    /** Stolen time of all cores together since the start; -1 if the system does not say. */
    long nanos() {
      long nowNanos = totalNanos();
      return nowNanos < 0 || atStartNanos < 0 ? -1 : Math.max(nowNanos - atStartNanos, 0);
    }

    private synchronized long totalNanos() {
      if (file == null || !file.read()) {
        return -1;
      }
      file.skip(FIELDS_TO_STEAL);
      long ticks = file.number();
      return ticks < 0 ? -1 : ticks * NANOS_PER_TICK;
    }
  }

  /** Pauses of the garbage collectors from their own notifications, in whole milliseconds. */
  static final class CollectorPauses implements AutoCloseable {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Consumer<Pause> to;

    /**
     * The moment at which the JVM was ready and the collectors' clock started. The uptime of the
     * JVM begins earlier.
     */
    private final long startNanos;

    private final NotificationListener listener = (notification, handback) -> told(notification);
    private final List<NotificationEmitter> emitters = new ArrayList<>();

    private CollectorPauses(Consumer<Pause> to) {
      this.to = to;
      Instant start = Instant.ofEpochMilli(ManagementFactory.getRuntimeMXBean().getStartTime());
      startNanos = System.nanoTime() - Duration.between(start, Instant.now()).toNanos();
    }

    /** Begins to collect. */
    static CollectorPauses start(Consumer<Pause> to) {
      var pauses = new CollectorPauses(to);
      for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
        if (stopsThreads(bean.getName()) && bean instanceof NotificationEmitter emitter) {
          emitter.addNotificationListener(pauses.listener, null, null);
          pauses.emitters.add(emitter);
        }
      }
      return pauses;
    }

    /**
     * True if a collector stops all threads. Concurrent collectors also report their cycles, during
     * which threads go on.
     */
    static boolean stopsThreads(String collector) {
      return !collector.endsWith("Cycles");
    }

    private void told(Notification notification) {
      if (notification
              .getType()
              .equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)
          && notification.getUserData() instanceof CompositeData data) {
        var info = GarbageCollectionNotificationInfo.from(data).getGcInfo();
        long begin = startNanos + info.getStartTime() * NANOS_PER_MILLI;
        long nanos = Math.max(info.getEndTime() - info.getStartTime(), 0) * NANOS_PER_MILLI;
        to.accept(new Pause(begin, begin + nanos, Pause.Kind.COLLECTOR));
      }
    }

    @Override
    public void close() {
      for (NotificationEmitter emitter : emitters) {
        try {
          emitter.removeNotificationListener(listener);
        } catch (ListenerNotFoundException e) {
          // Then the collector does not notify it any more.
        }
      }
    }
  }
}
