package org.curtail.signals;

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
import org.jspecify.annotations.Nullable;

/**
 * Collects the times in which no thread of this JVM could compute: by the Flight Recorder where
 * there is one, else by the notifications of the collectors, which say whole milliseconds; and by a
 * heartbeat thread that notices when it slept for much longer than it wanted to, though it did not
 * wait for a core. Starts threads; to be closed. Safe for all threads.
 *
 * <p>The time that threads take to come to a safepoint counts as a part of it, though some still
 * compute. A stop is known to 2.5 ms, from 3 ms on where the kernel says how often a thread ran,
 * which tells it from a safepoint; else from 10 ms on, and during a safepoint it counts as a part
 * of that. One in the midst of a collection always counts as a part of the collection. The latest
 * 10,000 pauses are kept.
 */
public final class JvmPauses implements AutoCloseable {
  private static final long MOST_WAIT_NANOS = 10_000_000_000L;

  private static final Path PROC = Path.of("/proc");

  private final PauseLog log = new PauseLog(Beats.LEAST_STOP_NANOS, Beats.LEAST_SURE_STOP_NANOS);
  private final StolenTime stolen = new StolenTime(PROC);
  private final StopWitness witness;
  private final List<Signals.Rung> rungs;
  private final Beats beats;

  /** Null if another thread tells that it lives. */
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
   * As {@link #start(Signals)} without a thread for stops: a thread that wakes up often anyway
   * calls {@link #beat}. A thread that only sleeps takes 20 to 30 us of CPU time on a virtual
   * machine to be woken up.
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
   * Flight Recorder come about a second late, and until then such a pause may be taken for a stop:
   * see {@link #awaitKnown}.
   */
  public List<Pause> between(long fromNanos, long toNanos) {
    return log.between(fromNanos, toNanos);
  }

  /**
   * Waits until all pauses up to now are known: a second or two, ten at most.
   *
   * @return false if it took too long: some may be missing
   */
  public boolean awaitKnown() throws InterruptedException {
    return flight == null || flight.await(MOST_WAIT_NANOS);
  }

  /**
   * A thread lives, says that thread itself: always the same one, about every 5 ms, and each time
   * that it woke up late. If it was away for much longer than it slept, computed and waited for a
   * core, the process stood still. The first call only begins.
   *
   * @param asleepNanos for which it wanted to sleep since the last call; 0 if it did not sleep
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
   * Time that the hypervisor took from all cores together since the start, a fact about the
   * machine, not about a thread; -1 if the system does not say.
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

  /** A thread that sleeps for a short while, again and again, to notice stops. */
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

    /** Before it has read itself for the first time, it notices nothing. */
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

  /** Time that the hypervisor gave to others while this machine's cores had work to do. */
  static final class StolenTime {
    /** Of the fields of a line of {@code /proc/stat}: see proc_stat(5). */
    private static final int FIELDS_TO_STEAL = 8;

    /** The kernel tells all programs times in hundredths of a second, whatever its own clock. */
    private static final long NANOS_PER_TICK = 10_000_000;

    private final @Nullable ProcFile file;
    private final long atStartNanos;

    /**
     * From now on.
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

    /** Of all cores together since it was made; -1 if the system does not say. */
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

  /** Pauses of the collectors as they tell them themselves, in whole milliseconds. */
  static final class CollectorPauses implements AutoCloseable {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Consumer<Pause> to;

    /**
     * The moment at which the JVM was ready and the collectors' clock started. Its uptime counts
     * from earlier on.
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

    /** Concurrent collectors tell of their cycles, too, during which threads go on. */
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
          // Then it is not told any more either.
        }
      }
    }
  }
}
