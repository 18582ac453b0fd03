package org.curtail.benchkit.emulate;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Cores that all threads present share equally: with more threads than cores, each has cores /
 * threads of one, which is what turns of vanishing length would give it.
 *
 * <p>Time is an argument, in nanoseconds, and never goes back. Everything is computed from the
 * service that a thread attains that is always present, the <em>clock of service</em>: a chunk that
 * begins when this clock shows v and takes w ends when it shows v + w, whoever comes or goes
 * meanwhile. A thread that was told late of the end of its chunk was present all the time, so its
 * next one begins when this one ended, and errors do not add up; nor are cores ever used that were
 * not there. Not thread-safe.
 *
 * @param <J> the threads
 */
final class ProcessorSharing<J extends ProcessorSharing.Job> {
  /** No such moment. */
  static final long NEVER = Long.MAX_VALUE;

  /** Of times that were added up: far below a nanosecond. */
  private static final double ROUNDING_NANOS = 1e-3;

  /** Who is told later than this of the end of a chunk finds it set by the rate of then. */
  private static final long REMEMBERED_NANOS = 1_000_000_000;

  /** From this moment on the clock of service went at this rate. */
  private record Moment(double nanos, double service, double ratePerNano) {}

  /** One thread, chunk after chunk. */
  static class Job {
    boolean present;

    /** What the clock of service shows when its chunk ends. */
    double endService;

    /** When its chunk began and ended; the end is infinite until it is known. */
    double beginNanos;

    double endNanos = Double.POSITIVE_INFINITY;

    /** When it gives up its place if no chunk begins. */
    long heldUntilNanos = NEVER;

    /** Whether its chunk has ended. */
    boolean hasEnded() {
      return endNanos < Double.POSITIVE_INFINITY;
    }

    /** When its chunk began, which may be before it said so. */
    public double beginNanos() {
      return beginNanos;
    }

    /** When its chunk ended; only if it has. */
    public double endNanos() {
      return endNanos;
    }

    boolean isPresent() {
      return present;
    }
  }

  private final int cores;
  private final PriorityQueue<J> computing =
      new PriorityQueue<>(Comparator.comparingDouble((J job) -> job.endService));
  private final List<J> held = new ArrayList<>();
  private final ArrayDeque<J> ended = new ArrayDeque<>();
  private final ArrayDeque<Moment> history = new ArrayDeque<>();
  private int present;
  private long nowNanos;
  private double service;
  private double busyNanos;

  /** Nobody is there yet. */
  ProcessorSharing(int cores, long nowNanos) {
    if (cores < 1) {
      throw new IllegalArgumentException("cores must be at least 1: " + cores);
    }
    this.cores = cores;
    this.nowNanos = nowNanos;
  }

  /**
   * A chunk begins: now, or if the job kept its place, when its last chunk ended.
   *
   * @param workNanos what it takes on a core of its own; at least 0
   */
  void begin(J job, double workNanos, long atNanos) {
    if (!(workNanos >= 0)) {
      throw new IllegalArgumentException("workNanos must not be negative: " + workNanos);
    }
    advance(atNanos);
    if (job.present) {
      held.remove(job);
      job.beginNanos = job.endNanos;
    } else {
      job.present = true;
      present++;
      job.beginNanos = nowNanos;
      job.endService = service;
    }
    job.heldUntilNanos = NEVER;
    job.endNanos = Double.POSITIVE_INFINITY;
    job.endService += workNanos;
    if (job.endService <= service) {
      // Already over: it was told so late of its last one.
      job.endNanos = Math.max(job.beginNanos, whenServed(job.endService));
    } else {
      computing.add(job);
    }
  }

  /**
   * What is left of a chunk takes longer from now on, or shorter. Nothing, if it has ended.
   *
   * @param factor of what is left; more than 0
   */
  void stretch(J job, double factor, long atNanos) {
    if (!(factor > 0)) {
      throw new IllegalArgumentException("factor must be positive: " + factor);
    }
    advance(atNanos);
    if (computing.remove(job)) {
      job.endService = service + (job.endService - service) * factor;
      computing.add(job);
    }
  }

  /** A job whose chunk has ended keeps its place for a while, for a chunk to come. */
  void hold(J job, long atNanos, long forNanos) {
    advance(atNanos);
    job.heldUntilNanos = atNanos + forNanos;
    held.add(job);
  }

