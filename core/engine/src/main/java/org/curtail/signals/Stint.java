package org.curtail.signals;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The time of one thread with one request, without a break. A request has a stint for each of its
 * threads. A request has one more each time that it continues after a preemption, or a thread
 * continues after a pause. A count is -1 where it is not available.
 *
 * <p>In the remaining time, neither CPU time nor run-queue delay, the thread was blocked or the
 * whole process was stopped.
 *
 * @param threadId {@link Thread#threadId}
 * @param fromNanos begin of the stint, a reading of {@code System.nanoTime}
 * @param toNanos end of the stint, at least {@code fromNanos}
 * @param cpuNanos see {@link Counter#CPU_NANOS}
 * @param runDelayNanos see {@link Counter#RUN_DELAY_NANOS}
 * @param minorFaults see {@link Counter#MINOR_FAULTS}
 * @param majorFaults see {@link Counter#MAJOR_FAULTS}
 * @param voluntarySwitches see {@link Counter#VOLUNTARY_SWITCHES}
 * @param involuntarySwitches see {@link Counter#INVOLUNTARY_SWITCHES}
 * @param chunks number of chunks that the thread ran
 * @param doubtful true if the thread was interrupted while it read its counters, so that one kind
 *     of time may be counted as another; or if this stint stands for several
 * @param cycles see {@link Counter#CYCLES}
 * @param instructions see {@link Counter#INSTRUCTIONS}
 * @param phases cycles and instructions by phase, with the stint's numbers as their sums; empty if
 *     not available
 */
public record Stint(
    long threadId,
    String threadName,
    long fromNanos,
    long toNanos,
    long cpuNanos,
    long runDelayNanos,
    long minorFaults,
    long majorFaults,
    long voluntarySwitches,
    long involuntarySwitches,
    int chunks,
    boolean doubtful,
    long cycles,
    long instructions,
    List<PhaseCount> phases) {
  private static final long UNAVAILABLE = ThreadReading.UNAVAILABLE;

  /** A reading that is later than a moment by more than this does not count for that moment. */
  private static final long LATE_NANOS = 100_000;

  public Stint {
    requireNonNull(threadName, "threadName");
    // Readings of this clock may wrap around, so only their difference counts.
    if (toNanos - fromNanos < 0) {
      throw new IllegalArgumentException(
          "toNanos must not be before fromNanos %d: %d".formatted(fromNanos, toNanos));
    }
    if (chunks < 0) {
      throw new IllegalArgumentException("chunks must not be negative: " + chunks);
    }
    ThreadReading.requireCount("cpuNanos", cpuNanos);
    ThreadReading.requireCount("runDelayNanos", runDelayNanos);
    ThreadReading.requireCount("minorFaults", minorFaults);
    ThreadReading.requireCount("majorFaults", majorFaults);
    ThreadReading.requireCount("voluntarySwitches", voluntarySwitches);
    ThreadReading.requireCount("involuntarySwitches", involuntarySwitches);
    ThreadReading.requireCount("cycles", cycles);
    ThreadReading.requireCount("instructions", instructions);
    phases = List.copyOf(phases);
  }

  /** A stint without counters by phase. */
  public Stint(
      long threadId,
      String threadName,
      long fromNanos,
      long toNanos,
      long cpuNanos,
      long runDelayNanos,
      long minorFaults,
      long majorFaults,
      long voluntarySwitches,
      long involuntarySwitches,
      int chunks,
      boolean doubtful,
      long cycles,
      long instructions) {
    this(
        threadId,
        threadName,
        fromNanos,
        toNanos,
        cpuNanos,
        runDelayNanos,
        minorFaults,
        majorFaults,
        voluntarySwitches,
        involuntarySwitches,
        chunks,
        doubtful,
        cycles,
        instructions,
        List.of());
  }

  /** A stint without counters of the processor. */
  public Stint(
      long threadId,
      String threadName,
      long fromNanos,
      long toNanos,
      long cpuNanos,
      long runDelayNanos,
      long minorFaults,
      long majorFaults,
      long voluntarySwitches,
      long involuntarySwitches,
      int chunks,
      boolean doubtful) {
    this(
        threadId,
        threadName,
        fromNanos,
        toNanos,
        cpuNanos,
        runDelayNanos,
        minorFaults,
        majorFaults,
        voluntarySwitches,
        involuntarySwitches,
        chunks,
        doubtful,
        UNAVAILABLE,
        UNAVAILABLE);
  }

  /** Returns the stint between two readings of a thread. */
  public static Stint between(Thread thread, ThreadReading begin, ThreadReading end, int chunks) {
    return between(thread, begin, end, chunks, List.of());
  }

  /** Returns the stint between two readings of a thread, with counts by phase. */
  public static Stint between(
      Thread thread, ThreadReading begin, ThreadReading end, int chunks, List<PhaseCount> phases) {
    return new Stint(
        thread.threadId(),
        thread.getName(),
        begin.wallNanos(),
        begin.wallNanos() + Math.max(end.wallNanos() - begin.wallNanos(), 0),
        difference(begin.cpuNanos(), end.cpuNanos()),
        difference(begin.runDelayNanos(), end.runDelayNanos()),
        difference(begin.minorFaults(), end.minorFaults()),
        difference(begin.majorFaults(), end.majorFaults()),
        difference(begin.voluntarySwitches(), end.voluntarySwitches()),
        difference(begin.involuntarySwitches(), end.involuntarySwitches()),
        chunks,
        begin.doubtful() || end.doubtful(),
        difference(begin.cycles(), end.cycles()),
        difference(begin.instructions(), end.instructions()),
        phases);
  }

  /** Returns the stint of a thread that did not read itself: begin, end and chunks only. */
  public static Stint unread(Thread thread, long fromNanos, long toNanos, int chunks) {
    return between(thread, ThreadReading.ofWall(fromNanos), ThreadReading.ofWall(toNanos), chunks);
  }

  /** Time from begin to end. */
  public long wallNanos() {
    return toNanos - fromNanos;
  }

  /**
   * Returns this stint with an end at that moment or before. The counts stay as they are. If the
   * thread read itself more than 100 us after that moment, because it lost its core in between, the
   * stint is doubtful.
   */
  public Stint until(long nanos) {
    long untilNanos = fromNanos + Math.max(nanos - fromNanos, 0);
    long lateNanos = toNanos - untilNanos;
    return lateNanos <= 0 ? this : to(untilNanos, doubtful || lateNanos > LATE_NANOS);
  }

  private Stint to(long nanos, boolean isDoubtful) {
    return new Stint(
        threadId,
        threadName,
        fromNanos,
        nanos,
        cpuNanos,
        runDelayNanos,
        minorFaults,
        majorFaults,
        voluntarySwitches,
        involuntarySwitches,
        chunks,
        isDoubtful,
        cycles,
        instructions,
        phases);
  }

  /** Returns both stints as one, from the first begin to the last end. For logs without room. */
  public Stint and(Stint later) {
    return new Stint(
        threadId,
        threadName,
        fromNanos,
        fromNanos + Math.max(toNanos - fromNanos, later.toNanos - fromNanos),
        sum(cpuNanos, later.cpuNanos),
        sum(runDelayNanos, later.runDelayNanos),
        sum(minorFaults, later.minorFaults),
        sum(majorFaults, later.majorFaults),
        sum(voluntarySwitches, later.voluntarySwitches),
        sum(involuntarySwitches, later.involuntarySwitches),
        chunks + later.chunks,
        true,
        sum(cycles, later.cycles),
        sum(instructions, later.instructions));
  }

  private static long difference(long begin, long end) {
    // A counter that runs backwards is the kernel's rounding.
    return begin < 0 || end < 0 ? UNAVAILABLE : Math.max(end - begin, 0);
  }

  private static long sum(long one, long other) {
    return one < 0 || other < 0 ? UNAVAILABLE : one + other;
  }

  /**
   * Counts of the processor in one phase of a request, over all times that the thread was in this
   * phase.
   *
   * @param phase 0 to {@link TagWords#MOST_PHASE}; for an engine's phases see {@link
   *     TagWords.Words#phase}
   * @param cycles at least 0, see {@link Counter#CYCLES}
   * @param instructions at least 0, see {@link Counter#INSTRUCTIONS}
   */
  public record PhaseCount(int phase, long cycles, long instructions) {
    public PhaseCount {
      if (phase < 0 || phase > TagWords.MOST_PHASE) {
        throw new IllegalArgumentException(
            "phase must be from 0 to %d: %d".formatted(TagWords.MOST_PHASE, phase));
      }
      if (cycles < 0) {
        throw new IllegalArgumentException("cycles must not be negative: " + cycles);
      }
      if (instructions < 0) {
        throw new IllegalArgumentException("instructions must not be negative: " + instructions);
      }
    }
  }

  /**
   * Adds up the counts of a stint's phases, from the readings at their borders. If a reading lacks
   * a counter, or a counter went backward, no phase has counts: otherwise the counts would not add
   * up to the stint. For one thread.
   */
  public static final class PhaseCounts {
    /** A stint with more phases has no counts by phase. */
    public static final int MOST_PHASES = 64;

    private final List<Stint.PhaseCount> sums = new ArrayList<>(4);
    private ThreadReading since;
    private int phase;
    private boolean isWhole;

    /**
     * Begins with a stint.
     *
     * @param phase the first phase; its low 16 bits are kept
     */
    public PhaseCounts(ThreadReading begin, int phase) {
      since = begin;
      this.phase = phase & TagWords.MOST_PHASE;
      isWhole = isCounted(begin);
    }

    /** Begins with a stint; returns null, and makes nothing, if the reading has no counts. */
    public static @Nullable PhaseCounts ifCounted(ThreadReading begin, int phase) {
      return isCounted(begin) ? new PhaseCounts(begin, phase) : null;
    }

    /** True if a reading at the next border is useful. */
    public boolean isWhole() {
      return isWhole;
    }

    /** Begins another phase; its low 16 bits are kept. */
    public void next(ThreadReading border, int next) {
      isWhole = isWhole && follows(border) && add(sums, border);
      since = border;
      phase = next & TagWords.MOST_PHASE;
    }

    /**
     * Returns the sums up to this reading, phases in the order in which they first began; empty if
     * not available.
     */
    public List<Stint.PhaseCount> until(ThreadReading end) {
      if (!isWhole || !follows(end)) {
        return List.of();
      }
      var all = new ArrayList<>(sums);
      return add(all, end) ? List.copyOf(all) : List.of();
    }

    private boolean add(List<Stint.PhaseCount> to, ThreadReading end) {
      long cycles = end.cycles() - since.cycles();
      long instructions = end.instructions() - since.instructions();
      for (int i = 0; i < to.size(); i++) {
        Stint.PhaseCount known = to.get(i);
        if (known.phase() == phase) {
          to.set(
              i,
              new Stint.PhaseCount(
                  phase, known.cycles() + cycles, known.instructions() + instructions));
          return true;
        }
      }
      to.add(new Stint.PhaseCount(phase, cycles, instructions));
      return to.size() <= MOST_PHASES;
    }

    private boolean follows(ThreadReading later) {
      return isCounted(later)
          && later.cycles() >= since.cycles()
          && later.instructions() >= since.instructions();
    }

    private static boolean isCounted(ThreadReading reading) {
      return reading.cycles() >= 0 && reading.instructions() >= 0;
    }
  }
}
