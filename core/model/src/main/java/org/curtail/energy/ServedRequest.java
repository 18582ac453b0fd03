package org.curtail.energy;

import org.curtail.Prediction;
import org.curtail.speed.SpeedPolicy;
import org.curtail.speed.place.PlacedRequest;

/** A request of a run: its place and its remaining work. */
final class ServedRequest implements PlacedRequest {
  /** Rounding error of a remainder after several subtractions: far below a nanosecond. */
  private static final double ROUNDING_NANOS = 1e-3;

  final int index;
  final long arrivalNanos;
  private final double demandNanos;
  private final Prediction prediction;

  private int speedClass = NONE;
  private long startNanos;

  /** Remaining work when it came to its class; done from {@link #sinceNanos} on. */
  private double remainingNanos;

  private long sinceNanos;
  private double progress;
  private long endNanos = SpeedPolicy.Wish.NEVER;

  /** The present moment, for the policy. */
  private long nowNanos;

  private boolean oldest;

  ServedRequest(int index, long arrivalNanos, double demandNanos, Prediction prediction) {
    this.index = index;
    this.arrivalNanos = arrivalNanos;
    this.demandNanos = demandNanos;
    this.prediction = prediction;
    remainingNanos = demandNanos;
  }

  @Override
  public long arrivalNanos() {
    return arrivalNanos;
  }

  @Override
  public void seen(long atNanos, boolean isOldest) {
    nowNanos = atNanos;
    oldest = isOldest;
  }

  void start(int at, long now, double newProgress) {
    startNanos = now;
    put(at, now, newProgress);
  }

  void move(int to, long now, double newProgress, long delayNanos) {
    remainingNanos = remaining(now);
    put(to, now + delayNanos, newProgress);
  }

  private void put(int at, long since, double newProgress) {
    speedClass = at;
    sinceNanos = since;
    progress = newProgress;
    // Nothing changes until it moves, so its end is known, to the nanosecond that it fills.
    endNanos = since + (long) Math.ceil(remainingNanos / progress - ROUNDING_NANOS);
  }

  private double remaining(long now) {
    return Math.max(0, remainingNanos - Math.max(0, now - sinceNanos) * progress);
  }

  /** Returns its end if it stays where it is. */
  long endNanos() {
    return endNanos;
  }

  long startNanos() {
    return startNanos;
  }

  @Override
  public long ageNanos() {
    return nowNanos - arrivalNanos;
  }

  @Override
  public long servedNanos() {
    return speedClass == NONE ? 0 : nowNanos - startNanos;
  }

  @Override
  public double attainedNanos() {
    return speedClass == NONE ? 0 : demandNanos - remaining(nowNanos);
  }

  @Override
  public Prediction prediction() {
    return prediction;
  }

  @Override
  public int speedClass() {
    return speedClass;
  }

  @Override
  public boolean isOldest() {
    return oldest;
  }
}
