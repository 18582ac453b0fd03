package org.curtail.runtime;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.curtail.dispatch.DispatchedRequest;
import org.curtail.speed.SpeedMachine;

/**
 * The places of a request on an engine with classes of speed: one for each of its threads, those
 * that have yet to come included. Guarded by the engine's lock.
 */
final class RequestPlaces {
  private final Request<?, ?> request;
  private final SpeedMachine machine;

  /** Whether it has its one place before it starts. */
  private final boolean oneThreadEach;

  private final List<SpeedPlace> places = new ArrayList<>(1);
  private final List<SpeedPlace> shown = Collections.unmodifiableList(places);

  /** Whether a thread has ever come. */
  private boolean isServed;

  /** The work that threads have done which serve it no more. */
  private double leftNanos;

  /** Since when it has had more threads than it may keep; NEVER if it has not. */
  private long tooManyFromNanos = DispatchedRequest.NEVER;

  /** Of a request that has not started. */
  RequestPlaces(Request<?, ?> request, SpeedClasses classes) {
    this.request = request;
    machine = classes.machine();
    oneThreadEach = classes.hasOneThreadEach();
    if (oneThreadEach) {
      add(Worker.Duty.BEGIN);
    }
  }

  /** All, in the order in which they came. */
  List<SpeedPlace> all() {
    return shown;
  }

  /** Its place, of a request that has one thread at a time. */
  SpeedPlace only() {
    return places.getFirst();
  }

  /** The place of its first thread, with which it begins. */
  SpeedPlace begin() {
    return oneThreadEach ? only() : add(Worker.Duty.BEGIN);
  }

  /** A place for a thread that is to come. */
  SpeedPlace add(Worker.Duty duty) {
    var place = new SpeedPlace(request, machine, duty);
    places.add(place);
    return place;
  }

  /** Its thread is gone for good. */
  void remove(SpeedPlace place, long nowNanos) {
    leftNanos += place.workNanos(nowNanos);
    places.remove(place);
  }

  /** A thread has come. */
  void isServed() {
    isServed = true;
  }

  /** Whether it has more threads than it may keep. */
  void hasTooMany(boolean has, long nowNanos) {
    if (!has) {
      tooManyFromNanos = DispatchedRequest.NEVER;
    } else if (tooManyFromNanos == DispatchedRequest.NEVER) {
      tooManyFromNanos = nowNanos;
    }
  }

  /** Since when it has had more threads than it may keep; NEVER if it has not. */
  long tooManyFromNanos() {
    return tooManyFromNanos;
  }

  /** Since the first thread came. */
  long servedNanos(long nowNanos) {
    return isServed && request.hasStarted()
        ? Math.max(nowNanos - request.path().startNanos(), 0)
        : 0;
  }

  /** What all threads have done, each by its speed, whatever it has brought. */
  double attainedNanos(long nowNanos) {
    double nanos = leftNanos;
    for (SpeedPlace place : places) {
      nanos += place.workNanos(nowNanos);
    }
    return nanos;
  }
}
