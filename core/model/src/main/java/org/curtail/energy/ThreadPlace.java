package org.curtail.energy;

import org.curtail.Prediction;
import org.curtail.speed.SpeedPolicy;
import org.curtail.speed.place.PlacedThread;

/**
 * A thread of a request with several threads, and its core. It takes the part of a request for the
 * policy of speeds and for the allocator.
 */
final class ThreadPlace implements PlacedThread {
  final ThreadedRequest request;
  private int speedClass = NONE;
  private double progress;

  /** Time at which it reaches its core. */
  private long worksFromNanos;

  /** The present moment, for the policy. */
  private long nowNanos;

  private boolean oldest;

  ThreadPlace(ThreadedRequest request) {
    this.request = request;
  }

  /** Puts it on a core of this class, on which it computes from a moment on. */
  void put(int at, double newProgress, long fromNanos) {
    speedClass = at;
    progress = newProgress;
    worksFromNanos = fromNanos;
  }

  /** Returns work per time at a moment. */
  double progress(long atNanos) {
    return speedClass == NONE || atNanos < worksFromNanos ? 0 : progress;
  }

  /** Returns the time at which it reaches its core; NEVER if it is there. */
  long arrivesNanos(long atNanos) {
    return speedClass != NONE && atNanos < worksFromNanos ? worksFromNanos : SpeedPolicy.Wish.NEVER;
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // The very thread.
  public boolean isFirst() {
    return request.threads.getFirst() == this;
  }

  @Override
  public long requestNumber() {
    return request.index;
  }

  @Override
  public long arrivalNanos() {
    return request.arrivalNanos;
  }

  @Override
  public void seen(long atNanos, boolean isOldest) {
    nowNanos = atNanos;
    oldest = isOldest;
  }

  @Override
  public long ageNanos() {
    return nowNanos - request.arrivalNanos;
  }

  @Override
  public long servedNanos() {
    return request.servedNanos(nowNanos);
  }

  @Override
  public double attainedNanos() {
    return request.attainedNanos();
  }

  @Override
  public Prediction prediction() {
    return request.prediction;
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
