package org.curtail.runtime;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.curtail.signals.Stint;
import org.curtail.signals.TagWords;
import org.curtail.signals.ThreadReading;
import org.jspecify.annotations.Nullable;

/**
 * The tags and stints of a worker while it serves a request, on an engine with signals. A stint
 * covers a time in which the thread did nothing else. The stint is in the request's {@link
 * StintLog} before the thread lets the request go, since another thread may end the request from
 * then on. Used by the worker's thread. Throws nothing: if memory runs out, something is missing.
 */
final class WorkerSignals {
  private final EngineSignals.Guarded signals;
  private final long request;
  private final long arrivalNanos;
  private final DegreePath path;
  private final StintLog log;

  private final boolean keepsSlot;

  private TagWords.@Nullable Slot slot;

  /** Tag of the outer request, if this request is served inside another one. */
  private TagWords.@Nullable Words outer;

  private boolean runsChunks;

  // The stint.
  private Thread thread = Thread.currentThread();
  private @Nullable ThreadReading begin;
  private @Nullable ThreadReading end;
  private Stint.@Nullable PhaseCounts phases;
  private @Nullable Stint reported;
  private int chunks;

  /** True for a caller outside the engine, whose thread cannot be read. */
  private boolean outside;

  /**
   * Signals of a worker that comes to a request.
   *
   * @param log collects the stints of the request's threads
   * @param path numbers of threads of the request
   * @param keepsSlot true for a thread of the pool, which keeps its slot for tags; another thread
   *     may never come again
   */
  WorkerSignals(
      EngineSignals.Guarded signals,
      StintLog log,
      long request,
      long arrivalNanos,
      DegreePath path,
      boolean keepsSlot) {
    this.signals = signals;
    this.log = log;
    this.request = request;
    this.arrivalNanos = arrivalNanos;
    this.path = path;
    this.keepsSlot = keepsSlot;
  }

  /** Notes that the thread serves the request from now on. */
  void begin() {
    try {
      thread = Thread.currentThread();
      TagWords.Slot own = signals.tags().ofThread();
      if (slot == null) {
        outer = own.serves() ? own.words() : null;
        slot = own;
      }
      own.serve(request, Phase.BEGIN.number(), arrivalNanos, path.startNanos());
      beginStint();
    } catch (Throwable e) {
      // The thread is not seen.
    }
  }

  /** Begins for a thread that has served the request from its start, outside the engine. */
  void beginOutside(@Nullable Thread by) {
    try {
      outside = true;
      thread = by == null ? Thread.currentThread() : by;
      begin = ThreadReading.ofWall(path.startNanos());
    } catch (Throwable e) {
      // The thread is not seen.
    }
  }

  private void beginStint() {
    runsChunks = false;
    chunks = 0;
    reported = null;
    end = null;
    phases = null;
    ThreadReading now = signals.read();
    begin = now;
    phases = Stint.PhaseCounts.ifCounted(now, Phase.BEGIN.number());
  }

  /** Reads the thread only where cycles are counted. */
  private void countPhase(Phase next) {
    Stint.PhaseCounts counts = phases;
    if (counts == null || !counts.isWhole()) {
      return;
    }
    try {
      counts.next(signals.read(), next.number());
    } catch (Throwable e) {
      // The stint then has no counts by phase.
      phases = null;
    }
  }

  /** Notes the claimed chunk; -1 if none was left. Begins again after a pause. */
  void claimed(int chunk) {
    if (begin == null) {
      begin();
    }
    TagWords.Slot own = slot;
    if (chunk < 0 || own == null) {
      return;
    }
    if (!runsChunks) {
      runsChunks = true;
      own.phase(Phase.CHUNKS.number());
      countPhase(Phase.CHUNKS);
    }
    own.chunk(chunk);
    chunks++;
  }

  /** Notes that the thread makes the result. */
  void makesResult() {
    TagWords.Slot own = slot;
    if (own != null) {
      own.phase(Phase.RESULT.number());
      countPhase(Phase.RESULT);
    }
  }

