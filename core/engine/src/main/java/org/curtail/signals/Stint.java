package org.curtail.signals;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The time of one thread with one request, without a break. A request has one for each of its
 * threads, and one more each time that it is preempted, or its thread pauses, and goes on. A count
 * is -1 where it is not available.
 *
 * <p>Time that is neither CPU time nor run-queue delay, the thread was blocked, or the whole
 * process stood still.
 *
 * @param threadId {@link Thread#threadId}
 * @param fromNanos its begin, a reading of {@code System.nanoTime}
 * @param toNanos its end, at least {@code fromNanos}
 * @param cpuNanos see {@link Counter#CPU_NANOS}
 * @param runDelayNanos see {@link Counter#RUN_DELAY_NANOS}
 * @param minorFaults see {@link Counter#MINOR_FAULTS}
 * @param majorFaults see {@link Counter#MAJOR_FAULTS}
 * @param voluntarySwitches see {@link Counter#VOLUNTARY_SWITCHES}
 * @param involuntarySwitches see {@link Counter#INVOLUNTARY_SWITCHES}
 * @param chunks of the request that the thread ran
 * @param doubtful true if the thread was interrupted while its counters were read, so that a part
 *     of the time may be counted as another; or if it stands for several stints
 * @param cycles see {@link Counter#CYCLES}
 * @param instructions see {@link Counter#INSTRUCTIONS}
 * @param phases cycles and instructions by phase, which add up to those of the stint; empty where
 *     they are not available
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

  /** Time after which a reading is too late for the moment before. */
  private static final long LATE_NANOS = 100_000;

  public Stint {
    requireNonNull(threadName, "threadName");
    // Of two readings of the clock the difference counts, not the order.
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

  /** Without counters by phase. */
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

  /** Without counters of the processor. */
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

  /** The same, with what was counted by phase. */
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

  /** Of a thread that did not read itself: when it served the request, and nothing else. */
  public static Stint unread(Thread thread, long fromNanos, long toNanos, int chunks) {
    return between(thread, ThreadReading.ofWall(fromNanos), ThreadReading.ofWall(toNanos), chunks);
  }

  /** From beginning to end. */
  public long wallNanos() {
    return toNanos - fromNanos;
  }

  /**
   * The same, ended at a moment at the latest. What was counted stays as it is; if the thread read
   * itself more than 100 us after that moment, since it lost its core in between, that is doubtful.
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

  /** Both as one, for want of room: it stands for the time from the first to the last. */
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
   * Counts of the processor in one phase of a request, over all times that the thread was in it.
   *
   * @param phase 0 to {@link TagWords#MOST_PHASE}; of an engine see {@link TagWords.Words#phase}
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
   * a counter, or one went backward, there is no count of any phase, so that all counts add up to
   * the stint. For one thread.
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
     * @param phase its first one, of which the low 16 bits are kept
     */
    public PhaseCounts(ThreadReading begin, int phase) {
      since = begin;
      this.phase = phase & TagWords.MOST_PHASE;
      isWhole = isCounted(begin);
    }

    /** A stint begins; null, and nothing is made, where its begin is not counted. */
    public static @Nullable PhaseCounts ifCounted(ThreadReading begin, int phase) {
      return isCounted(begin) ? new PhaseCounts(begin, phase) : null;
    }

    /** True if a reading at the next border is of use. */
    public boolean isWhole() {
      return isWhole;
    }

    /** Begins another phase, of which the low 16 bits are kept. */
    public void next(ThreadReading border, int next) {
      isWhole = isWhole && follows(border) && add(sums, border);
      since = border;
      phase = next & TagWords.MOST_PHASE;
    }

    /** The sums if the stint ended here, in order of first coming; empty where not available. */
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
