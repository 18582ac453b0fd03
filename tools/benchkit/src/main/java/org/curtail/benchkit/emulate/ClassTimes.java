package org.curtail.benchkit.emulate;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.LongStream;
import org.curtail.energy.EnergyAccount;
import org.curtail.runtime.RequestListener;
import org.curtail.runtime.Timeline;
import org.curtail.speed.SpeedMachine;
import org.jspecify.annotations.Nullable;

/**
 * Meter of the time that an engine's threads spend on each class of cores. This time gives the
 * energy.
 */
public final class ClassTimes implements RequestListener {
  private record Stay(long request, int speedClass, long fromNanos) {}

  private final SpeedMachine machine;

  /** Present stays, by thread. */
  private final Map<Integer, Stay> stays = new ConcurrentHashMap<>();

  private final AtomicLongArray nanos;
  private final AtomicLong moves = new AtomicLong();

  /** Creates a listener for these cores. */
  public ClassTimes(SpeedMachine machine) {
    this.machine = machine;
    nanos = new AtomicLongArray(machine.classes().size());
  }

  @Override
  public void placed(long request, long atNanos, int thread, int speedClass, int fromClass) {
    // The request ended before its thread reported the departure.
    leaves(stays.put(thread, new Stay(request, speedClass, atNanos)), atNanos);
    if (fromClass >= 0 && fromClass != speedClass) {
      moves.incrementAndGet();
    }
  }

  @Override
  public void left(long request, long atNanos, int thread) {
    leaves(stays.remove(thread), atNanos);
  }

  @Override
  public void ended(long request, Timeline timeline) {
    stays.forEach((thread, stay) -> {
      if (stay.request == request && stays.remove(thread, stay)) {
        leaves(stay, timeline.endNanos());
      }
    });
  }

  private void leaves(@Nullable Stay stay, long atNanos) {
    if (stay != null) {
      nanos.addAndGet(stay.speedClass, Math.max(0, atNanos - stay.fromNanos));
    }
  }

  /** Resets all times. No request may be running. */
  public void forget() {
    for (int k = 0; k < nanos.length(); k++) {
      nanos.set(k, 0);
    }
    moves.set(0);
  }

  /**
   * Returns the used energy. All requests must have ended.
   *
   * @param wallNanos time from the begin to the last end, in this machine's time
   * @param scale ratio of this machine's time to the profile's time
   */
  public EnergyAccount account(long wallNanos, double scale) {
    return new EnergyAccount(
        machine,
        Math.round(wallNanos / scale),
        LongStream.range(0, nanos.length())
            .map(k -> Math.round(nanos.get((int) k) / scale))
            .boxed()
            .toList(),
        moves.get());
  }
}
