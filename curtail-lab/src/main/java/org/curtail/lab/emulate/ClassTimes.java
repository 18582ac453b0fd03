package org.curtail.lab.emulate;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.LongStream;
import org.curtail.energy.EnergyAccount;
import org.curtail.runtime.RequestListener;
import org.curtail.runtime.Timeline;
import org.curtail.speed.SpeedMachine;

/**
 * For how long an engine's requests were on each class of cores, which makes their energy. The time
 * of a move counts for the class that was left.
 */
public final class ClassTimes implements RequestListener {
  private record Stay(int speedClass, long fromNanos) {}

  private final SpeedMachine machine;
  private final Map<Long, Stay> stays = new ConcurrentHashMap<>();
  private final AtomicLongArray nanos;
  private final AtomicLong moves = new AtomicLong();

  /** On these cores. */
  public ClassTimes(SpeedMachine machine) {
    this.machine = machine;
    nanos = new AtomicLongArray(machine.classes().size());
  }

  @Override
  public void placed(long request, long atNanos, int speedClass) {
    Stay before = stays.put(request, new Stay(speedClass, atNanos));
    if (before != null) {
      leaves(before, atNanos);
      moves.incrementAndGet();
    }
  }

  @Override
  public void ended(long request, Timeline timeline) {
    Stay last = stays.remove(request);
    if (last != null) {
      leaves(last, timeline.endNanos());
    }
  }

  private void leaves(Stay stay, long atNanos) {
    nanos.addAndGet(stay.speedClass, Math.max(0, atNanos - stay.fromNanos));
  }

  /** Nothing was used yet. While no request is served. */
  public void forget() {
    for (int k = 0; k < nanos.length(); k++) {
      nanos.set(k, 0);
    }
    moves.set(0);
  }

  /**
   * What was drawn, once all have ended.
   *
   * @param wallNanos from the begin to the last end, in this machine's time
   * @param scale of this machine's time for that of the profile
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
