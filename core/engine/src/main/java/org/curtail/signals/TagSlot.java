package org.curtail.signals;

import java.lang.ref.WeakReference;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A thread's slot among {@link TagWords}, in which it says what it does; see {@link
 * TagWords#ofThread}. For that thread alone. Who serves a request inside of another one keeps a
 * {@link #words} of the outer one and says it again by {@link #resume}.
 */
public final class TagSlot {
  private final TagWords words;
  private final int number;
  private final WeakReference<Thread> owner;
  private long tag;

  // Of a thread whose stints are reported.
  private long request;
  private @Nullable ThreadReading begin;
  private Tag.@Nullable Report beginOf;
  private Stint.@Nullable PhaseCounts phases;

  /**
   * A slot without a request.
   *
   * @param number {@link TagWords#NO_SLOT} for a thread that nobody sees
   */
  TagSlot(TagWords words, int number, Thread owner) {
    this.words = words;
    this.number = number;
    this.owner = new WeakReference<>(owner);
  }

  /** Which one; {@link TagWords#NO_SLOT} for a thread that nobody sees. */
  public int number() {
    return number;
  }

  @Nullable Thread owner() {
    return owner.get();
  }

  boolean isOf(Thread thread) {
    return owner.refersTo(thread);
  }

  /** Whether its owner has ended. */
  boolean isLeft() {
    Thread thread = owner.get();
    return thread == null || thread.getState() == Thread.State.TERMINATED;
  }

  /** True while it says that the thread serves a request. */
  public boolean serves() {
    return tag != 0;
  }

  /** Another request, in phase 0; 0 for none. */
  void request(long id) {
    tag = TagWords.kept(id) << TagWords.PHASE_BITS;
    words.tag(number, tag);
  }

  /**
   * Another request, of which no chunk runs yet.
   *
   * @param id of which the low 48 bits are kept; not 0
   * @param phase 0 to {@link TagWords#MOST_PHASE}
   * @param arrivalNanos when it came
   * @param startNanos when it was first served
   */
  public void serve(long id, int phase, long arrivalNanos, long startNanos) {
    say(TagWords.pack(id, phase), -1, arrivalNanos, startNanos);
  }

  /** What was said before, again. */
  public void resume(TagWords.Words before) {
    say(before.tag(), before.chunk(), before.arrivalNanos(), before.startNanos());
  }

  private void say(long newTag, long chunk, long arrivalNanos, long startNanos) {
    // Whoever reads now sees that the words do not belong together.
    words.tag(number, 0);
    words.prepare(number, chunk, arrivalNanos, startNanos);
    tag = newTag;
    words.tag(number, tag);
  }

  /** The same request, in another phase, of which the low 16 bits are kept; of none nothing. */
  public void phase(int phase) {
    if (tag != 0) {
      tag = (tag & -(1L << TagWords.PHASE_BITS)) | (phase & TagWords.MOST_PHASE);
      words.tag(number, tag);
    }
  }

  /** The chunk that runs from now on. */
  public void chunk(int chunk) {
    words.chunk(number, chunk);
  }

  /** What the slot says. */
  public TagWords.Words words() {
    return words.latest(number);
  }

  /** The thread serves nobody. */
  public void end() {
    tag = 0;
    words.tag(number, 0);
  }

  /** The same, and the slot is given back: the thread may never come again. */
  public void release() {
    end();
    words.release(number);
  }

  /**
   * Ends what is told of the request until now, and begins with another one; 0 for none. What began
   * for an earlier report is not told: nobody knows what the thread has served since.
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

  /** Another phase of what is told; reads the thread only where cycles are counted. */
  void reportPhase(Tag.Report to, int phase) {
    Stint.PhaseCounts counts = phases;
    if (counts != null && beginOf == to && counts.isWhole()) {
      counts.next(to.read(), phase);
    }
  }
}
