package org.curtail.benchkit.emulate;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Cores that all present threads share equally. With more threads than cores, each thread has the
 * speed cores / threads, as with infinitely short time slices.
 *
 * <p>Time is an argument, in nanoseconds, and must not decrease. The <em>service clock</em> is the
 * service of a thread that is always present. A chunk that begins at the reading v and needs w ends
 * at the reading v + w, whatever threads arrive or leave. A thread may wake late after its chunk;
 * it counts as present, and its next chunk begins at the end of the previous one. Errors therefore
 * do not accumulate. Not thread-safe.
 *
 * @param <J> type of the threads
 */
final class ProcessorSharing<J extends ProcessorSharing.Job> {
  /** A moment that is never reached. */
  static final long NEVER = Long.MAX_VALUE;

  /** Rounding error of summed times: far below a nanosecond. */
  private static final double ROUNDING_NANOS = 1e-3;

  /**
   * Length of the kept past. For a thread that wakes still later, the end of its chunk is computed
   * with the oldest kept rate.
   */
  private static final long REMEMBERED_NANOS = 1_000_000_000;

  /** The rate of the service clock from a moment on. */
  private record Moment(double nanos, double service, double ratePerNano) {}

  /** One thread, chunk after chunk. */
  static class Job {
    boolean present;

    /** Reading of the service clock at the end of its chunk. */
    double endService;

    /** Begin of its chunk. */
    double beginNanos;

    double endNanos = Double.POSITIVE_INFINITY;

    /** Moment at which the thread loses its place if no chunk begins. */
    long heldUntilNanos = NEVER;

    /** True if the chunk of this thread has ended. */
    boolean hasEnded() {
      return endNanos < Double.POSITIVE_INFINITY;
    }

    /** Returns the begin of its chunk, which may precede the call that began it. */
    public double beginNanos() {
      return beginNanos;
    }

    /** Returns the end of its chunk, which must have ended. */
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
   * Begins a chunk now; if the job kept its place, at the end of its last chunk.
   *
   * @param workNanos time on a core of its own: at least 0
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
      // The chunk is over already, since the job woke late after its last chunk.
      job.endNanos = Math.max(job.beginNanos, whenServed(job.endService));
    } else {
      computing.add(job);
    }
  }

  /**
   * Lengthens or shortens the rest of a chunk. Does nothing if the chunk has ended.
   *
   * @param factor factor of the rest: above 0
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

  /** Keeps the place of a job after its chunk, for a limited time, until its next chunk. */
  void hold(J job, long atNanos, long forNanos) {
    advance(atNanos);
    job.heldUntilNanos = atNanos + forNanos;
    held.add(job);
  }

  /**
   * Moves a thread from a job whose chunk has ended to another job. The next chunk of the other job
   * begins at the end of this chunk, even if the thread woke late. Does nothing if the first job
   * has lost its place, or if the second job has a place.
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

  /** Removes a job, with its chunk if one is running. */
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

  /** Advances all present jobs to a moment before which no job arrives or leaves. */
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

  /**
   * Returns the moment of a reading of the service clock.
   *
   * @param shown reading, at most the present one
   */
  private double whenServed(double shown) {
    for (Iterator<Moment> latest = history.descendingIterator(); latest.hasNext(); ) {
      Moment moment = latest.next();
      if (moment.service <= shown || !latest.hasNext()) {
        return moment.nanos + (shown - moment.service) / moment.ratePerNano;
      }
    }
    return nowNanos;
  }

  /** Returns the reading of the service clock at a past moment. */
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

  /** Returns the computing job whose chunk ends first; null if there is none. */
  @Nullable J first() {
    return computing.peek();
  }

  /** Returns a job whose chunk has ended since the last call; null if none is left. */
  @Nullable J pollEnded() {
    return ended.poll();
  }

  /** Returns the end of a computing job's chunk if no job arrives or leaves. */
  long plannedEndNanos(J job) {
    return (long) Math.ceil(nowNanos + (job.endService - service) / ratePerNano());
  }

  /** Returns the number of jobs that share the cores. */
  int present() {
    return present;
  }

  /** Returns the total used time of all cores. */
  double busyNanos() {
    return busyNanos;
  }
}
