package org.curtail.signals;

/**
 * What the processor counted of a thread in one phase of a request, over all times that the thread
 * was in it.
 *
 * @param phase 0 to {@link TagWords#MOST_PHASE}; of an engine see {@link EnginePhase}
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
