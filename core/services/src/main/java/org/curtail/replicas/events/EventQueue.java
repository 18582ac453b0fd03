package org.curtail.replicas.events;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The future events of a run, ordered by time, then by kind, then by addition. The queue is a
 * binary heap in arrays, without an object for each event.
 *
 * @param <K> kinds of events, in their order at the same moment
 */
public final class EventQueue<K extends Enum<K>> {
  private static final int KIND_SHIFT = 56;

  private final K[] kinds;
  private double[] times = new double[1024];
  private long[] orders = new long[1024];
  private int[] stamps = new int[1024];
  private @Nullable Object[] subjects = new Object[1024];
  private int size;
  private long added;

  /**
   * Creates an empty queue.
   *
   * @param kinds all kinds
   */
  public EventQueue(K[] kinds) {
    this.kinds = kinds.clone();
  }

  /** True if no event is left. */
  public boolean isEmpty() {
    return size == 0;
  }

  /** Returns the time of the next event; infinite without one. */
  public double nextMillis() {
    return size == 0 ? Double.POSITIVE_INFINITY : times[0];
  }

  /** Returns the kind of the next event. */
  public K nextKind() {
    return kinds[(int) (orders[0] >>> KIND_SHIFT)];
  }

  /** Returns the subject of the next event. */
  public Object nextSubject() {
    Object subject = subjects[0];
    if (subject == null) {
      throw new IllegalStateException("no event is left");
    }
    return subject;
  }

  /** Returns the stamp of the next event. */
  public int nextStamp() {
    return stamps[0];
  }

  /**
   * Adds an event.
   *
   * @param subject object of the event
   * @param stamp number that {@link #nextStamp} returns
   */
  @SuppressWarnings("EnumOrdinal") // The order of kinds is part of the contract.
  public void add(double millis, K kind, Object subject, int stamp) {
    if (size == times.length) {
      times = Arrays.copyOf(times, 2 * size);
      orders = Arrays.copyOf(orders, 2 * size);
      stamps = Arrays.copyOf(stamps, 2 * size);
      subjects = Arrays.copyOf(subjects, 2 * size);
    }
    long order = ((long) kind.ordinal() << KIND_SHIFT) | added++;
    int hole = size++;
    while (hole > 0) {
      int parent = (hole - 1) / 2;
      if (!isBefore(millis, order, parent)) {
        break;
      }
      move(parent, hole);
      hole = parent;
    }
    put(hole, millis, order, stamp, subject);
  }

  /** Removes the next event. */
  public void removeNext() {
    int last = --size;
    double millis = times[last];
    long order = orders[last];
    int stamp = stamps[last];
    @Nullable Object subject = subjects[last];
    subjects[last] = null;
    if (last == 0) {
      return;
    }
    int hole = 0;
    while (true) {
      int child = 2 * hole + 1;
      if (child >= last) {
        break;
      }
      if (child + 1 < last && isBefore(times[child + 1], orders[child + 1], child)) {
        child++;
      }
      if (isBefore(millis, order, child)) {
        break;
      }
      move(child, hole);
      hole = child;
    }
    put(hole, millis, order, stamp, subject);
  }

  private boolean isBefore(double millis, long order, int other) {
    return millis < times[other] || (millis == times[other] && order < orders[other]);
  }

  private void move(int from, int to) {
    put(to, times[from], orders[from], stamps[from], subjects[from]);
  }

  private void put(int at, double millis, long order, int stamp, @Nullable Object subject) {
    times[at] = millis;
    orders[at] = order;
    stamps[at] = stamp;
    subjects[at] = subject;
  }
}
