package org.curtail.benchkit.emulate;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Cores that all present threads share equally: with more threads than cores, each has cores /
 * threads of one, as time slices of vanishing length would give it.
 *
 * <p>Time is an argument, in nanoseconds, and never goes back. All results follow from the service
 * that a thread attains that is always present, the <em>service clock</em>: a chunk that begins
 * when this clock shows v and takes w ends when it shows v + w, whatever threads come or go
 * meanwhile. A thread that learned late of the end of its chunk was present all the time: its next
 * chunk begins when this one ended. Errors do not add up, and no core is used that did not exist.
 * Not thread-safe.
 *
 * @param <J> the threads
 */
final class ProcessorSharing<J extends ProcessorSharing.Job> {
  /** Stands for no moment. */
  static final long NEVER = Long.MAX_VALUE;

  /** Rounding error of summed times: far below a nanosecond. */
  private static final double ROUNDING_NANOS = 1e-3;

  /**
   * Length of the past that is kept. For a thread that learns later of the end of its chunk, the
   * end is computed with the oldest rate kept.
   */
  private static final long REMEMBERED_NANOS = 1_000_000_000;

  /** The rate of the service clock from a moment on. */
  private record Moment(double nanos, double service, double ratePerNano) {}

  /** One thread, chunk after chunk. */
  static class Job {
    boolean present;

    /** Reading of the service clock at the end of its chunk. */
    double endService;

    /** Begin of its chunk. The end is infinite until it is known. */
    double beginNanos;

    double endNanos = Double.POSITIVE_INFINITY;

    /** Moment at which it loses its place if no chunk begins. */
    long heldUntilNanos = NEVER;

    /** True if its chunk has ended. */
    boolean hasEnded() {
      return endNanos < Double.POSITIVE_INFINITY;
    }

    /** Begin of its chunk, which may lie before the call that began it. */
    public double beginNanos() {
      return beginNanos;
    }

    /** End of its chunk; only after it has ended. */
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

  /** Creates cores without threads. */
  ProcessorSharing(int cores, long nowNanos) {
    if (cores < 1) {
      throw new IllegalArgumentException("cores must be at least 1: " + cores);
    }
    this.cores = cores;
    this.nowNanos = nowNanos;
  }

  /**
   * Begins a chunk: now, or if the job kept its place, when its last chunk ended.
   *
   * @param workNanos its time on a core of its own; at least 0
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
      // Already over: the job learned so late of the end of its last chunk.
      job.endNanos = Math.max(job.beginNanos, whenServed(job.endService));
    } else {
      computing.add(job);
    }
  }

  /**
   * Lengthens or shortens the rest of a chunk. Does nothing if the chunk has ended.
   *
   * @param factor of the rest; more than 0
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

  /** Keeps the place of a job whose chunk has ended, for a while, until its next chunk. */
  void hold(J job, long atNanos, long forNanos) {
    advance(atNanos);
    job.heldUntilNanos = atNanos + forNanos;
    held.add(job);
  }

  /**
   * Moves a thread whose chunk of one job has ended on to another job at once. The next chunk of
   * that job begins when this chunk ended, however late the thread learned of it. Does nothing if
   * the first job has lost its place, or the second one has a place.
   *
   * @param earliestNanos the earliest begin of the next chunk
   */
  void moveTo(J from, J to, double earliestNanos, long atNanos) {
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

  /** Removes a job that has no further chunk, or abandons its chunk. */
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

  /** Advances the time. */
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

  /** Advances all present jobs to a moment before which none comes or goes. */
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

  /** Moment at which the service clock showed a value; at most its present value. */
  private double whenServed(double shown) {
    for (Iterator<Moment> latest = history.descendingIterator(); latest.hasNext(); ) {
      Moment moment = latest.next();
      if (moment.service <= shown || !latest.hasNext()) {
        return moment.nanos + (shown - moment.service) / moment.ratePerNano;
      }
    }
    return nowNanos;
  }

  /** Reading of the service clock at a past moment. */
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

  /** Returns a job whose chunk has ended since the last call; null if none is left. */
  @Nullable J pollEnded() {
    return ended.poll();
  }

  /** End of a computing job's chunk if no job comes or goes. */
  long plannedEndNanos(J job) {
    return (long) Math.ceil(nowNanos + (job.endService - service) / ratePerNano());
  }

  /** Jobs that share the cores. */
  int present() {
    return present;
  }

  /** Total time for which cores were used. */
  double busyNanos() {
    return busyNanos;
  }
}
