package org.curtail.signals;

import java.util.List;

/**
 * Collects the times in which no thread of this JVM could compute: by the Flight Recorder where
 * there is one, else by the notifications of the collectors, which say only milliseconds; and by a
 * heartbeat thread that notices when it slept for longer than it should have, though no core was
 * wanted by others. Starts threads; to be closed. Safe for all threads.
 */
public final class JvmPauses implements AutoCloseable {
  /** Begins to collect. Takes some 100 ms if the Flight Recorder has to start. */
  public static JvmPauses start() {
    throw new UnsupportedOperationException();
  }

  /**
   * What is known of the time between two moments, readings of {@code System.nanoTime}, in order of
   * beginning. Pauses do not overlap. What the Flight Recorder tells comes about a second late: see
   * {@link #awaitKnown}.
   */
  public List<Pause> between(long fromNanos, long toNanos) {
    throw new UnsupportedOperationException();
  }

  /**
   * Waits until all pauses up to now are known, some seconds at most.
   *
   * @return false if it took too long: some may be missing
   */
  public boolean awaitKnown() throws InterruptedException {
    throw new UnsupportedOperationException();
  }

  /** Where pauses come from, and what is missing. */
  public List<Rung> rungs() {
    throw new UnsupportedOperationException();
  }

  /**
   * Time that the hypervisor took from all cores together since the start, a fact about the
   * machine, not about a thread; -1 if the system does not say.
   */
  public long stealNanos() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() {}
}
