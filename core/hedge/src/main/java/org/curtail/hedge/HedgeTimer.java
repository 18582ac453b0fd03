package org.curtail.hedge;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * One timer for all calls of a hedge. Whoever adds an entry pushes it onto a stack without a lock;
 * one thread takes the stack in, keeps what is not over in a heap, and calls what is due. Most
 * calls are over by then and never come into the heap.
 *
 * <p>Time is an argument and the thread somebody else's ({@link TimerThread}), so that a test can
 * step. {@link #add} is safe for all threads, the rest is for the one.
 */
final class HedgeTimer {
  static final long NEVER = Long.MAX_VALUE;

  /**
   * So many entries that came in are reason enough to wake up: they may be over, and hold memory.
   */
  static final int LOT = 1_024;

  /** After an error an entry is tried again so much later. */
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

    /** Entries from here down. */
    int depth;

    Incoming(Timed entry) {
      this.entry = entry;
    }
  }

  private final Runnable waker;
  private final TimerHeap heap = new TimerHeap();

  /** The last one that came in; written by its handle only. */
  @SuppressWarnings("unused")
  private volatile @Nullable Incoming incoming;

  /** When the thread means to wake up: whoever is due earlier wakes it. 0 while it is awake. */
  private volatile long wakeNanos;

  private long nowNanos;

  /** The step that is being taken began then; {@link #NEVER} between steps. */
  private volatile long stepNanos = NEVER;

  /** Null where a test takes the steps. */
  private volatile @Nullable Thread thread;

  /** Once it is closed: an entry that is not over, whose end wakes the thread. */
  private volatile @Nullable Timed watched;

  /**
   * @param waker called when the thread should take a step before the time it has said
   */
  HedgeTimer(Runnable waker) {
    this.waker = waker;
  }

  /** From now on this thread takes the steps. */
  void isOf(Thread stepping) {
    thread = stepping;
  }

  /** Whether this is the thread that takes the steps. */
  @SuppressWarnings("ReferenceEquality") // A thread is equal to itself only.
  boolean isOwnThread() {
    return Thread.currentThread() == thread;
  }

  /** An entry waits until it is due. */
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
   * Calls whatever is due.
   *
   * @param clockNanos now; may be earlier than last time, then all wait for longer
   * @return when to come again, {@link #NEVER} if nobody waits
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
   * For how long the thread has been at a step: so late is whoever is due after it. 0 if it waits.
   * Safe for all threads.
   */
  long behindNanos(long clockNanos) {
    long began = stepNanos;
    return began == NEVER ? 0 : Math.max(clockNanos - began, 0);
  }

  /**
   * The thread means to sleep.
   *
   * @param untilNanos {@link #NEVER} until it is woken
   * @return false if something has come in: another step first
   */
  boolean maySleep(long untilNanos) {
    wakeNanos = untilNanos;
    if (incoming == null) {
      return true;
    }
    wakeNanos = 0;
    return false;
  }

  /** There is no thread: the next entry wakes one. */
  void asleep() {
    wakeNanos = NEVER;
  }

  /** The thread is awake: nobody needs to wake it. */
  void awake() {
    wakeNanos = 0;
  }

  /** The hedge is closed: who waits for its deadline only goes on waiting. */
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
   * After {@link #close}: forgets who is over, until it finds one that is not. The end of that one
   * wakes the thread, which then looks for another one, so all of them together cost as much as
   * they cost to forget.
   *
   * @return when to come again, {@link #NEVER} if nobody waits
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

  /** An entry is over. Safe for all threads. */
  @SuppressWarnings("ReferenceEquality") // This one, whatever it is equal to.
  void over(Timed entry) {
    if (watched == entry) {
      waker.run();
    }
  }

  /** Entries that have been taken in and not been forgotten. */
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
      // What users supply is contained: memory or stack ran out. Its deadline must not be lost.
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