  /**
   * A thread whose chunk of one job has ended goes on with another job at once. The next chunk of
   * that job begins when this chunk ended, however late the thread was told. Nothing, if the first
   * job has lost its place, or the second one has a place.
   *
   * @param earliestNanos the chunk to come does not begin before
   */
  void goOn(J from, J to, double earliestNanos, long atNanos) {
    advance(atNanos);
    if (!held.contains(from) || to.present) {
      return;
    }
    held.remove(from);
    from.present = false;
    to.present = true;
    to.endNanos =
        Math.clamp(earliestNanos, from.endNanos, Math.max(from.endNanos, (double) nowNanos));
    to.endService = serviceAt(to.endNanos);
    hold(to, atNanos, from.heldUntilNanos - atNanos);
  }

  /** A job has no chunk to come, or will not end its chunk. */
  void leave(J job, long atNanos) {
    advance(atNanos);
    if (job.present) {
      computing.remove(job);
      held.remove(job);
      goAway(job);
    }
  }

  private void goAway(J job) {
    job.present = false;
    present--;
  }

  /** Lets the time pass. */
  void advance(long toNanos) {
    if (toNanos < nowNanos) {
      return;
    }
    while (true) {
      long nextNanos = toNanos;
      for (J job : held) {
        nextNanos = Math.min(nextNanos, job.heldUntilNanos);
      }
      compute(Math.max(nextNanos, nowNanos));
      if (nextNanos == toNanos) {
        break;
      }
      expire();
    }
    expire();
  }

  /** All who are present, up to a moment before which nobody comes or goes. */
  private void compute(long toNanos) {
    double ratePerNano = ratePerNano();
    double elapsedNanos = toNanos - nowNanos;
    remember(ratePerNano);
    double until = service + elapsedNanos * ratePerNano;
    while (!computing.isEmpty() && computing.peek().endService <= until + ROUNDING_NANOS) {
      J job = computing.remove();
      job.endNanos =
          Math.min((double) toNanos, nowNanos + (job.endService - service) / ratePerNano);
      ended.add(job);
    }
    busyNanos += elapsedNanos * Math.min(present, cores);
    service = until;
    nowNanos = toNanos;
  }

  private void remember(double ratePerNano) {
    Moment last = history.peekLast();
    if (last == null || last.ratePerNano != ratePerNano) {
      history.addLast(new Moment(nowNanos, service, ratePerNano));
    }
    while (history.size() > 1 && history.getFirst().nanos < nowNanos - REMEMBERED_NANOS) {
      history.removeFirst();
    }
  }

  /** When the clock of service showed this; at most what it shows now. */
  private double whenServed(double shown) {
    for (Iterator<Moment> latest = history.descendingIterator(); latest.hasNext(); ) {
      Moment moment = latest.next();
      if (moment.service <= shown || !latest.hasNext()) {
        return moment.nanos + (shown - moment.service) / moment.ratePerNano;
      }
    }
    return nowNanos;
  }

  /** What the clock of service showed at a moment of the past. */
  private double serviceAt(double nanos) {
    for (Iterator<Moment> latest = history.descendingIterator(); latest.hasNext(); ) {
      Moment moment = latest.next();
      if (moment.nanos <= nanos || !latest.hasNext()) {
        return Math.min(service, moment.service + (nanos - moment.nanos) * moment.ratePerNano);
      }
    }
    return service;
  }

  private void expire() {
    for (int i = held.size() - 1; i >= 0; i--) {
      if (held.get(i).heldUntilNanos <= nowNanos) {
        goAway(held.remove(i));
      }
    }
  }

  private double ratePerNano() {
    return present <= cores ? 1 : (double) cores / present;
  }

  /** The computing job whose chunk ends first; null if there is none. */
  @Nullable J first() {
    return computing.peek();
  }

  /** One whose chunk has ended since this was asked last; null if there is none left. */
  @Nullable J pollEnded() {
    return ended.poll();
  }

  /** When the chunk of a computing job ends if nobody comes or goes. */
  long plannedEndNanos(J job) {
    return (long) Math.ceil(nowNanos + (job.endService - service) / ratePerNano());
  }

  /** Jobs that share the cores. */
  int present() {
    return present;
  }

  /** Time for which cores were used, all added up. */
  double busyNanos() {
    return busyNanos;
  }
}
