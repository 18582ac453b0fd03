package org.curtail.benchkit.emulate;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Cores that this machine does not have. A thread on them waits as long as its work would last on
 * {@linkplain ProcessorSharing shared cores}.
 *
 * <p>A sleeping thread wakes late, by tens of microseconds, or by milliseconds on a busy machine.
 * The thread's next chunk begins at the planned moment of waking, so the mean length of chunks is
 * exact. Thread-safe.
 */
public final class VirtualCores {
  /** Time for which a thread keeps its place after a chunk. */
  private static final long HOLD_NANOS = 1_000_000;

  /** Least correction for which a thread is woken early. */
  private static final long WORTH_WAKING_NANOS = 20_000;

  private final ReentrantLock lock = new ReentrantLock();

  // Guarded by the lock.
  private final ProcessorSharing<Place> sharing;
  private final WaitMeter meter;

  /** Last place of each thread. */
  private final Map<Thread, Place> last = new HashMap<>();

  /** Speeds of the cores of threads with a core of their own. Thread-safe. */
  private final Map<Thread, Double> speeds = new ConcurrentHashMap<>();

  private final long holdNanos;

  /**
   * Creates cores.
   *
   * @param meter meter of all waits, called by one thread at a time
   */
  public VirtualCores(int count, WaitMeter meter) {
    this(count, meter, HOLD_NANOS);
  }

  /**
   * Creates cores.
   *
   * @param meter meter of all waits, called by one thread at a time
   * @param holdNanos time for which a thread keeps its place after a chunk
   */
  public VirtualCores(int count, WaitMeter meter, long holdNanos) {
    this.holdNanos = holdNanos;
    sharing = new ProcessorSharing<>(count, System.nanoTime());
    this.meter = meter;
  }

  /**
   * Gives the current thread a core of its own from now on.
   *
   * @param speed speed of the core, relative to the other cores: above 0
   */
  void runsAt(double speed) {
    speeds.put(Thread.currentThread(), speed);
  }

  /** Creates a place for the current thread and one request. */
  public Place place() {
    return new Place(Thread.currentThread(), () -> {});
  }

  /**
   * Creates a place for the current thread and one request.
   *
   * @param left action of this thread when it continues at another place
   */
  Place place(Runnable left) {
    return new Place(Thread.currentThread(), left);
  }

  /** The place of a thread in a request, for all its chunks. */
  public final class Place extends ProcessorSharing.Job {
    private final Thread thread;
    private final Runnable left;
    private final double speed;

    /** End of the thread's sleep; guarded by the lock. */
    private long sleepsUntilNanos = ProcessorSharing.NEVER;

    /**
     * Moment at which the thread woke after its last chunk, or began the first one; guarded by the
     * lock.
     */
    private double wokenNanos;

    private Place(Thread thread, Runnable left) {
      this.thread = thread;
      this.left = left;
      speed = speeds.getOrDefault(thread, 1.0);
    }

    /**
     * Continues the thread here if its last chunk was at another place: a core that serves requests
     * in turn is not idle between them. Call it without locks.
     *
     * @param earliestNanos the earliest begin of the next chunk
     */
    void continueHere(double earliestNanos) {
      Place from = VirtualCores.this.continueHere(this, earliestNanos);
      if (from != null) {
        from.left.run();
      }
    }

    /**
     * Begins a chunk, which {@link #await} ends.
     *
     * @param workNanos time on a core of its own with speed 1
     */
    public void begin(double workNanos) {
      VirtualCores.this.begin(this, workNanos / speed);
    }

    /**
     * Waits for the end of the chunk.
     *
     * @throws InterruptedException if the thread is interrupted; it then loses the place
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

    /** Lengthens or shortens the rest of the chunk by a factor. Thread-safe. */
    void stretch(double factor) {
      VirtualCores.this.stretch(this, factor);
    }

    /** Leaves the place after the last chunk. Without this call, the place ends a little later. */
    void leave() {
      VirtualCores.this.leave(this);
    }
  }

  /** Returns the last place of the thread if it is another place; otherwise null. */
  @SuppressWarnings("ReferenceEquality") // A place belongs to one thread in one request.
  private @Nullable Place continueHere(Place to, double earliestNanos) {
    lock.lock();
    try {
      Place from = last.put(to.thread, to);
      if (from == null || from == to) {
        return null;
      }
      sharing.moveTo(from, to, earliestNanos, System.nanoTime());
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
      // This is after its wake-up only if the place was lost.
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

  /**
   * Returns the remaining sleep of the thread; 0 once its chunk has ended. Then the place is held.
   */
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

  /** Wakes the next thread if its chunk ends before the planned wake-up, since a job has left. */
  private void wakeEarlier() {
    for (Place ended = sharing.pollEnded(); ended != null; ended = sharing.pollEnded()) {
      wakeBy(ended, (long) ended.endNanos());
    }
    // Each woken thread wakes the next one.
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

  /** Returns the total used time of all cores so far. */
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
