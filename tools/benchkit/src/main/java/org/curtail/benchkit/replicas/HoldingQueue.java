package org.curtail.benchkit.replicas;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The queue of a replica: it holds as many requests at once as it has slots, each for its own time;
 * the others wait in FIFO order. Its speed changes at known moments; at speed 0 it stands still.
 *
 * <p>Pure: time is an argument, in nanoseconds of any clock, and does not go back. Events between
 * two calls happen at their own moments, however late the second call comes: a waiting request
 * starts at the moment at which a slot became free. So a timer that wakes late makes single answers
 * late, but takes no capacity. Not thread-safe.
 */
final class HoldingQueue<R> {
  /** A request in the queue or in a slot. */
  static final class Place<R> {
    private final R request;
    private final long holdNanos;
    private final long order;

    /** End in service time; meaningful once it has a slot. */
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

  /** Nanoseconds since the begin. */
  private double clock;

  /** Service time: the service of a request that has had a slot since the begin. */
  private double serviceClock;

  private double speed = 1;
  private long arrived;
  private int mostServing;

  /**
   * Creates an empty queue.
   *
   * @param slots at least 1
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
   * @param holdNanos for which it keeps its slot at speed 1; at least 0
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
   * Removes a request, served or waiting; the first request in the queue gets its slot.
   *
   * @return false if it was done or removed before
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
   * Replaces the speeds from now on: 1, except for these changes.
   *
   * @param speeds by time; past changes apply at once
   */
  void setSpeeds(List<SpeedChange> speeds, long nowNanos) {
    advance(nowNanos);
    speed = 1;
    changes.clear();
    changes.addAll(speeds);
    advance(nowNanos);
  }

  /** Processes all events until now. */
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

  /** The requests done since the last call, in the order of their ends. */
  List<R> takeDone() {
    List<R> taken = done;
    done = new ArrayList<>();
    return taken;
  }

  /** Moment of the next event without further calls; {@code Long.MAX_VALUE} for never. */
  long nextEventNanos() {
    double next = Math.min(nextEnd(), nextChange());
    return next == Double.POSITIVE_INFINITY
        ? Long.MAX_VALUE
        : beginNanos + (long) Math.ceil(Math.max(next, clock));
  }

  /** Number of requests that have a slot. */
  int serving() {
    return serving.size();
  }

  /** Number of requests that wait for one. */
  int waiting() {
    return waiting.size();
  }

  /** Number of requests done that {@link #takeDone} has not returned yet. */
  int done() {
    return done.size();
  }

  /** Largest number of requests that had a slot at once. */
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
