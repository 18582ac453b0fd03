package org.curtail.signals;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/** Pauses of the collectors as they tell them themselves, in whole milliseconds. */
final class CollectorPauses implements AutoCloseable {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Consumer<Pause> to;

  /**
   * When the JVM was ready, which is when the collectors' clock started. Its uptime counts from
   * earlier on.
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
