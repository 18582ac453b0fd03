package org.curtail.benchkit.inject;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;
import org.curtail.diagnose.pause.Pause;

/**
 * Pauses by garbage collections that this package did not request, in whole milliseconds, from the
 * collectors' notifications. A diagnosis reads pauses from the Flight Recorder, so this source is
 * independent.
 */
final class CollectionTimes implements AutoCloseable {
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** Offset from the collectors' clock, which starts when the JVM is ready, to nanoTime. */
  private final long startNanos = startNanos();

  private final Queue<Pause> all = new ConcurrentLinkedQueue<>();
  private final NotificationListener listener = (notification, handback) -> told(notification);
  private final List<NotificationEmitter> emitters = new ArrayList<>();

  private CollectionTimes() {}

  /** Starts to listen for notifications. */
  static CollectionTimes start() {
    var times = new CollectionTimes();
    for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
      // Concurrent collectors also report cycles, which are no pauses.
      if (!bean.getName().endsWith("Cycles") && bean instanceof NotificationEmitter emitter) {
        emitter.addNotificationListener(times.listener, null, null);
        times.emitters.add(emitter);
      }
    }
    return times;
  }

  private static long startNanos() {
    Instant start = Instant.ofEpochMilli(ManagementFactory.getRuntimeMXBean().getStartTime());
    return System.nanoTime() - Duration.between(start, Instant.now()).toNanos();
  }

  private void told(Notification notification) {
    if (notification
            .getType()
            .equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)
        && notification.getUserData() instanceof CompositeData data) {
      var info = GarbageCollectionNotificationInfo.from(data).getGcInfo();
      long fromNanos = startNanos + info.getStartTime() * NANOS_PER_MILLI;
      long nanos = Math.max(0, info.getEndTime() - info.getStartTime()) * NANOS_PER_MILLI;
      all.add(new Pause(fromNanos, fromNanos + nanos, Pause.Kind.COLLECTOR));
    }
  }

  /** Returns all collections reported so far. Reports are slightly late. */
  List<Pause> soFar() {
    return List.copyOf(all);
  }

  @Override
  public void close() {
    for (NotificationEmitter emitter : emitters) {
      try {
        emitter.removeNotificationListener(listener);
      } catch (ListenerNotFoundException e) {
        // Then no further report arrives.
      }
    }
  }
}
