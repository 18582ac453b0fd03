package org.curtail.benchkit.replicas;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The queue of a replica. The queue holds a request in each slot, for the request's own time; other
 * requests wait in FIFO order. The speed changes at known moments; at speed 0, the replica pauses.
 *
 * <p>Pure: time is an argument, in nanoseconds of any clock, and must not decrease. Events between
 * two calls happen at their own moments: a waiting request starts exactly when a slot becomes free.
 * A late timer therefore delays single answers, but costs no capacity. Not thread-safe.
 */
final class HoldingQueue<R> {
  /** A request in the queue or in a slot. */
  static final class Place<R> {
    private final R request;
    private final long holdNanos;
    private final long order;

    /** End on the service clock; valid once the request has a slot. */
    private double endsAt;

    private boolean served;
    private boolean gone;

    private Place(R request, long holdNanos, long order) {
      this.request = request;
      this.holdNanos = holdNanos;
      this.order = order;
    }

    private double endsAt() {
      return endsAt;
    }

    private long order() {
      return order;
    }
  }

  private final int slots;
  private final long beginNanos;
  private final ArrayDeque<Place<R>> waiting = new ArrayDeque<>();
  private final PriorityQueue<Place<R>> serving =
      new PriorityQueue<>(
          Comparator.<Place<R>>comparingDouble(Place::endsAt).thenComparingLong(Place::order));
  private final ArrayDeque<SpeedChange> changes = new ArrayDeque<>();
  private List<R> done = new ArrayList<>();

  /** Time since the begin, in nanoseconds. */
  private double clock;

  /** Service clock: the service of a request with a slot since the begin. */
  private double serviceClock;

  private double speed = 1;
  private long arrived;
  private int mostServing;

  /**
   * Creates an empty queue.
   *
   * @param slots number of slots, at least 1
   */
  HoldingQueue(int slots, long nowNanos) {
    if (slots < 1) {
      throw new IllegalArgumentException("slots must be at least 1: " + slots);
    }
    this.slots = slots;
    beginNanos = nowNanos;
  }

  /**
   * Adds a request.
   *
   * @param holdNanos service time at speed 1: at least 0
   */
  Place<R> arrive(R request, long holdNanos, long nowNanos) {
    if (holdNanos < 0) {
      throw new IllegalArgumentException("holdNanos must be at least 0: " + holdNanos);
    }
    advance(nowNanos);
    var place = new Place<>(request, holdNanos, arrived++);
    if (serving.size() < slots) {
      serve(place);
    } else {
      waiting.add(place);
    }
    return place;
  }

  /**
   * Removes a waiting or served request. The first waiting request gets its slot.
   *
   * @return false if the request was done or removed before
   */
  boolean cancel(Place<R> place, long nowNanos) {
    advance(nowNanos);
    if (place.gone) {
      return false;
    }
    place.gone = true;
    if (place.served) {
      serving.remove(place);
      serveNext();
    } else {
      waiting.remove(place);
    }
    return true;
  }

  /**
   * Replaces the speeds from now on: 1 until the first change.
   *
   * @param speeds changes in order of time; past changes apply at once
   */
  void setSpeeds(List<SpeedChange> speeds, long nowNanos) {
    advance(nowNanos);
    speed = 1;
    changes.clear();
    changes.addAll(speeds);
    advance(nowNanos);
  }

  /** Processes all events up to a moment. */
  void advance(long nowNanos) {
    double now = nowNanos - beginNanos;
    if (now < clock) {
      throw new IllegalArgumentException("time goes back by %s ns".formatted(clock - now));
    }
    while (true) {
      double end = nextEnd();
      double change = nextChange();
      if (Math.min(end, change) > now) {
        break;
      }
      if (end <= change) {
        Place<R> ended = serving.remove();
        clock = Math.max(clock, end);
        serviceClock = ended.endsAt;
        ended.gone = true;
        done.add(ended.request);
        serveNext();
      } else {
        pass(Math.max(clock, change));
        speed = changes.remove().speed();
      }
    }
    pass(now);
  }

  /** Returns the requests done since the last call, in the order of their ends. */
  List<R> takeDone() {
    List<R> taken = done;
    done = new ArrayList<>();
    return taken;
  }

  /**
   * Returns the moment of the next event if no request arrives or leaves; {@code Long.MAX_VALUE}
   * for none.
   */
  long nextEventNanos() {
    double next = Math.min(nextEnd(), nextChange());
    return next == Double.POSITIVE_INFINITY
        ? Long.MAX_VALUE
        : beginNanos + (long) Math.ceil(Math.max(next, clock));
  }

  /** Returns the number of served requests. */
  int serving() {
    return serving.size();
  }

  /** Returns the number of waiting requests. */
  int waiting() {
    return waiting.size();
  }

  /** Returns the number of done requests that {@link #takeDone} has not returned yet. */
  int done() {
    return done.size();
  }

  /** Returns the greatest number of requests served at once. */
  int mostServing() {
    return mostServing;
  }

  private double nextEnd() {
    Place<R> first = serving.peek();
    if (first == null) {
      return Double.POSITIVE_INFINITY;
    }
    double left = first.endsAt - serviceClock;
    return left <= 0 ? clock : clock + left / speed;
  }

  private double nextChange() {
    SpeedChange first = changes.peek();
    return first == null ? Double.POSITIVE_INFINITY : first.atNanos() - beginNanos;
  }

  private void pass(double to) {
    serviceClock += (to - clock) * speed;
    clock = to;
  }

  private void serveNext() {
    Place<R> next = waiting.poll();
    if (next != null) {
      serve(next);
    }
  }

  private void serve(Place<R> place) {
    place.served = true;
    place.endsAt = serviceClock + place.holdNanos;
    serving.add(place);
    mostServing = Math.max(mostServing, serving.size());
  }
}