  /**
   * Reads the thread before it may leave the request, because it must not read itself under the
   * lock.
   */
  void mayLeave() {
    try {
      end = signals.read();
    } catch (Throwable e) {
      // The last reading is the best one there is.
    }
  }

  /** Records the stint of a leaving thread, up to {@link #mayLeave}. */
  void leaves() {
    put(end);
  }

  /** Removes the stint of a thread that does not leave. */
  void stays() {
    Stint known = reported;
    reported = null;
    if (known != null) {
      log.remove(known);
    }
  }

  /** Records the stint up to now. */
  void endStint() {
    try {
      put(outside ? signals.readWall() : signals.read());
    } catch (Throwable e) {
      // The stint is missing, or as long as before.
    }
  }

  private void put(@Nullable ThreadReading until) {
    ThreadReading since = begin;
    if (since == null || until == null) {
      return;
    }
    try {
      Stint.PhaseCounts counts = phases;
      Stint stint =
          Stint.between(
              thread, since, until, chunks, counts == null ? List.of() : counts.until(until));
      log.put(reported, stint);
      reported = stint;
    } catch (Throwable e) {
      // The stint is missing.
    }
  }

  /** The thread has been paused between two chunks. */
  void pause() {
    endStint();
    begin = null;
    TagWords.Slot own = slot;
    if (own != null) {
      own.phase(Phase.PAUSED.number());
    }
  }

  /** Notes that the thread does not serve the request any more. */
  void over() {
    TagWords.Slot own = slot;
    slot = null;
    if (own == null) {
      return;
    }
    TagWords.Words before = outer;
    if (before != null) {
      own.resume(before);
    } else if (keepsSlot) {
      own.end();
    } else {
      own.release();
    }
  }

  /** The phase of a thread in its request; {@link #number} stands in its tag. */
  enum Phase {
    /** The thread serves no request. */
    NONE(0),

    /** The thread begins the work: {@code SharedWork.begin}, {@code chunks}, {@code join}. */
    BEGIN(1),

    /** The thread runs chunks. */
    CHUNKS(2),

    /** The thread makes the result. */
    RESULT(3),

    /** The thread is paused between two chunks, because boosted requests need its core. */
    PAUSED(4);

    private final int number;

    Phase(int number) {
      this.number = number;
    }

    /** The number in a tag. */
    int number() {
      return number;
    }
  }

  /** Stints of one request's threads. Safe for all threads. */
  static final class StintLog {
    /** Most stints kept; further ones are merged. */
    static final int MOST_STINTS = 1_000;

    private final List<Stint> stints = new ArrayList<>(2);

    /**
     * Adds a stint, or replaces a stint that has become longer.
     *
     * @param before the known part of the same stint; null if there is none
     */
    synchronized void put(@Nullable Stint before, Stint stint) {
      if (before != null) {
        int known = indexOf(before);
        if (known >= 0) {
          stints.set(known, stint);
        }
      } else if (stints.size() < MOST_STINTS) {
        stints.add(stint);
      } else {
        stints.add(stints.removeLast().and(stint));
      }
    }

    /** Removes a stint whose thread goes on. */
    synchronized void remove(Stint stint) {
      int known = indexOf(stint);
      if (known >= 0) {
        stints.remove(known);
      }
    }

    @SuppressWarnings("ReferenceEquality") // Another thread's may be equal.
    private int indexOf(Stint stint) {
      for (int i = stints.size() - 1; i >= 0; i--) {
        if (stints.get(i) == stint) {
          return i;
        }
      }
      return -1;
    }

    /** Returns all stints in order of beginning, cut at the end of the request. */
    synchronized List<Stint> until(long endNanos) {
      if (stints.size() == 1) {
        // Usually one thread has served it.
        return List.of(stints.getFirst().until(endNanos));
      }
      return stints.stream()
          .map(stint -> stint.until(endNanos))
          .sorted(Comparator.comparingLong(Stint::fromNanos))
          .toList();
    }
  }
}
