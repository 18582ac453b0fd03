package org.curtail.signals;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Adds up what is counted in the phases of a stint, from the readings at their borders. Where a
 * reading lacks a counter, or one went backward, nothing is told of any phase: what is told adds up
 * to the stint. For one thread.
 */
public final class PhaseCounts {
  /** Of a stint with more phases nothing is told by phase. */
  public static final int MOST_PHASES = 64;

  private final List<PhaseCount> sums = new ArrayList<>(4);
  private ThreadReading since;
  private int phase;
  private boolean isWhole;

  /**
   * A stint begins.
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

  /** Whether a reading at the next border tells anything. */
  public boolean isWhole() {
    return isWhole;
  }

  /** Another phase begins, of which the low 16 bits are kept. */
  public void next(ThreadReading border, int next) {
    isWhole = isWhole && follows(border) && add(sums, border);
    since = border;
    phase = next & TagWords.MOST_PHASE;
  }

  /** The sums if the stint ended here, in order of first coming; empty where not available. */
  public List<PhaseCount> until(ThreadReading end) {
    if (!isWhole || !follows(end)) {
      return List.of();
    }
    var all = new ArrayList<>(sums);
    return add(all, end) ? List.copyOf(all) : List.of();
  }

  private boolean add(List<PhaseCount> to, ThreadReading end) {
    long cycles = end.cycles() - since.cycles();
    long instructions = end.instructions() - since.instructions();
    for (int i = 0; i < to.size(); i++) {
      PhaseCount known = to.get(i);
      if (known.phase() == phase) {
        to.set(
            i, new PhaseCount(phase, known.cycles() + cycles, known.instructions() + instructions));
        return true;
      }
    }
    to.add(new PhaseCount(phase, cycles, instructions));
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
