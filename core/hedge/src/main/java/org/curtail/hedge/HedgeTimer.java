package org.curtail.hedge;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The timer of all calls of a hedge. Any thread adds entries to a lock-free stack; one thread moves
 * those that are not over into a heap and calls the due ones. Most calls are over by then and never
 * enter the heap.
 *
 * <p>Time is an argument and the thread is external ({@link TimerThread}), so that tests can step.
 * {@link #add} is thread-safe, the rest is for the one thread.
 */
final class HedgeTimer {
  static final long NEVER = Long.MAX_VALUE;

  /** Number of new entries that wakes the thread: they may be over, and hold memory. */
  static final int LOT = 1_024;

  /** Delay before another try after an error. */
  private static final long RETRY_NANOS = 1_000_000;

  private static final VarHandle INCOMING;
  private static final VarHandle WAKE;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      INCOMING = lookup.findVarHandle(HedgeTimer.class, "incoming", Incoming.class);
      WAKE = lookup.findVarHandle(HedgeTimer.class, "wakeNanos", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** An entry of the stack. */
  private static final class Incoming {
    final Timed entry;
    @Nullable Incoming next;

    /** Number of entries from here down. */
    int depth;

    Incoming(Timed entry) {
      this.entry = entry;
    }
  }

  private final Runnable waker;
  private final TimerHeap heap = new TimerHeap();

  /** The newest entry; written by its handle only. */
  @SuppressWarnings("unused")
  private volatile @Nullable Incoming incoming;

  /** Planned wake-up of the thread; an earlier entry wakes it. 0 while it is awake. */
  private volatile long wakeNanos;

  private long nowNanos;

  /** Begin of the current step; {@link #NEVER} between steps. */
  private volatile long stepNanos = NEVER;

  /** Null if a test takes the steps. */
  private volatile @Nullable Thread thread;

  /** After closing: an entry that is not over; its end wakes the thread. */
  private volatile @Nullable Timed watched;

  /**
   * @param waker called when the thread should take a step before its planned wake-up
   */
  HedgeTimer(Runnable waker) {
    this.waker = waker;
  }

  /** Sets the thread that takes the steps. */
  void isOf(Thread stepping) {
    thread = stepping;
  }

  /** True on the thread that takes the steps. */
  @SuppressWarnings("ReferenceEquality") // A thread is equal to itself only.
  boolean isOwnThread() {
    return Thread.currentThread() == thread;
  }

  /** Adds an entry that waits until it is due. */
  void add(Timed entry) {
    long dueNanos = entry.dueNanos();
    var node = new Incoming(entry);
    Incoming top;
    do {
      top = incoming;
      node.next = top;
      node.depth = top == null ? 1 : top.depth + 1;
    } while (!INCOMING.compareAndSet(this, top, node));
    long wake = wakeNanos;
    while (dueNanos < wake) {
      if (WAKE.compareAndSet(this, wake, dueNanos)) {
        waker.run();
        return;
      }
      wake = wakeNanos;
    }
    if (node.depth % LOT == 0) {
      waker.run();
    }
  }

  /**
   * Calls all due entries.
   *
   * @param clockNanos now; if it is earlier than last time, all wait longer
   * @return time of the next step, {@link #NEVER} if no entry waits
   */
  long step(long clockNanos) {
    nowNanos = clockNanos;
    stepNanos = clockNanos;
    takeIn();
    while (heap.earliest() <= nowNanos) {
      Timed entry = heap.poll();
      if (entry != null) {
        call(entry);
      }
    }
    stepNanos = NEVER;
    return heap.earliest();
  }

  /**
   * Returns the duration of the current step, by which all later entries are late; 0 if the thread
   * waits. Thread-safe.
   */
  long behindNanos(long clockNanos) {
    long began = stepNanos;
    return began == NEVER ? 0 : Math.max(clockNanos - began, 0);
  }

  /**
   * Announces that the thread will sleep.
   *
   * @param untilNanos {@link #NEVER} until it is woken
   * @return false if an entry has come: another step first
   */
  boolean maySleep(long untilNanos) {
    wakeNanos = untilNanos;
    if (incoming == null) {
      return true;
    }
    wakeNanos = 0;
    return false;
  }

  /** Announces that there is no thread: the next entry starts one. */
  void asleep() {
    wakeNanos = NEVER;
  }

  /** Announces that the thread is awake: no entry needs to wake it. */
  void awake() {
    wakeNanos = 0;
  }

  /** Closes the timer: only entries with a deadline go on waiting. */
  void close() {
    takeIn();
    var all = new Timed[heap.size()];
    for (int i = 0; i < all.length; i++) {
      Timed entry = heap.poll();
      if (entry != null) {
        all[i] = entry;
      }
    }
    for (Timed entry : all) {
      keep(entry, !entry.isOver() && entry.closing(), 0);
    }
  }

  /**
   * After {@link #close}: removes entries that are over, until it finds one that is not. The end of
   * that entry wakes the thread, which then looks for another one, so the total cost is that of
   * removal.
   *
   * @return time of the next step, {@link #NEVER} if no entry waits
   */
  long watch() {
    while (true) {
      Timed first = heap.first();
      watched = first;
      if (first == null || !first.isOver()) {
        return heap.earliest();
      }
      heap.poll();
      first.gone();
    }
  }

  /** Reports that an entry is over. Thread-safe. */
  @SuppressWarnings("ReferenceEquality") // This very entry.
  void over(Timed entry) {
    if (watched == entry) {
      waker.run();
    }
  }

  /** Returns the number of entries in the heap. */
  int waiting() {
    return heap.size();
  }

  private void takeIn() {
    var node = (Incoming) INCOMING.getAndSet(this, null);
    while (node != null) {
      keep(node.entry, !node.entry.isOver(), 0);
      node = node.next;
    }
  }

  private void call(Timed entry) {
    boolean again;
    long notBefore = 0;
    try {
      again = !entry.isOver() && entry.due(nowNanos);
    } catch (Throwable e) {
      // Users' code is guarded, so memory or stack ran out. The deadline must not be lost.
      HedgeFaults.met(e);
      again = true;
      notBefore = nowNanos + RETRY_NANOS;
    }
    keep(entry, again, notBefore);
  }

  private void keep(Timed entry, boolean waits, long notBeforeNanos) {
    if (waits) {
      heap.add(entry, Math.max(entry.dueNanos(), notBeforeNanos));
    } else {
      entry.gone();
    }
  }
}
