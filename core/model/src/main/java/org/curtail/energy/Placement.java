package org.curtail.energy;

import java.util.ArrayList;
import java.util.List;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;
import org.curtail.speed.SpeedWish;
import org.curtail.speed.place.SpeedAllocator;
import org.curtail.speed.place.SpeedEnforcer;
import org.jspecify.annotations.Nullable;

/** The requests of a run, which a {@link SpeedAllocator} puts on classes. */
final class Placement implements SpeedEnforcer<ServedRequest> {
  private final SpeedMachine machine;
  private final PowerMeter meter;
  private final Witness witness;
  private final SpeedAllocator<ServedRequest> allocator;

  /** By class: {@link SpeedMachine#progress}. */
  private final double[] progress;

  /** All that have arrived, in their order; those before {@link #started} have started. */
  private final List<ServedRequest> arrived = new ArrayList<>();

  private int started;

  /** When the policy wants to be asked again though nothing happens. */
  private long nextAskNanos = SpeedWish.NEVER;

  Placement(SpeedMachine machine, PowerMeter meter, Witness witness, SpeedPolicy policy) {
    this.machine = machine;
    this.meter = meter;
    this.witness = witness;
    allocator = new SpeedAllocator<>(machine, policy, this);
    progress = new double[machine.classes().size()];
    for (int k = 0; k < progress.length; k++) {
      progress[k] = machine.progress(k);
    }
  }

  void serveBy(SpeedPolicy next) {
    allocator.serveBy(next);
  }

  void arrive(ServedRequest request) {
    arrived.add(request);
  }

  /** Those that run, in order of arrival. */
  List<ServedRequest> served() {
    return allocator.served();
  }

  /** When the first of those that run ends; NEVER if none runs. */
  long nextEndNanos() {
    long next = SpeedWish.NEVER;
    for (ServedRequest request : served()) {
      next = Math.min(next, request.endNanos());
    }
    return next;
  }

  long nextAskNanos() {
    return nextAskNanos;
  }

  /** A request that ran has ended. */
  void exit(ServedRequest request) {
    allocator.end(request);
    meter.end(request.speedClass());
  }

  /** Puts everybody where the policy wants them, as far as there is room. */
  void place(long now) {
    allocator.place(now);
    boolean changed;
    do {
      changed = allocator.startNext(now);
    } while (changed);
    nextAskNanos = allocator.nextAskNanos();
  }

  @Override
  public int waiting() {
    return arrived.size() - started;
  }

  @Override
  public @Nullable ServedRequest next() {
    return waiting() == 0 ? null : arrived.get(started);
  }

  @Override
  public long waitingArrivalNanos(int place) {
    return arrived.get(started + place).arrivalNanos;
  }

  @Override
  public void start(ServedRequest request, int speedClass, long nowNanos) {
    started++;
    request.start(speedClass, nowNanos, progress[speedClass]);
    meter.begin(speedClass);
    witness.started(request.index, speedClass, nowNanos);
  }

  @Override
  public void move(ServedRequest request, int speedClass, long nowNanos) {
    int from = request.speedClass();
    request.move(speedClass, nowNanos, progress[speedClass], machine.moving().delayNanos());
    meter.move(from, speedClass);
    witness.moved(request.index, from, speedClass, nowNanos);
  }
}
