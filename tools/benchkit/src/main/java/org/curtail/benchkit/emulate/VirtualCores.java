package org.curtail.benchkit.emulate;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Cores that this machine does not have: a thread that computes on them waits instead, as long as
 * its computing would take on so many {@linkplain ProcessorSharing shared cores}.
 *
 * <p>A sleeping thread wakes late, by tens of microseconds or, on a busy machine, by milliseconds.
 * Its next chunk counts from when it should have woken, so that the mean length of a chunk is
 * right. Safe for all threads.
 */
public final class VirtualCores {
  /** A thread that has ended a chunk is taken to go on with another for so long. */
  private static final long HOLD_NANOS = 1_000_000;

  /** Nobody is woken early to be put right by less than this. */
  private static final long WORTH_WAKING_NANOS = 20_000;

  private final ReentrantLock lock = new ReentrantLock();

  // Guarded by the lock.
  private final ProcessorSharing<Place> sharing;
  private final WaitMeter meter;

  /** Where each thread computed last. */
  private final Map<Thread, Place> last = new HashMap<>();

  /** The speeds of threads' own cores, where they were said; for all threads. */
  private final Map<Thread, Double> speeds = new ConcurrentHashMap<>();

  private final long holdNanos;

  /**
   * So many cores.
   *
   * @param meter is told of every wait; by one thread at a time
   */
  public VirtualCores(int count, WaitMeter meter) {
    this(count, meter, HOLD_NANOS);
  }

  /**
   * So many cores.
   *
   * @param meter is told of every wait; by one thread at a time
   * @param holdNanos a thread that has ended a chunk is taken to go on with another for so long
   */
  public VirtualCores(int count, WaitMeter meter, long holdNanos) {
    this.holdNanos = holdNanos;
    sharing = new ProcessorSharing<>(count, System.nanoTime());
    this.meter = meter;
  }

  /**
   * The current thread computes on a core of its own from now on.
   *
   * @param speed work per time, where 1 is the speed of all other cores; more than 0
   */
  void runsAt(double speed) {
    speeds.put(Thread.currentThread(), speed);
  }

  /** For the current thread and one request. */
  public Place place() {
    return new Place(Thread.currentThread(), () -> {});
  }

  /**
   * For the current thread and one request.
   *
   * @param left told, by that thread, when it goes on at another place
   */
  Place place(Runnable left) {
    return new Place(Thread.currentThread(), left);
  }

  /** Where a thread computes, chunk after chunk. */
  public final class Place extends ProcessorSharing.Job {
    private final Thread thread;
    private final Runnable left;
    private final double speed;

    /** Until when the thread sleeps; guarded by the lock. */
    private long sleepsUntilNanos = ProcessorSharing.NEVER;

    /** When its last chunk was over for the thread, or its first began; guarded by the lock. */
    private double wokenNanos;

    private Place(Thread thread, Runnable left) {
      this.thread = thread;
      this.left = left;
      speed = speeds.getOrDefault(thread, 1.0);
    }

    /**
     * The thread goes on here, if it computed elsewhere last: a core that serves one request after
     * the other in turns is not idle in between, and is no second core. Called without locks.
     *
     * @param earliestNanos the next chunk does not begin before
     */
    void goOn(double earliestNanos) {
      Place from = VirtualCores.this.goOn(this, earliestNanos);
      if (from != null) {
        from.left.run();
      }
    }

    /**
     * Begins a chunk, which {@link #await} ends.
     *
     * @param workNanos what it takes on a core of its own, of speed 1
     */
    public void begin(double workNanos) {
      VirtualCores.this.begin(this, workNanos / speed);
    }

    /**
     * Computes the chunk: waits.
     *
     * @throws InterruptedException if the thread is interrupted; the place is given up then
     */
    public void await() throws InterruptedException {
      while (true) {
        long leftNanos = leftNanos(this);
        if (leftNanos <= 0) {
          return;
        }
        LockSupport.parkNanos(VirtualCores.this, leftNanos);
        if (Thread.interrupted()) {
          leave();
          throw new InterruptedException("interrupted while computing");
        }
      }
    }

    /** What is left of the chunk takes longer by a factor, or shorter. For all threads. */
    void stretch(double factor) {
      VirtualCores.this.stretch(this, factor);
    }

    /** No chunk is to come. Without this call, the same is noticed a little later. */
    void leave() {
      VirtualCores.this.leave(this);
    }
  }

  /** Returns where the thread computed last, if that is another place. */
  @SuppressWarnings("ReferenceEquality") // A place is one thread's in one request.
  private @Nullable Place goOn(Place to, double earliestNanos) {
    lock.lock();
    try {
      Place from = last.put(to.thread, to);
      if (from == null || from == to) {
        return null;
      }
      sharing.goOn(from, to, earliestNanos, System.nanoTime());
      to.wokenNanos = from.wokenNanos;
      return from;
    } finally {
      lock.unlock();
    }
  }

  private void begin(Place place, double workNanos) {
    lock.lock();
    try {
      sharing.begin(place, workNanos, System.nanoTime());
      // Later than it woke only if the place was lost meanwhile.
      place.wokenNanos = Math.max(place.wokenNanos, place.beginNanos());
      place.sleepsUntilNanos = ProcessorSharing.NEVER;
    } finally {
      lock.unlock();
    }
  }

  private void stretch(Place place, double factor) {
    lock.lock();
    try {
      sharing.stretch(place, factor, System.nanoTime());
      wakeEarlier();
    } finally {
      lock.unlock();
    }
  }

  /** How long the thread should sleep; 0 once its chunk has ended, whose place is held then. */
  private long leftNanos(Place place) {
    lock.lock();
    try {
      long nowNanos = System.nanoTime();
      sharing.advance(nowNanos);
      long leftNanos = 0;
      if (place.hasEnded()) {
        sharing.hold(place, nowNanos, holdNanos);
        meter.record(
            place.endNanos() - place.beginNanos(),
            nowNanos - place.wokenNanos,
            nowNanos - place.endNanos());
        place.wokenNanos = nowNanos;
      } else {
        place.sleepsUntilNanos = sharing.plannedEndNanos(place);
        leftNanos = Math.max(1, place.sleepsUntilNanos - nowNanos);
      }
      wakeEarlier();
      return leftNanos;
    } finally {
      lock.unlock();
    }
  }

  private void leave(Place place) {
    lock.lock();
    try {
      sharing.leave(place, System.nanoTime());
      wakeEarlier();
    } finally {
      lock.unlock();
    }
  }

  /** Since somebody left, chunks may have ended or end earlier than their threads mean to wake. */
  private void wakeEarlier() {
    for (Place ended = sharing.pollEnded(); ended != null; ended = sharing.pollEnded()) {
      wakeBy(ended, (long) ended.endNanos());
    }
    // Those after the first are woken in their turn.
    Place first = sharing.first();
    if (first != null) {
      wakeBy(first, sharing.plannedEndNanos(first));
    }
  }

  private static void wakeBy(Place place, long atNanos) {
    if (place.sleepsUntilNanos - WORTH_WAKING_NANOS > atNanos) {
      place.sleepsUntilNanos = atNanos;
      LockSupport.unpark(place.thread);
    }
  }

  /** Time for which cores were used up to now, all added up. */
  double busyNanos() {
    lock.lock();
    try {
      sharing.advance(System.nanoTime());
      return sharing.busyNanos();
    } finally {
      lock.unlock();
    }
  }
}
