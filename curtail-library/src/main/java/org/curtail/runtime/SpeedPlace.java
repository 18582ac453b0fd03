package org.curtail.runtime;

import org.curtail.Prediction;
import org.curtail.speed.PlacedRequest;
import org.curtail.speed.SpeedMachine;

/**
 * Where a request is to run on an engine with classes of speed, where it runs, and what it has had.
 * Guarded by the dispatcher's lock, except where said.
 */
final class SpeedPlace implements PlacedRequest {
  final Request<?, ?> request;
  private final SpeedMachine machine;

  /** Where it is to run; read at every border without the lock. */
  private volatile int speedClass = NONE;

  /** Of the thread that serves it or is on its way to it; NONE while it waits for one. */
  private int threadClass = NONE;

  /** Since when it has been waiting for a thread of its class. */
  long awaitsFromNanos;

  /** Whether a thread has served it before: the next one goes on. */
  boolean goesOn;

  /** The work that it had had when its thread came. */
  private double attainedNanos;

  private long threadFromNanos;

  private long nowNanos;
  private boolean oldest;

  SpeedPlace(Request<?, ?> request, SpeedMachine machine) {
    this.request = request;
    this.machine = machine;
  }

  @Override
  public int speedClass() {
    return speedClass;
  }

  void isFor(int aClass) {
    speedClass = aClass;
  }

  int threadClass() {
    return threadClass;
  }

  /** Whether it is to run elsewhere than it does. */
  boolean isElsewhere() {
    return threadClass != speedClass;
  }

  /** A thread is on its way to it. */
  void threadComes(int ofClass, long atNanos) {
    threadClass = ofClass;
    threadFromNanos = atNanos;
  }

  /** Its thread leaves it to another one. */
  void threadLeaves(long atNanos) {
    attainedNanos = attainedNanos(atNanos);
    threadClass = NONE;
    awaitsFromNanos = atNanos;
    goesOn = true;
  }

  private double attainedNanos(long atNanos) {
    if (threadClass == NONE || !request.hasStarted()) {
      return attainedNanos;
    }
    long sinceNanos = Math.max(threadFromNanos, request.path().startNanos());
    return attainedNanos + Math.max(atNanos - sinceNanos, 0) * machine.progress(threadClass);
  }

  @Override
  public long arrivalNanos() {
    return request.arrivalNanos;
  }

  @Override
  public void seen(long atNanos, boolean isOldest) {
    // A clock may go back.
    nowNanos = Math.max(atNanos, request.arrivalNanos);
    oldest = isOldest;
  }

  @Override
  public long ageNanos() {
    return nowNanos - request.arrivalNanos;
  }

  @Override
  public long servedNanos() {
    return request.hasStarted() ? Math.max(nowNanos - request.path().startNanos(), 0) : 0;
  }

  @Override
  public double attainedNanos() {
    return attainedNanos(nowNanos);
  }

  @Override
  public Prediction prediction() {
    return request.options().prediction();
  }

  @Override
  public boolean isOldest() {
    return oldest;
  }
}
