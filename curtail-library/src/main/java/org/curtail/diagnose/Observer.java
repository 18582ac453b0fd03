package org.curtail.diagnose;

import org.curtail.signals.TagWords;

/**
 * A thread that looks at other threads without stopping them: at their tag words, and at their CPU
 * clocks.
 */
public final class Observer implements AutoCloseable {
  /** Is told what was seen, on the observer's thread; should be quick. */
  @FunctionalInterface
  public interface Sink {
    void seen(Sample sample);
  }

  /**
   * What observing took and what it was worth.
   *
   * @param askedPerSecond looks that were asked for
   * @param chosenPerSecond looks that the machine can carry, by calibration
   * @param seenPerSecond looks that there were
   * @param lookNanos what a look takes
   * @param cpuShare of one core that the observer took
   * @param fidelity of the latest looks
   */
  public record Report(
      double askedPerSecond,
      double chosenPerSecond,
      double seenPerSecond,
      long lookNanos,
      double cpuShare,
      Fidelity fidelity) {}

  /** Calibrates and begins. */
  public static Observer start(TagWords words, double perSecond, Sink sink) {
    throw new UnsupportedOperationException();
  }

  /** What observing has taken so far. */
  public Report report() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() {
    throw new UnsupportedOperationException();
  }
}
