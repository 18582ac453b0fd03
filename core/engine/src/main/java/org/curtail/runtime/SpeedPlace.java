package org.curtail.runtime;

import static java.util.Objects.requireNonNull;

import org.curtail.Prediction;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.place.PlacedThread;

/**
 * Where a thread of a request is to run on an engine with classes of speed, where it runs, and what
 * it has done. A thread of the engine comes to it, and may leave it to another one. Guarded by the
 * engine's lock, except where said.
 */
final class SpeedPlace implements PlacedThread {
  final Request<?, ?> request;
  private final SpeedMachine machine;

  /** What the next thread does that comes. */
  private Worker.Duty duty;

  /** Where it is to run; read at every border without the lock. */
  private volatile int speedClass = NONE;

  /** Of the thread that serves or is on its way; NONE while there is none. */
  private int threadClass = NONE;

  /** Of the thread that left it to another one; NONE if none has. */
  private int leftClass = NONE;

  /** Since when it has been waiting for a thread of its class. */
  long awaitsFromNanos;

  /** The work that was done when its thread came. */
  private double workNanos;

  private long threadFromNanos;

  private long nowNanos;
  private boolean oldest;

  SpeedPlace(Request<?, ?> request, SpeedMachine machine, Worker.Duty duty) {
    this.request = request;
    this.machine = machine;
    this.duty = duty;
  }

  private RequestPlaces places() {
    return requireNonNull(request.places());
  }

  Worker.Duty duty() {
    return duty;
  }

  @Override
  public int speedClass() {
    return speedClass;
  }

  void isFor(int aClass) {
    speedClass = aClass;
  }

  /** Whether it is for a class. */
  boolean hasClass() {
    return speedClass != NONE;
  }

  int threadClass() {
    return threadClass;
  }

  /** Whether a thread serves it or is on its way. */
  boolean hasThread() {
    return threadClass != NONE;
  }

  /** Of the thread that left it to the one that comes; NONE if that is the first one here. */
  int leftClass() {
    return leftClass;
  }

  /** A thread is on its way to it. */
  void threadComes(int ofClass, long atNanos) {
    threadClass = ofClass;
    threadFromNanos = atNanos;
    places().isServed();
  }

  /** Its thread leaves it to another one, which is to do this. */
  void threadLeaves(Worker.Duty next, long atNanos) {
    workNanos = workNanos(atNanos);
    leftClass = threadClass;
    threadClass = NONE;
    awaitsFromNanos = atNanos;
    duty = next;
  }

  /** What has been done here: nanoseconds on a core of speed 1. */
  double workNanos(long atNanos) {
    if (threadClass == NONE || !request.hasStarted()) {
      return workNanos;
    }
    long sinceNanos = Math.max(threadFromNanos, request.path().startNanos());
    return workNanos + Math.max(atNanos - sinceNanos, 0) * machine.progress(threadClass);
  }

  @Override
  public boolean isFirst() {
    return equals(places().all().getFirst());
  }

  @Override
  public long requestNumber() {
    return request.id();
  }

  @Override
  public long arrivalNanos() {
    return request.arrivalNanos();
  }

  @Override
  public void seen(long atNanos, boolean isOldest) {
    // A clock may go back.
    nowNanos = Math.max(atNanos, request.arrivalNanos());
    oldest = isOldest;
  }

  @Override
  public long ageNanos() {
    return nowNanos - request.arrivalNanos();
  }

  @Override
  public long servedNanos() {
    return places().servedNanos(nowNanos);
  }

  @Override
  public double attainedNanos() {
    return places().attainedNanos(nowNanos);
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
