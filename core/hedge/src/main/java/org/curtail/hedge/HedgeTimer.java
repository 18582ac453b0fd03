package org.curtail.hedge;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The timer of all calls of a hedge. Any thread adds entries to a lock-free stack. One thread moves
 * unfinished entries from the stack to a heap, and handles due entries. Most calls end earlier and
 * never enter the heap.
 *
 * <p>Time is an argument and the thread is external ({@link TimerThread}), so that tests control
 * both. {@link #add}, {@link #over} and {@link #behindNanos} are thread-safe; other methods are for
 * the timer's thread.
 */
final class HedgeTimer {
  static final long NEVER = Long.MAX_VALUE;

  /** Number of new entries that wakes the thread, which then drops finished entries. */
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
    final Entry entry;
    @Nullable Incoming next;

    /** Number of entries from here down. */
    int depth;

    Incoming(Entry entry) {
      this.entry = entry;
    }
  }

  private final Runnable waker;
  private final TimerHeap heap = new TimerHeap();

  /** The newest entry; written through its handle only. */
  @SuppressWarnings("unused")
  private volatile @Nullable Incoming incoming;

  /**
   * Planned wake-up of the thread; 0 while the thread is awake. An entry due earlier wakes the
   * thread.
   */
  private volatile long wakeNanos;

  private long nowNanos;

  /** Start of the current step; {@link #NEVER} between steps. */
  private volatile long stepNanos = NEVER;

  /** Null if a test runs the steps. */
  private volatile @Nullable Thread thread;

  /** After closing: an unfinished entry whose end wakes the thread. */
  private volatile @Nullable Entry watched;

  /**
   * @param waker called to run a step before the planned wake-up
   */
  HedgeTimer(Runnable waker) {
    this.waker = waker;
  }

  /** Sets the thread that runs the steps. */
  void setThread(Thread stepping) {
    thread = stepping;
  }

  /** True on the thread that runs the steps. */
  @SuppressWarnings("ReferenceEquality") // A thread is equal to itself only.
  boolean isOwnThread() {
    return Thread.currentThread() == thread;
  }

  /** Adds an entry that waits until it is due. */
  void add(Entry entry) {
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
   * Moves new entries to the heap and handles all due entries.
   *
   * @param clockNanos present time; may go back, which only lengthens waits
   * @return time of the next step, {@link #NEVER} if no entry waits
   */
  long step(long clockNanos) {
    nowNanos = clockNanos;
    stepNanos = clockNanos;
    takeIncoming();
    while (heap.earliest() <= nowNanos) {
      Entry entry = heap.poll();
      if (entry != null) {
        call(entry);
      }
    }
    stepNanos = NEVER;
    return heap.earliest();
  }

  /**
   * Returns the time since the current step began, which delays all later entries; 0 between steps.
   * Thread-safe.
   */
  long behindNanos(long clockNanos) {
    long began = stepNanos;
    return began == NEVER ? 0 : Math.max(clockNanos - began, 0);
  }

  /**
   * Announces that the thread will sleep.
   *
   * @param untilNanos planned wake-up, or {@link #NEVER}
   * @return false if an entry was added meanwhile, so that another step must run first
   */
  boolean maySleep(long untilNanos) {
    wakeNanos = untilNanos;
    if (incoming == null) {
      return true;
    }
    wakeNanos = 0;
    return false;
  }

  /** Announces that no thread runs. The next entry starts one. */
  void asleep() {
    wakeNanos = NEVER;
  }

  /** Announces that the thread is awake, so that entries do not wake it. */
  void awake() {
    wakeNanos = 0;
  }

  /** Closes the timer. From now on, only entries with a deadline wait. */
  void close() {
    takeIncoming();
    var all = new Entry[heap.size()];
    for (int i = 0; i < all.length; i++) {
      Entry entry = heap.poll();
      if (entry != null) {
        all[i] = entry;
      }
    }
    for (Entry entry : all) {
      keep(entry, !entry.isOver() && entry.onClose(), 0);
    }
  }

  /**
   * After {@link #close}: removes finished entries until it finds an unfinished one. The end of
   * that entry wakes the thread, which then calls this method again.
   *
   * @return time of the next step, {@link #NEVER} if no entry waits
   */
  long watch() {
    while (true) {
      Entry first = heap.first();
      watched = first;
      if (first == null || !first.isOver()) {
        return heap.earliest();
      }
      heap.poll();
      first.removed();
    }
  }

  /** Reports the end of an entry. Thread-safe. */
  @SuppressWarnings("ReferenceEquality") // This very entry.
  void over(Entry entry) {
    if (watched == entry) {
      waker.run();
    }
  }

  /** Returns the number of entries in the heap. */
  int waiting() {
    return heap.size();
  }

  private void takeIncoming() {
    var node = (Incoming) INCOMING.getAndSet(this, null);
    while (node != null) {
      keep(node.entry, !node.entry.isOver(), 0);
      node = node.next;
    }
  }

  private void call(Entry entry) {
    boolean again;
    long notBefore = 0;
    try {
      again = !entry.isOver() && entry.due(nowNanos);
    } catch (Throwable e) {
      // Users' code is guarded, so memory or stack ran out. The entry waits again, so that its
      // deadline is not lost.
      HedgeFaults.report(e);
      again = true;
      notBefore = nowNanos + RETRY_NANOS;
    }
    keep(entry, again, notBefore);
  }

  private void keep(Entry entry, boolean waits, long notBeforeNanos) {
    if (waits) {
      heap.add(entry, Math.max(entry.dueNanos(), notBeforeNanos));
    } else {
      entry.removed();
    }
  }

  /** An entry of a {@link HedgeTimer}. */
  interface Entry {
    /**
     * True if nothing is left to do; then this stays true. Called by any thread. The owner of the
     * entry then calls {@link HedgeTimer#over}.
     */
    boolean isOver();

    /** Returns the next due time. Only {@link #due} and {@link #onClose} change it. */
    long dueNanos();

    /**
     * Handles the due time. Called by the timer only.
     *
     * @return true if the entry waits again, until {@link #dueNanos}
     */
    boolean due(long nowNanos);

    /**
     * Handles the close of the hedge. Called by the timer only.
     *
     * @return true if the entry still waits, until {@link #dueNanos}
     */
    boolean onClose();

    /** Called when the timer removes this finished entry. */
    void removed();
  }

  /**
   * The waiting entries as a binary heap, ordered by due time. A finished entry stays until it
   * reaches the top. When the heap has doubled, a sweep removes all finished entries. So operations
   * cost O(log n) amortised, and at most about half of the entries are finished ones. For one
   * thread.
   */
  static final class TimerHeap {
    private static final int LEAST_SWEEP = 1_024;

    /** Due times of the entries, kept here so that comparisons do not read the entries. */
    private long[] dues = new long[64];

    private @Nullable Entry[] entries = new Entry[64];
    private int size;
    private int sweepAt = LEAST_SWEEP;

    int size() {
      return size;
    }

    /** Returns the earliest due time; {@link HedgeTimer#NEVER} if empty. */
    long earliest() {
      return size == 0 ? HedgeTimer.NEVER : dues[0];
    }

    /** Returns the earliest entry; null if empty. */
    @Nullable Entry first() {
      return entries[0];
    }

    /** Adds an entry. After {@link #poll}, this needs no allocation. */
    void add(Entry entry, long dueNanos) {
      if (size >= sweepAt) {
        sweep();
      }
      if (size == dues.length) {
        dues = Arrays.copyOf(dues, 2 * size);
        entries = Arrays.copyOf(entries, dues.length);
      }
      rise(size++, entry, dueNanos);
    }

    /** Removes the earliest entry; null if empty. */
    @Nullable Entry poll() {
      if (size == 0) {
        return null;
      }
      Entry first = entries[0];
      Entry moved = entries[--size];
      entries[size] = null;
      if (size > 0 && moved != null) {
        sink(moved, dues[size]);
      }
      return first;
    }

    /** Removes finished entries. */
    private void sweep() {
      int all = size;
      size = 0;
      // Remaining entries move to the front. Each place is read before it is written.
      for (int i = 0; i < all; i++) {
        Entry entry = entries[i];
        entries[i] = null;
        if (entry != null && entry.isOver()) {
          entry.removed();
        } else if (entry != null) {
          rise(size++, entry, dues[i]);
        }
      }
      sweepAt = Math.max(LEAST_SWEEP, 2 * size);
    }

    private void rise(int from, Entry entry, long dueNanos) {
      int at = from;
      while (at > 0) {
        int parent = (at - 1) >>> 1;
        if (dues[parent] <= dueNanos) {
          break;
        }
        dues[at] = dues[parent];
        entries[at] = entries[parent];
        at = parent;
      }
      dues[at] = dueNanos;
      entries[at] = entry;
    }

    private void sink(Entry entry, long dueNanos) {
      int at = 0;
      while (2 * at + 1 < size) {
        int child = 2 * at + 1;
        if (child + 1 < size && dues[child + 1] < dues[child]) {
          child++;
        }
        if (dueNanos <= dues[child]) {
          break;
        }
        dues[at] = dues[child];
        entries[at] = entries[child];
        at = child;
      }
      dues[at] = dueNanos;
      entries[at] = entry;
    }
  }

  /**
   * The thread of a {@link HedgeTimer}: a daemon. The thread starts when the first call waits, and
   * ends when its hedge is closed and no call waits. Each hedge has its own timer thread, as users'
   * code may block that thread. Dependents of timed-out calls often block, so they run on other
   * threads. Thread-safe.
   */
  static final class TimerThread {
    private final String name;
    private final SteadyClock clock;
    private final HedgeTimer timer = new HedgeTimer(this::wake);
    private volatile boolean closed;
    private boolean swept;
    private @Nullable Thread thread;

    TimerThread(String name, SteadyClock clock) {
      this.name = name;
      this.clock = clock;
      // The first entry wakes, that is starts, the thread.
      timer.asleep();
    }

    HedgeTimer timer() {
      return timer;
    }

    /** Wakes or starts the thread. Never throws. The next entry tries a failed start again. */
    private synchronized void wake() {
      try {
        Thread running = thread;
        if (running == null) {
          Thread made = new Thread(this::run, name + "-timer");
          made.setDaemon(true);
          made.start();
          thread = made;
        } else {
          LockSupport.unpark(running);
        }
      } catch (Throwable e) {
        timer.asleep();
        HedgeFaults.report(e);
      }
    }

    synchronized void close() {
      closed = true;
      if (thread != null) {
        LockSupport.unpark(thread);
      }
    }

    /** For tests: waits until the thread has ended. */
    boolean awaitEnd(long millis) throws InterruptedException {
      Thread running;
      synchronized (this) {
        running = thread;
      }
      if (running != null) {
        running.join(millis);
      }
      return running == null || !running.isAlive();
    }

    private void run() {
      timer.setThread(Thread.currentThread());
      while (true) {
        try {
          timer.awake();
          long next = timer.step(clock.now());
          if (closed && !swept) {
            swept = true;
            timer.close();
            continue;
          }
          if (closed) {
            next = timer.watch();
          }
          if (next == HedgeTimer.NEVER && closed && hasEnded()) {
            return;
          }
          sleep(next);
        } catch (Throwable e) {
          HedgeFaults.report(e);
          LockSupport.parkNanos(1_000_000);
        }
      }
    }

    private void sleep(long untilNanos) {
      // A thread interrupted by users' code would never sleep.
      Thread.interrupted();
      if (!timer.maySleep(untilNanos)) {
        return;
      }
      if (untilNanos == HedgeTimer.NEVER) {
        if (!closed) {
          LockSupport.park(this);
        }
        return;
      }
      long nanos = untilNanos - clock.now();
      if (nanos > 0) {
        LockSupport.parkNanos(this, nanos);
      }
    }

    /**
     * Ends the thread, if no entry was added. Later entries start a new thread, as {@link #wake}
     * waits for this lock.
     */
    private synchronized boolean hasEnded() {
      if (!timer.maySleep(HedgeTimer.NEVER)) {
        return false;
      }
      thread = null;
      return true;
    }
  }
}
