package org.curtail.signals;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Words in memory that publish the activity of threads, for an observer on another core. Each
 * thread has a slot, 128 bytes apart from the next one, and only this thread writes it. So
 * publishing costs a store or two, even while other threads read.
 *
 * <p>Safe for all threads: the owner of a slot writes, any thread reads, none waits. A reader sees
 * a word as its owner wrote it a moment ago. {@link #read} returns words that belong together.
 *
 * <p>Source: Yang, Blackburn, McKinley: Computer Performance Microscopy with SHIM (ISCA 2015), 3.1.
 * There software signals are words in memory, and the observed thread only stores them.
 */
public final class TagWords {
  /** Result of {@link #claim} if no slot is free. */
  public static final int NO_SLOT = -1;

  /** Number of bits of a tag for the phase; the other bits are the request. */
  public static final int PHASE_BITS = 16;

  /** The greatest phase. */
  public static final int MOST_PHASE = (1 << PHASE_BITS) - 1;

  static final int DEFAULT_SLOTS = 1024;

  private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

  private static final int WORDS_PER_SLOT = 16;
  private static final int TAG = 0;
  private static final int CHUNK = 1;
  private static final int ARRIVAL = 2;
  private static final int START = 3;
  private static final int COUNT = 4;

  private final int slots;

  /**
   * All slots, with a cache line before the first and one after the last. Threads without a slot
   * write there.
   */
  private final long[] words;

  private final AtomicReferenceArray<@Nullable Slot> owned;

  /** One more than the last slot that was ever claimed. */
  private final AtomicInteger used = new AtomicInteger();

  /**
   * The words of a slot that belong together.
   *
   * @param tag request and phase in one; 0 if the thread serves no request
   * @param chunk the chunk that the thread runs; -1 if none yet
   * @param arrivalNanos arrival of the request; 0 if unknown
   * @param startNanos start of the request; 0 if unknown
   * @param count grows with each change of the slot
   */
  public record Words(long tag, long chunk, long arrivalNanos, long startNanos, long count) {
    /** The low 48 bits of the request's number; 0 for none. */
    public long request() {
      return requestOf(tag);
    }

    /**
     * The phase of the request. The phase of an engine's thread is 1 while it begins the work, 2
     * while it runs chunks, 3 while it makes the result, and 4 while it is paused between two
     * chunks.
     */
    public int phase() {
      return phaseOf(tag);
    }
  }

  /**
   * Words without owners.
   *
   * @param slots number of slots, so most threads with a slot at the same time; at least 1
   */
  public TagWords(int slots) {
    if (slots < 1) {
      throw new IllegalArgumentException("slots must be at least 1: " + slots);
    }
    this.slots = slots;
    words = new long[(slots + 2) * WORDS_PER_SLOT];
    owned = new AtomicReferenceArray<>(slots);
  }

  /**
   * Packs request and phase into one word.
   *
   * @param request number of the request; its low 48 bits are kept; 0 for none
   * @param phase 0 to {@link #MOST_PHASE}
   */
  public static long pack(long request, int phase) {
    if (phase < 0 || phase > MOST_PHASE) {
      throw new IllegalArgumentException(
          "phase must be from 0 to %d: %d".formatted(MOST_PHASE, phase));
    }
    return (kept(request) << PHASE_BITS) | phase;
  }

  /** The part of a request's number that a tag keeps; never 0, except for number 0. */
  static long kept(long request) {
    long low = (request << PHASE_BITS) >>> PHASE_BITS;
    return low == 0 && request != 0 ? 1L << (Long.SIZE - PHASE_BITS - 1) : low;
  }

  /** The request of a tag: the low 48 bits of its number; 0 for none. */
  public static long requestOf(long tag) {
    return tag >>> PHASE_BITS;
  }

  /** The phase of a tag. */
  public static int phaseOf(long tag) {
    return (int) tag & MOST_PHASE;
  }

  // ---- Slots.

  /** Most threads with a slot at the same time. */
  public int slots() {
    return slots;
  }

  /** One more than the last slot that was ever claimed; later slots have nothing to read. */
  public int used() {
    return used.get();
  }

  /**
   * Claims a slot for a thread; {@link #release} gives it back. The slot of a thread that has ended
   * is free.
   *
   * @return {@link #NO_SLOT} if none is free: then the thread is not seen
   */
  public int claim(Thread thread) {
    return claimed(thread).number();
  }

  private Slot claimed(Thread thread) {
    for (int slot = 0; slot < slots; slot++) {
      Slot before = owned.get(slot);
      if (before == null || before.isLeft()) {
        var own = new Slot(this, slot, thread);
        if (owned.compareAndSet(slot, before, own)) {
          set(slot, TAG, 0);
          used.accumulateAndGet(slot + 1, Math::max);
          return own;
        }
      }
    }
    return new Slot(this, NO_SLOT, thread);
  }

  /** Gives a slot back. Called by the owner, or after the owner has ended. */
  public void release(int slot) {
    if (slot != NO_SLOT) {
      set(slot, TAG, 0);
      owned.set(slot, null);
    }
  }

  /** The owner of a slot; null if it has none, or the thread has ended. */
  public @Nullable Thread owner(int slot) {
    Slot own = owned.get(slot);
    return own == null ? null : own.owner();
  }

  /**
   * Returns the current thread's slot; claims one if the thread has none. The thread keeps the slot
   * until it ends or gives the slot back. Takes a nanosecond for each used slot.
   */
  public Slot ofThread() {
    Thread thread = Thread.currentThread();
    int last = used.get();
    for (int slot = 0; slot < last; slot++) {
      Slot own = owned.get(slot);
      if (own != null && own.isOf(thread)) {
        return own;
      }
    }
    return claimed(thread);
  }

  // ---- Written by the owner. Without a slot, it writes where no thread reads.

  /** The current request and phase. */
  public void tag(int slot, long tag) {
    set(slot, TAG, tag);
    countOne(slot);
  }

  /** Sets the words of a request before its tag; the tag must be 0 meanwhile. */
  void prepare(int slot, long chunk, long arrivalNanos, long startNanos) {
    set(slot, CHUNK, chunk);
    set(slot, ARRIVAL, arrivalNanos);
    set(slot, START, startNanos);
  }

  /** Sets the chunk that runs from now on. */
  public void chunk(int slot, long chunk) {
    set(slot, CHUNK, chunk);
    countOne(slot);
  }

  private void countOne(int slot) {
    int at = at(slot, COUNT);
    // Only this thread writes it.
    WORD.setRelease(words, at, words[at] + 1);
  }

  private void set(int slot, int word, long value) {
    WORD.setRelease(words, at(slot, word), value);
  }

  // ---- Read by anybody.

  /** Request and phase; 0 if the thread serves no request. */
  public long tag(int slot) {
    return get(slot, TAG);
  }

  /** The chunk that runs, or ran last; -1 if none yet. */
  public long chunk(int slot) {
    return get(slot, CHUNK);
  }

  /** A count that grows with each change of the slot, by any owner. */
  public long count(int slot) {
    return get(slot, COUNT);
  }

  /**
   * Words that belong together.
   *
   * @return null if the owner changed its request meanwhile; then try again
   */
  public @Nullable Words read(int slot) {
    Words found = latest(slot);
    return get(slot, TAG) == found.tag ? found : null;
  }

  /** The words, read one after the other, the tag first. */
  Words latest(int slot) {
    return new Words(
        get(slot, TAG), get(slot, CHUNK), get(slot, ARRIVAL), get(slot, START), get(slot, COUNT));
  }

  private long get(int slot, int word) {
    return (long) WORD.getAcquire(words, at(slot, word));
  }

  private static int at(int slot, int word) {
    return (slot + 1) * WORDS_PER_SLOT + word;
  }

  /**
   * A thread's slot in {@link TagWords}, in which it publishes its activity; see {@link
   * TagWords#ofThread}. For that thread alone. A thread that serves a request inside another one
   * keeps the {@link #words} of the outer request, and publishes them again by {@link #resume}.
   */
  public static final class Slot {
    private final TagWords words;
    private final int number;
    private final WeakReference<Thread> owner;
    private long tag;

    // The stint that is reported.
    private long request;
    private @Nullable ThreadReading begin;
    private Tag.@Nullable Report beginOf;
    private Stint.@Nullable PhaseCounts phases;

    /**
     * A slot without a request.
     *
     * @param number {@link TagWords#NO_SLOT} for a thread that is not seen
     */
    Slot(TagWords words, int number, Thread owner) {
      this.words = words;
      this.number = number;
      this.owner = new WeakReference<>(owner);
    }

    /** The number of this slot; {@link TagWords#NO_SLOT} for a thread that is not seen. */
    public int number() {
      return number;
    }

    @Nullable Thread owner() {
      return owner.get();
    }

    boolean isOf(Thread thread) {
      return owner.refersTo(thread);
    }

    /** True if the owner of this slot has ended. */
    boolean isLeft() {
      Thread thread = owner.get();
      return thread == null || thread.getState() == Thread.State.TERMINATED;
    }

    /** True while this slot shows a request. */
    public boolean serves() {
      return tag != 0;
    }

    /** Begins another request, in phase 0; 0 for none. */
    void request(long id) {
      tag = TagWords.kept(id) << TagWords.PHASE_BITS;
      words.tag(number, tag);
    }

    /**
     * Begins another request, before its first chunk.
     *
     * @param id number of the request; its low 48 bits are kept; not 0
     * @param phase 0 to {@link TagWords#MOST_PHASE}
     * @param arrivalNanos moment of its arrival
     * @param startNanos moment of its start
     */
    public void serve(long id, int phase, long arrivalNanos, long startNanos) {
      say(TagWords.pack(id, phase), -1, arrivalNanos, startNanos);
    }

    /** Restores earlier words. */
    public void resume(Words before) {
      say(before.tag(), before.chunk(), before.arrivalNanos(), before.startNanos());
    }

    private void say(long newTag, long chunk, long arrivalNanos, long startNanos) {
      // From now on readers see that the words do not belong together.
      words.tag(number, 0);
      words.prepare(number, chunk, arrivalNanos, startNanos);
      tag = newTag;
      words.tag(number, tag);
    }

    /**
     * Sets the phase of the present request; the low 16 bits are kept. Does nothing without a
     * request.
     */
    public void phase(int phase) {
      if (tag != 0) {
        tag = (tag & -(1L << TagWords.PHASE_BITS)) | (phase & TagWords.MOST_PHASE);
        words.tag(number, tag);
      }
    }

    /** Sets the chunk that runs from now on. */
    public void chunk(int chunk) {
      words.chunk(number, chunk);
    }

    /** The present words of the slot. */
    public Words words() {
      return words.latest(number);
    }

    /** Ends the request. */
    public void end() {
      tag = 0;
      words.tag(number, 0);
    }

    /** Ends the request and gives the slot back, because the thread may never come again. */
    public void release() {
      end();
      words.release(number);
    }

    /**
     * Ends the stint of the present request, and begins a stint of another request; 0 for none. A
     * stint that began for an earlier report is dropped, because the thread's requests since then
     * are unknown.
     */
    void report(Tag.Report to, long next) {
      ThreadReading now = to.read();
      ThreadReading began = beginOf == to ? begin : null;
      long served = request;
      Stint.PhaseCounts counts = phases;
      phases = next == 0 ? null : Stint.PhaseCounts.ifCounted(now, 0);
      begin = next == 0 ? null : now;
      beginOf = next == 0 ? null : to;
      request = next;
      if (began != null) {
        to.served(
            served,
            Stint.between(
                Thread.currentThread(),
                began,
                now,
                0,
                counts == null ? List.of() : counts.until(now)));
      }
    }

    /** Begins another phase of the stint; reads the thread only where cycles are counted. */
    void reportPhase(Tag.Report to, int phase) {
      Stint.PhaseCounts counts = phases;
      if (counts != null && beginOf == to && counts.isWhole()) {
        counts.next(to.read(), phase);
      }
    }
  }
}
